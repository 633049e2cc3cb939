// Entering a win: who, then the tiles with what they are worth. Nothing is recorded before the last button.
//
// An older hand is set right the same way (`draft.correcting` is its number), at the table as it was then.

import { draftPicture, dropDraft, gameState, history, previewHand, ruleSet, score } from "../api/client.js";
import { follow } from "../api/stream.js";
import { t } from "../i18n/translation.js";
import { keepPossible } from "../state/circumstances.js";
import { entryOf, handBody, holdDraft, isWinner, newDraft, scoreBody, winnersOf } from "../state/draft.js";
import { exchangeDraft } from "../state/draft-exchange.js";
import { confirm as confirmed } from "../state/outbox.js";
import { heldPhoto, keepPhotos } from "../state/photos.js";
import { createPreview } from "../state/preview.js";
import { everyoneScores, faanLimits } from "../state/rules.js";
import * as storage from "../state/storage.js";
import { phonePlayer } from "../state/storage.js";
import { besideCard, joinedWords } from "../table/draft-cards.js";
import { stateBefore } from "../table/events.js";
import { h, notice, show } from "../ui/dom.js";
import { refusal } from "../ui/refusals.js";
import { ask } from "../ui/sheet.js";
import { winWords } from "../ui/words.js";
import { buildFrame } from "./frame.js";
import {
  chips,
  clashCard,
  clashes,
  clashing,
  nextHand,
  payLine,
  recordButton,
  scoreCards,
  toChips,
  unknownHand,
  worthOf,
} from "./score.js";
import { createTilesStep } from "./tiles-step.js";
import { handsBar, whoStep } from "./winner.js";

/** @import { Draft, LedgerEvent, Result, RulesDetail, SharedDraft, State, Win, WonDraft } from "../types" */

const PLAYERS = [0, 1, 2, 3];

/**
 * Opens the entry of a win; returns what to call when the screen is left.
 *
 * @param {string} id
 */
export function winView(id) {
  let gone = false;
  let stop = () => {};
  const leave = () => {
    gone = true;
    stop();
  };
  const begun = storage.draft(id);
  gameState(id)
    .then(async (state) => {
      const rules = await ruleSet(state.rules, state.options);
      const events = begun?.correcting ? (await history(id)).events : null;
      if (!gone)
        stop = run({
          id,
          token: storage.token(id),
          now: state,
          rules,
          begun: begun ?? newDraft({ game: id, seq: state.seq }),
          events,
        });
    })
    .catch((problem) => {
      if (!gone)
        show(
          h(
            "section",
            { class: "card lost" },
            h("h1", {}, t("The table cannot be shown")),
            h("p", {}, refusal(problem)),
            h("a", { class: "button", href: `#game=${id}` }, t("Back to the table")),
          ),
        );
    });
  return leave;
}

