// Entering a win: who, which tiles, what it is worth. Nothing is recorded before the last button.
//
// An older hand is set right the same way (`draft.correcting` is its number), at the table as it was then.

import { gameState, history, newKey, previewHand, record, ruleSet, score } from "./api.js";
import { h, notice, show } from "./dom.js";
import { asItWas } from "./history.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { everyoneScores } from "./limits.js";
import { follow } from "./live.js";
import * as memory from "./memory.js";
import { createPreview, entryOf, handBody, scoreBody, stillPossible } from "./preview.js";
import { scoreStep } from "./scorestep.js";
import { ask } from "./sheet.js";
import { createTilesStep } from "./tilesstep.js";
import { handsBar, whoStep } from "./who.js";
import { refusal, winWords } from "./words.js";

const STEPS = ["who", "tiles", "score"];
const PLAYERS = [0, 1, 2, 3];

/** Opens the entry of a win; returns what to call when the screen is left. */
export function winView(id) {
  let gone = false;
  let stop = () => {};
  const leave = () => { gone = true; stop(); };
  const draft = memory.draft(id) ?? { game: id, seq: null, winner: null, win: null, from: null, events: [], key: newKey() };
  gameState(id)
    .then(async (state) => {
      const rules = await ruleSet(state.rules);
      const events = draft.correcting ? (await history(id)).events : null;
      if (!gone) stop = run({ id, token: memory.token(id), now: state, rules, draft, events });
    })
    .catch((problem) => {
      if (!gone) show(h("section", { class: "card lost" }, h("h1", {}, t("The table cannot be shown")), h("p", {}, refusal(problem)), h("a", { class: "button", href: `#game=${id}` }, t("Back to the table"))));
    });
  return leave;
}

