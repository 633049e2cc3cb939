// The table as it stands: four sides, the round in the middle, and what can be done next.

import { gameState, history, ruleSet } from "../api/client.js";
import { follow, followDraft } from "../api/stream.js";
import { t } from "../i18n/translation.js";
import { nextCard } from "../start/games.js";
import { newDraft } from "../state/draft.js";
import { confirm, onWaiting, sendWaiting, waitingAt } from "../state/outbox.js";
import { drawKeepsDealer, everyoneScores } from "../state/rules.js";
import { isBegun, joinDraft } from "../state/shared-draft.js";
import * as storage from "../state/storage.js";
import { phonePlayer } from "../state/storage.js";
import { announce, h, notice, show } from "../ui/dom.js";
import { languageButton } from "../ui/language.js";
import { refusal } from "../ui/refusals.js";
import { ask } from "../ui/sheet.js";
import { tileImage } from "../ui/tiles.js";
import { flowWords, paidLast } from "./arrows.js";
import { eventsSince, offlineCard, waitingCard } from "./connection.js";
import { byWords, enteringCard } from "./draft-cards.js";
import { eventLine, eventTitle, hasReasons, lastUndoable } from "./events.js";
import { openHistory, openReasons } from "./history.js";
import { openMore } from "./incidents.js";
import { openShare } from "./links.js";
import { askWhose, feltView } from "./seats.js";
import { openEvening } from "./standings.js";

/** @import { LedgerEvent, Payment, Refusal, RulesDetail, SharedDraft, State } from "../types" */

/**
 * @param {LedgerEvent} event
 * @param {State} state
 */
function lastWords(event, state) {
  return t("Last: {what}", { what: eventLine(event, state) });
}

/**
 * @param {Payment[]} payments
 * @param {State} state
 */
function paidWords(payments, state) {
  return payments.length
    ? h(
        "ul",
        { class: "plain paid", "aria-label": t("Who paid whom") },
        flowWords(payments, state.players).map((each) => h("li", {}, each)),
      )
    : null;
}

/** @param {State} state */
function standings(state) {
  return h(
    "section",
    { class: "card standings" },
    h("h2", {}, t("The game is over")),
    h(
      "ol",
      { class: "plain" },
      state.standings.map(({ player, points, rank }) =>
        h(
          "li",
          {},
          h("span", { class: "rank" }, String(rank)),
          h("b", {}, state.players[player].name),
          h("span", { class: "points" }, String(points)),
        ),
      ),
    ),
  );
}

/**
 * Shows a game's table and follows it; returns what to call when the screen is left.
 *
 * @param {string} id
 */