/** @param {{ id: string, token: string | null, now: State, rules: RulesDetail, begun: Draft, events: LedgerEvent[] | null }} given */
function run({ id, token, now, rules, begun, events }) {
  let draft = begun;
  let step = draft.winner !== null && draft.win && draft.step !== "who" ? "hand" : "who";
  let sending = false;
  let over = false; // the screen was left: what comes in late changes nothing any more
  /** @type {SharedDraft | null} */
  let beside = null; // another win, which another phone is entering
  const then = () => (draft.correcting ? stateBefore(now, events ?? [], draft.correcting) : now);
  let state = then();
  const shown = () => /** @type {number} */ (draft.at ?? draft.winner); // whose hand is on the screen
  const won = () => /** @type {WonDraft} */ (draft); // where the tiles are on the screen
  const results = PLAYERS.map(() =>
    createPreview(
      (body, signal) => score(body, signal),
      () => render(),
    ),
  );
  const explained = createPreview(
    (body, signal) => score(body, signal, true),
    () => render(),
  );
  const paid = createPreview(
    (body, signal) => previewHand(id, token, body, draft.correcting, signal),
    () => render(),
  );
  const held = holdDraft(begun, {
    onChange: (newer, taken) => {
      if (over) return;
      if (taken?.winner !== undefined || taken?.win) step = "hand";
      onKeep(newer);
      rescore();
      render();
      if (!taken) together?.push();
    },
    onKeep,
    possible: (newer, player) => keepPossible({ state, draft: newer, rules, player }),
  });
  const hands = PLAYERS.map((player) =>
    createTilesStep({
      rules,
      hand: held.handOf(player),
      redraw: () => render(),
      pass: (blob) => together?.picture(player, blob),
      fetchPicture: (picture) => draftPicture(id, token, picture),
      heldPicture: () => heldPhoto(draft.held, player),
    }),
  );
  const frame = buildFrame({ onBack: back, onDrop: drop, correcting: draft.correcting });
  const toTable = () => {
    location.hash = `game=${id}`;
  };
  // Every phone of the table sees what is entered and goes on with it; where all four hands count, each adds some.
  const together =
    !draft.correcting && token
      ? exchangeDraft({
          id,
          token,
          draft: held,
          me: () => phonePlayer(now),
          onJoin: (by) => notice(joinedWords(state, by)),
          onBeside: (shared) => {
            beside = shared;
            render();
          },
        })
      : null;
  const unfollow = follow(id, {
    onState: moveOn,
    onLink: (up) => {
      if (up) reconnect();
    },
    seq: now.seq,
  });

  function rescore() {
    const known = draft.winner !== null && draft.win;
    for (const player of PLAYERS) results[player].ask(known ? scoreBody({ state, draft, player }) : null);
    const valid = known && step === "hand" && winnersOf(draft).every((player) => isCounted(player));
    explained.ask(valid ? scoreBody({ state, draft, player: won().winner }) : null);
    paid.ask(valid ? { ...body(), expected_seq: draft.seq } : null);
  }
  /** @param {number} player */
  const isCounted = (player) =>
    ["faan", "scores"].includes(entryOf(draft, player).mode ?? "") ||
    draft.mode === "scores" ||
    Boolean(results[player].result().answer?.valid);
  /** Whether every winner has as many faan as count at most: then somebody may have to pay for all. */
  function limitReached() {
    const { cap } = faanLimits(state, rules);
    return winnersOf(draft).every((player) => {
      const entry = entryOf(draft, player);
      return ((entry.mode === "faan" ? entry.faan : results[player].result().answer?.faan) ?? 0) >= cap;
    });
  }
  const body = () => handBody(draft, rules, { limit: limitReached() });
  function reconnect() {
    [...results, explained, paid, ...hands].forEach((each) => {
      each.retry();
    });
    rescore();
    render();
  }
  /** @param {Draft} newer */
  function onKeep(newer) {
    draft = newer;
    storage.keepDraft(draft);
  }
  /**
   * Takes the table as it is now; a win that another phone has recorded is over here too.
   *
   * @param {State} newer
   */
  async function moveOn(newer) {
    now = newer;
    state = then();
    if (together && !sending && newer.seq !== draft.seq) {
      const last = (await history(id).catch(() => null))?.events.at(-1);
      if (over) return;
      if (last?.kind === "hand_won" && last.winner === draft.winner && last.seq === draft.seq + 1) {
        storage.dropDraft();
        notice(t("Another phone has recorded this win."));
        toTable();
        return;
      }
    }
    rescore();
    render();
  }
  /**
   * @param {string} to
   * @param {number | null=} at
   */
  function go(to, at = null) {
    step = to;
    held.moveTo(to, at);
    window.scrollTo(0, 0);
  }
  function back() {
    if (step === "hand" && hands[shown()].back()) return;
    if (step === "hand" && shown() !== draft.winner) {
      go("hand");
      return;
    }
    if (step === "hand") go("who");
    else toTable();
  }
  function drop() {
    ask(
      t("Drop this entry?"),
      t("The tiles and choices entered so far are thrown away. The table is not changed."),
      t("Drop it"),
      () => {
        storage.dropDraft();
        if (together && draft.shared?.seq === draft.seq) dropDraft(id, token).catch(() => {}); // the next event ends it anyway
        toTable();
      },
    );
  }
  /**
   * @param {Win} win
   * @param {number | null} from
   */
  function pickWin(win, from) {
    held.pickWin(win, from);
    go("hand");
  }
  /** @param {number} player */
  function flipAlso(player) {
    if (held.flipAlso(player) && draft.mode !== "scores") go("hand", player);
  }

  async function confirm() {
    sending = true;
    render();
    const told = body();
    try {
      const [what, sent] = draft.correcting ? ["corrections", { seq: draft.correcting, hand: told }] : ["hands", told];
      const key = held.keyFor(told);
      const photos = hands.map((each) => each.kept());
      const answer = await confirmed(id, what, sent, { key, seq: draft.seq, draft: { ...draft } });
      keepPhotos(key, { game: id, seq: answer?.seq ?? null, photos, before: draft.held });
      if (!answer) notice(t("Kept on this phone. It is sent when the connection returns."));
      storage.dropDraft();
      toTable();
    } catch (problem) {
      sending = false;
      if (problem.code === "stale_seq") now = await gameState(id).catch(() => now);
      state = then();
      notice(refusal(problem), { alarm: true });
      render();
    }
  }
  /**
   * @param {number} player
   * @returns {Result}
   */
  function resultOf(player) {
    const plain = results[player].result();
    const full = player === draft.winner ? explained.result() : null;
    return full?.answer && !full.waiting
      ? { ...plain, answer: plain.answer && { ...plain.answer, refused: full.answer.refused } }
      : plain;
  }
  /** @param {number} other */
  const toHand = (other) => go("hand", other);
  /** @param {import("./score.js").Clash[]} found */
  function bar(found) {
    const everyone = everyoneScores(rules) && draft.mode !== "scores";
    return everyone || draft.also?.length
      ? handsBar({
          state,
          draft,
          shown: shown(),
          everyone,
          /** @param {number} player */ results: (player) => results[player].result(),
          clashing: clashing(found),
          onpick: toHand,
        })
      : null;
  }
  /**
   * The way on from a hand that did not win: to the next that is unknown once the winner's is there, else to the winner's.
   *
   * @param {number} player
   */
  function onward(player) {
    const next = isCounted(won().winner) ? unknownHand(won(), player) : undefined;
    const words = next === undefined ? t("Done with this hand") : t("Next: {name}'s hand", state.players[next]);
    return { words, run: () => go("hand", next ?? null), leave: () => go("hand") };
  }
  /** The tiles of whoever is shown; below the winner's, once they are there, all that follows from them. */
  function handView() {
    const player = shown();
    const role = isWinner(draft, player) ? "winner" : "loser";
    const result = resultOf(player);
    const found = clashes(draft, paid.result().problem);
    const wrong = clashing(found).includes(player) ? clashCard({ state, found, shown: player, toHand }) : null;
    const {
      body: tiles,
      side = [],
      foot,
      complete,
    } = hands[player].render({
      state,
      draft,
      entry: entryOf(draft, player),
      result,
      role,
      wrong,
      onward: role === "loser" ? onward(player) : null,
    });
    const body = [bar(found), tiles];
    if (!complete)
      return {
        body,
        side: [side, role === "loser" && result.answer?.valid && worthOf({ state, draft, rules, player, result })],
        foot,
      };
    if (player !== draft.winner) {
      const special =
        entryOf(draft, player).hand && chips({ state, draft, rules, player }, held.handOf(player).chooseEvents);
      const done = h("button", { class: "primary big", onclick: () => go("hand") }, t("Done with this hand"));
      return { body, side: [side, special, worthOf({ state, draft, rules, player, result })], foot: [foot, done] };
    }
    const context = {
      state,
      draft: won(),
      rules,
      events,
      results: resultOf,
      paid: paid.result(),
      found,
      limit: limitReached(),
      chooseEvents: held.handOf(won().winner).chooseEvents,
      pickResponsible: held.pickResponsible,
      flipAlso,
      toHand,
    };
    const others = winnersOf(draft).every(isCounted);
    const away = result.problem?.code === "not_reached";
    const record = recordButton({
      state,
      draft: won(),
      paid: away ? { problem: result.problem } : paid.result(),
      sending,
      stale: isStale(),
      blocked: !away && !others,
      confirm,
    });
    return {
      body,
      side: [side, scoreCards(context)],
      foot: [foot, toChips(context), nextHand(context) ?? payLine(context), record],
    };
  }
  const isStale = () => draft.seq !== now.seq && !sending;
  function title() {
    if (step === "who") return t("A win");
    if (shown() !== draft.winner) return t("{name}'s hand", { name: state.players[shown()].name });
    return winWords(state, won());
  }

  function render() {
    if (over) return;
    rescore(); // the payments are asked for once the hand is known to be a win
    const moved =
      isStale() &&
      h(
        "section",
        { class: "card stale", role: "alert" },
        h(
          "p",
          {},
          t(
            "Meanwhile another phone recorded something. Seats and points below are the new ones: check that this win is still to be entered.",
          ),
        ),
        h("button", { class: "primary", onclick: () => held.goOnAt(now.seq) }, t("Yes, go on")),
      );
    const {
      body: shownBody,
      side,
      foot,
    } = step === "who"
      ? whoStep({ state, draft, pickWinner: held.pickWinner, pickWin, onward: () => go("hand") })
      : handView();
    frame.update({
      step,
      title: title(),
      body: [moved, beside && besideCard(state, beside, () => beside && together?.join(beside)), shownBody],
      side,
      foot,
    });
  }

  rescore();
  render();
  return () => {
    over = true;
    unfollow();
    together?.stop();
    [...results, explained, paid, ...hands].forEach((each) => {
      each.stop();
    });
  };
}
