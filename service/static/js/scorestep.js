// Last step of a win: circumstances, the rows with their faan or points, who pays what, and the button that records it.

import { agreedFaan, breakdown, worthWords } from "./breakdown.js";
import { h } from "./dom.js";
import { count } from "./hand.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { everyoneScores } from "./limits.js";
import { previewed } from "./payments.js";
import { entryOf, eventsFor } from "./preview.js";
import { problemWords } from "./scoreline.js";
import { tileImage, windTile } from "./tiles.js";
import { change, EVENT_WORDS, refusal } from "./words.js";

function chips({ state, draft, rules, update }) {
  const offered = eventsFor({ state, draft, rules });
  if (!offered.length) return null;
  const flip = (event) => update({
    events: draft.events.includes(event) ? draft.events.filter((each) => each !== event) : [...draft.events, event],
  });
  return h("section", { class: "card" },
    h("h2", {}, t("Anything special?")),
    h("div", { class: "chips" }, offered.map((event) => h("button", {
      type: "button", class: "chip", "aria-pressed": String(draft.events.includes(event)), "data-event": event, onclick: () => flip(event),
    }, t(EVENT_WORDS[event] ?? event)))));
}

function handLine({ state, draft, results, toHand }, player) {
  const { hand } = entryOf(draft, player);
  const tiles = hand ? count(hand) + hand.bonus.length : 0;
  const { answer } = results(player);
  const said = !tiles ? t("unknown") : answer?.valid ? worthWords(answer) : answer ? t("please check") : "…";
  return h("li", {}, h("button", { type: "button", class: "hand-line", "data-player": player, onclick: () => toHand(player) },
    tileImage(windTile(state.players[player].seat_wind), { silent: true }),
    h("span", {}, h("b", {}, state.players[player].name), h("small", {}, said)),
    icon(tiles ? "tiles" : "camera")));
}

function otherHands(context) {
  const { state, draft, rules } = context;
  if (!everyoneScores(rules)) return null;
  const others = [1, 2, 3].map((k) => (draft.winner + k) % state.players.length);
  return h("section", { class: "card other-hands" },
    h("h2", {}, t("The other three hands")),
    h("p", { class: "hint" }, t("They count too. A hand left unknown counts 0.")),
    h("ul", { class: "plain" }, others.map((player) => handLine(context, player))));
}

function footer({ state, draft, sending, stale, paid, blocked, confirm }) {
  const moved = paid.answer?.event?.changes?.[draft.winner];
  const { name } = state.players[draft.winner];
  const words = sending ? t("Recording …") : draft.correcting ? t("Set it right")
    : moved ? t("Record: {name} {points}", { name, points: change(moved) }) : t("Record");
  const ready = paid.answer && !paid.waiting;
  return h("button", { class: "primary big", disabled: sending || stale || blocked || !ready, onclick: confirm }, words);
}

/** Returns {body, foot} of the step; `paid` is what the preview of payments knows. */
export function scoreStep(context) {
  const { state, draft, rules, results, paid, events, toHand } = context;
  const pays = previewed({ result: paid, state, correcting: draft.correcting, events });
  if (draft.mode === "faan") return { body: [agreedFaan(draft.faan), pays], foot: footer({ ...context, blocked: false }) };
  if (draft.mode === "scores") return { body: [pays], foot: footer({ ...context, blocked: false }) };
  const { answer, problem, waiting } = results(draft.winner);
  const toTiles = () => toHand(draft.winner);
  if (problem) return { body: h("section", { class: "card wrong", role: "alert" }, h("p", {}, refusal(problem))), foot: h("button", { class: "big", onclick: toTiles }, t("Back to the tiles")) };
  if (!answer) return { body: h("p", { class: "loading" }, t("Counting …")), foot: null };
  const wrong = answer.valid ? null : h("section", { class: "card wrong", role: "alert" },
    problemWords({ hand: draft.hand, answer, state, rules }).map((words) => h("p", {}, words)),
    h("button", { onclick: toTiles }, t("Back to the tiles")));
  return {
    body: [wrong, answer.rows.length || answer.valid ? breakdown(answer) : null, chips(context), otherHands(context), answer.valid && pays],
    foot: footer({ ...context, blocked: !answer.valid || waiting }),
  };
}