export function tableView(id) {
  const token = storage.token(id);
  /** @type {State} */
  let state;
  /** @type {RulesDetail | null} */
  let rules = null; // the table is drawn without them
  /** @type {Promise<RulesDetail> | null} */
  let asked = null; // the same, while they are on their way
  let linked = true;
  let gone = false;
  /** @type {SharedDraft | null} */
  let shared = null; // a win that other phones are entering
  let unshare = () => {};
  /** @type {LedgerEvent | null} */
  let latest = null; // the last event, with what it changed
  /** @type {LedgerEvent[]} */
  let events = []; // all of them
  /** @type {LedgerEvent[] | null} */
  let since = null; // what happened, where an entry of this phone waits that the table has left behind

  const isEntered = () => shared?.seq === state.seq && isBegun(shared);
  /** @param {number | null=} winner */
  const startWin = (winner = null) => {
    storage.keepDraft(newDraft({ game: id, seq: state.seq, winner, apart: isEntered() })); // who saw another phone's win means another one
    location.hash = `game=${id}&win`;
  };
  const join = () => {
    if (shared) storage.keepDraft(joinDraft(shared, newDraft({ game: id, seq: state.seq })));
    location.hash = `game=${id}&win`;
  };
  /**
   * @param {string} what
   * @param {object} body
   */
  const send = async (what, body) => {
    try {
      const answer = await confirm(id, what, body, { seq: state.seq });
      if (answer) take(answer.state);
    } catch (problem) {
      notice(refusal(problem), { alarm: true });
      gameState(id).then(take, () => {});
    }
  };
  /** @param {State} of */
  const askRules = (of) => {
    asked ??= ruleSet(of.rules, of.options).finally(() => {
      asked = null;
    });
    return asked;
  };
  /** @param {(rules: RulesDetail) => void} run */
  async function byTheRules(run) {
    try {
      rules ??= await askRules(state);
    } catch (problem) {
      notice(refusal(problem), { alarm: true });
      return;
    }
    if (!gone) run(rules);
  }
  const draw = () =>
    byTheRules((known) =>
      ask(
        t("Nobody won?"),
        drawKeepsDealer(state, known)
          ? t("The wall ran out. Nobody pays, and the same player deals again.")
          : t("The wall ran out. Nobody pays, and the next player deals."),
        t("Record the draw"),
        () => send("hands", { draw: true }),
      ),
    );
  const waits = onWaiting(() => {
    if (state) refresh();
  });
  const undo = () => {
    const last = events.at(-1)?.seq === state.seq ? lastUndoable(events) : null; // else not known yet
    const what = last ? `${eventTitle(last, state)}. ` : "";
    ask(
      t("Take the last entry back?"),
      what + t("Points, winds and dealer go back to what they were. The history keeps both."),
      t("Take it back"),
      () => send("undo", {}),
    );
  };

  /** @param {State} newer */
  function take(newer) {
    state = newer;
    latest = null;
    history(id).then(
      (known) => {
        ({ events } = known);
        const last = events[events.length - 1];
        if (last.seq !== state.seq || last.kind === "started") return;
        latest = last;
        announce(lastWords(latest, state));
        render();
      },
      () => {},
    ); // only an adornment: the table itself stands
    storage.keepGame(id, { names: state.players.map(({ name }) => name), finished: state.finished });
    storage.keepHouse(state.rules);
    refresh();
  }

  /** Draws the table, and once more when it is known what happened since an entry of this phone was refused. */
  async function refresh() {
    render();
    since = await eventsSince(id);
    if (since && !gone) render();
  }

  function joinWords() {
    if (!shared || shared.winner === null) return t("A win is being entered: add a hand");
    return t(
      rules && everyoneScores(rules) ? "{name} won: add a hand" : "{name} won: see it and go on",
      state.players[shared.winner],
    );
  }

  const following = () => (state.finished ? shared?.next : null);

  function actions() {
    if (!token)
      return (
        !state.finished &&
        h(
          "p",
          { class: "card watching" },
          t(
            "This phone watches. To record hands too, ask whoever keeps the score to share “To play and record” with you.",
          ),
        )
      );
    const kept = storage.draft(id);
    const entering = !kept && isEntered();
    return h(
      "div",
      { class: "table-actions" },
      kept &&
        !state.finished &&
        h("a", { class: "button resume", href: `#game=${id}&win` }, t("Go on with the win you began")),
      entering && [h("button", { class: "resume", onclick: join }, joinWords()), shared && byWords(state, shared)],
      state.finished
        ? h("a", { class: following() ? "button" : "button primary big", href: `#again=${id}` }, t("Play another game"))
        : h("button", { class: "primary big", onclick: () => startWin() }, t("Somebody won")),
      h(
        "div",
        { class: "pair" },
        !state.finished && h("button", { onclick: draw }, t("Draw, nobody won")),
        h("button", { onclick: undo, disabled: state.seq < 2 || waitingAt(id).length > 0 }, t("Take back last hand")),
      ),
      !state.finished &&
        h(
          "button",
          { class: "quiet", onclick: () => byTheRules((known) => openMore({ state, rules: known, send })) },
          t("False win, seats, points …"),
        ),
    );
  }

  function render() {
    if (gone) return;
    const last = latest;
    const next = following();
    const payments = last ? paidLast(events) : [];
    const pick = token && !state.finished ? startWin : null;
    show(
      h(
        "header",
        { class: "bar" },
        h(
          "a",
          { class: "home", href: "#", "aria-label": `Tableside: ${t("All games")}` },
          tileImage("7z", { silent: true }),
          h("b", {}, "Tableside"),
        ),
        h("span", { class: linked ? "link up" : "link down" }, t(linked ? "live" : "offline")),
        h("button", { class: "quiet", onclick: () => openHistory(id, state, token) }, t("History")),
        h("button", { class: "quiet", onclick: () => openShare(id, token) }, t("Share")),
      ),
      linked ? null : offlineCard(id),
      next && nextCard(id, next),
      waitingCard({ id, state, events: since }),
      feltView({ state, me: phonePlayer(state) ?? state.seats[0], changes: last?.changes, payments, onpick: pick }),
      last &&
        h(
          "div",
          { class: "last-hand" },
          h("span", {}, lastWords(last, state)),
          hasReasons(last)
            ? h("button", { class: "text", onclick: () => openReasons(last, { id, token, state, events }) }, t("Why?"))
            : null,
        ),
      paidWords(payments, state),
      state.finished && standings(state),
      !token && shared && isEntered() && enteringCard(state, shared),
      actions(),
      h(
        "div",
        { class: "table-tools" },
        h(
          "button",
          { class: "quiet", onclick: () => askWhose(state, render) },
          t(phonePlayer(state) === null ? "Where do you sit?" : "Turn the table"),
        ),
        !state.finished &&
          h(
            "button",
            { class: "quiet", onclick: async () => (await import("./setup.js")).openSetup(state.rules, state.options) },
            t("Walls and dice"),
          ),
        languageButton(render),
      ),
      h("button", { class: "quiet", onclick: () => openEvening(id, state) }, t("Standings, statistics, settlement")),
    );
  }

  /** @param {State} newer */
  const begin = (newer) => {
    askRules(newer).then(
      (known) => {
        rules = known;
        if (shared) render();
      },
      () => {},
    ); // whoever needs them asks again
    unshare = followDraft(id, (draft) => {
      shared = draft;
      render();
    });
    take(newer);
  };
  /** @param {boolean} up */
  const onLink = (up) => {
    if (linked !== up) announce(t(up ? "Connected again" : "No connection"));
    linked = up;
    if (up) sendWaiting();
    if (state) render();
  };
  const onDeleted = () => {
    gone = true;
    unshare();
    lost(id, { code: "game_deleted" });
  };
  const stop = watch(id, { begin, take, onLink, onDeleted });
  return () => {
    gone = true;
    waits();
    unshare();
    stop();
  };
}