function run({ id, token, now, rules, draft, events }) {
  let step = draft.step ?? (draft.winner !== null && draft.win ? "tiles" : "who");
  let sending = false;
  let over = false; // the screen was left: what comes in late changes nothing any more
  draft.seq ??= now.seq;
  const then = () => (draft.correcting ? asItWas(now, events, draft.correcting) : now);
  let state = then();
  const shown = () => draft.at ?? draft.winner; // whose hand is on the screen
  const results = PLAYERS.map(() => createPreview((body, signal) => score(body, signal), () => render()));
  const explained = createPreview((body, signal) => score(body, signal, true), () => render());
  const paid = createPreview((body, signal) => previewHand(id, token, body, draft.correcting, signal), () => render());
  const hands = PLAYERS.map((player) => createTilesStep({
    rules, keep, next: () => doneWith(player), get: () => entryOf(draft, player), set: (patch) => setEntry(player, patch),
  }));
  const frame = buildFrame({ onBack: back, onDrop: drop, correcting: draft.correcting });
  const toTable = () => { location.hash = `game=${id}`; };
  const unfollow = follow(id, { onState: (newer) => { now = newer; state = then(); rescore(); render(); }, onLink: () => {} });

  function rescore() {
    const known = draft.winner !== null && draft.win;
    for (const player of PLAYERS) results[player].ask(known ? scoreBody({ state, draft, player }) : null);
    const last = known && step === "score";
    const ready = last && (["faan", "scores"].includes(draft.mode) || results[draft.winner].result().answer?.valid);
    explained.ask(last ? scoreBody({ state, draft, player: draft.winner }) : null);
    paid.ask(ready ? { ...handBody(draft, rules), expected_seq: draft.seq } : null);
  }
  function keep(patch) {
    Object.assign(draft, patch);
    memory.keepDraft(draft);
  }
  /** Changes the draft, keeps it, and has it scored anew. */
  function update(patch) {
    if (over) return;
    Object.assign(draft, patch);
    if (draft.hand && draft.win) draft.events = stillPossible({ state, draft, rules });
    memory.keepDraft(draft);
    rescore();
    render();
  }
  function setEntry(player, patch) {
    if (player === draft.winner) update(patch);
    else update({ others: { ...draft.others, [player]: { ...entryOf(draft, player), ...patch } } });
  }
  function go(to, at = null) {
    step = to;
    update({ step: to, at });
    window.scrollTo(0, 0);
  }
  function doneWith(player) {
    if (player === draft.winner || draft.hand?.winning !== null && draft.hand) go("score");
    else go("tiles");
  }
  function back() {
    if (step === "tiles" && hands[shown()].back()) return;
    if (step === "tiles" && shown() !== draft.winner) {
      doneWith(shown());
      return;
    }
    const before = STEPS[STEPS.indexOf(step) - 1];
    if (before) go(before);
    else toTable();
  }
  function drop() {
    ask(t("Drop this entry?"), t("The tiles and choices entered so far are thrown away. The table is not changed."), t("Drop it"), () => {
      memory.dropDraft();
      toTable();
    });
  }
  function pick(patch) {
    const other = "winner" in patch && patch.winner !== draft.winner;
    update({ ...patch, events: [], ...(other ? { hand: null, mode: null, others: {}, scores: undefined, at: null } : {}) });
    if (draft.winner !== null && draft.win) go("tiles");
  }

  async function confirm() {
    sending = true;
    render();
    const body = handBody(draft, rules);
    try {
      const [what, sent] = draft.correcting ? ["corrections", { seq: draft.correcting, hand: body }] : ["hands", body];
      await record(id, what, { ...sent, expected_seq: draft.seq }, { token, key: keyFor(body) });
      memory.dropDraft();
      toTable();
    } catch (problem) {
      sending = false;
      if (problem.code === "stale_seq") now = await gameState(id).catch(() => now);
      state = then();
      notice(refusal(problem), { alarm: true });
      render();
    }
  }
  function keyFor(body) {
    const text = JSON.stringify(body);
    if (draft.sent && draft.sent !== text) draft.key = newKey();
    keep({ sent: text });
    return draft.key;
  }

  function resultOf(player) {
    const plain = results[player].result();
    const full = player === draft.winner && explained.result();
    return full?.answer && !full.waiting ? { ...plain, answer: plain.answer && { ...plain.answer, refused: full.answer.refused } } : plain;
  }
  function tilesView() {
    const player = shown();
    const role = player === draft.winner ? "winner" : "loser";
    const { body, foot } = hands[player].render({ state, draft, entry: entryOf(draft, player), result: results[player].result(), role });
    const all = everyoneScores(rules) && draft.mode !== "scores";
    return { body: [all && handsBar({ state, draft, shown: player, onpick: (other) => go("tiles", other) }), body], foot };
  }
  function title() {
    if (step === "who") return t("A win");
    if (step === "tiles" && shown() !== draft.winner) return t("{name}'s hand", { name: state.players[shown()].name });
    return winWords(state, draft);
  }

  function render() {
    if (over) return;
    if (step === "score") rescore(); // the payments are asked for once the hand is known to be a win
    const stale = draft.seq !== now.seq && !sending;
    const moved = stale && h("section", { class: "card stale", role: "alert" },
      h("p", {}, t("Meanwhile another phone recorded something. Seats and points below are the new ones: check that this win is still to be entered.")),
      h("button", { class: "primary", onclick: () => update({ seq: now.seq }) }, t("Yes, go on")));
    const views = {
      who: () => ({ body: whoStep({ state, draft, pick }), foot: null }),
      tiles: tilesView,
      score: () => scoreStep({ state, draft, rules, events, results: resultOf, paid: paid.result(), update, confirm, sending, stale, toHand: (player) => go("tiles", player) }),
    };
    const { body, foot } = views[step]();
    frame.update({ step, title: title(), body: [moved, body], foot });
  }

  rescore();
  render();
  return () => {
    over = true;
    unfollow();
    [...results, explained, paid, ...hands].forEach((each) => each.stop());
  };
}

function buildFrame({ onBack, onDrop, correcting }) {
  const title = h("h1", {});
  const dots = h("span", { class: "steps" });
  const body = h("div", { class: "win-body" });
  const foot = h("footer", { class: "win-foot" });
  show(
    h("header", { class: "bar" },
      h("button", { class: "icon", "aria-label": t("One step back"), onclick: onBack }, icon("back")),
      h("div", { class: "bar-title" }, title, dots),
      h("button", { class: "quiet", onclick: onDrop }, t("Cancel"))),
    body, foot);
  return {
    update({ step, title: words, body: children, foot: below }) {
      title.textContent = words;
      const place = t("Step {n} of {all}", { n: STEPS.indexOf(step) + 1, all: STEPS.length });
      dots.textContent = correcting ? `${t("Setting an older hand right")} · ${place}` : place;
      const opened = [...body.querySelectorAll("details[open]")].map((each) => each.className);
      body.replaceChildren(...children.flat(Infinity).filter(Boolean));
      body.querySelectorAll("details").forEach((each) => { if (opened.includes(each.className)) each.open = true; });
      foot.replaceChildren(...[below].flat(Infinity).filter(Boolean));
      foot.hidden = !below;
    },
  };
}