/**
 * Says why the table is not shown; a game that was deleted is forgotten on this phone, too.
 *
 * @param {string} id
 * @param {Refusal} problem
 */
function lost(id, problem) {
  const isDeleted = problem.code === "game_deleted";
  if (isDeleted) storage.forgetGame(id);
  show(
    h(
      "section",
      { class: "card lost", role: "alert" },
      h("h2", {}, t(isDeleted ? "The game is deleted" : "The table cannot be shown")),
      h("p", {}, refusal(problem)),
      !isDeleted && h("button", { class: "primary", onclick: () => location.reload() }, t("Try again")),
      h("a", { class: "button", href: "#" }, t("All games")),
    ),
  );
}

/**
 * @param {string} id
 * @param {{ begin: (state: State) => void, take: (state: State) => void, onLink: (up: boolean) => void, onDeleted: () => void }} given
 */
function watch(id, { begin, take, onLink, onDeleted }) {
  let gone = false;
  let stop = () => {};
  gameState(id)
    .then((state) => {
      if (gone) return;
      begin(state);
      stop = follow(id, {
        onState: (newer) => {
          if (!gone) take(newer);
        },
        onLink,
        onDeleted,
        seq: state.seq,
      });
    })
    .catch((problem) => {
      if (!gone) lost(id, problem);
    });
  return () => {
    gone = true;
    stop();
  };
}
