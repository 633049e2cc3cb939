// Entering a win: who, then the tiles with what they are worth. Nothing is recorded before the last button.
//
// An older hand is set right the same way (`draft.correcting` is its number), at the table as it was then.

import {
  draftPicture,
  freshState,
  gameState,
  handOn,
  history,
  previewHand,
  ruleSet,
  scoreThere,
} from "../api/client.js";
import { shownTiles } from "../api/photo.js";
import { follow } from "../api/stream.js";
import { t, withWords } from "../i18n/translation.js";
import { phoneScorer, score } from "../scorer/score.js";
import { keepPossible } from "../state/circumstances.js";
import { uncalled } from "../state/claims.js";
import { entryOf, handBody, holdDraft, isWinner, newDraft, scoreBody, winnersOf } from "../state/draft.js";
import { exchangeDraft } from "../state/draft-exchange.js";
import { handText } from "../state/notation.js";
import { observable } from "../state/observable.js";
import { confirm as confirmed } from "../state/outbox.js";
import { heldPhoto, keepPhotos } from "../state/photos.js";
import { everyoneScores, faanLimits, house, sameRules, waysForAll } from "../state/rules.js";
import { startWatch } from "../state/stopwatch.js";
import * as storage from "../state/storage.js";
import { phonePlayer } from "../state/storage.js";
import { stateNow } from "../state/waiting-hands.js";
import { explainRefusal } from "../table/connection.js";
import { besideCard, joinedWords } from "../table/draft-cards.js";
import { isNote, stateBefore } from "../table/events.js";
import { adjust, askFalseWin } from "../table/incidents.js";
import { failureCard } from "../ui/failure.js";
import { useObservable } from "../ui/hooks.js";
import { leaveTo } from "../ui/navigation.js";
import { notice, show } from "../ui/page.js";
import { ask } from "../ui/sheet.js";
import { keepAwake } from "../ui/wake-lock.js";
import { winWords } from "../ui/words.js";
import { Fragment, html } from "../vendor/preact.js";
import { calledChoice, isCalledAsked, isCalledWaited } from "./claims.js";
import { Frame } from "./frame.js";
import { holdPrices } from "./prices.js";
import {
  agreedPreview,
  chips,
  clashCard,
  clashes,
  clashing,
  nextHand,
  payLine,
  recordButton,
  recordState,
  scoreCards,
  shortWays,
  toChips,
  unknownHand,
  worthOf,
} from "./score.js";
import { createTilesStep } from "./tiles-step.js";
import { handsBar, whoStep } from "./winner.js";
import { faanChips } from "./worth-form.js";

/** @import { Problem } from "../api/http.js" */
/** @import { Draft, Hand, LedgerEvent, RulesDetail, SharedDraft, State, Win, WonDraft } from "../types" */

const PLAYERS = [0, 1, 2, 3];

/**
 * Opens the entry of a win; returns what to call when the screen is left.
 *
 * @param {string} id
 */
export function winView(id) {
  let gone = false;
  let stop = () => {};
  const sleep = keepAwake();
  const leave = () => {
    gone = true;
    sleep();
    stop();
  };
  const begun = storage.draft(id);
  gameState(id)
    .then(async (last) => {
      const { state, isBehind } = await stateNow(last);
      const events = begun?.correcting ? (await history(id)).events : null;
      const then = begun?.correcting ? stateBefore(state, events ?? [], begun.correcting) : state;
      const rules = await ruleSet(then.rules, then.options);
      if (!gone)
        stop = run({
          id,
          token: storage.token(id),
          now: state,
          rules,
          begun: begun ?? newDraft({ game: id, seq: state.seq }),
          events,
          isBehind,
        });
    })
    .catch((problem) => {
      if (!gone) show(failureCard(id, problem));
    });
  return leave;
}

/** @param {{ id: string, token: string | null, now: State, rules: RulesDetail, begun: Draft, events: LedgerEvent[] | null, isBehind: boolean }} given */
function run({ id, token, now, rules, begun, events, isBehind }) {
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
  const watch = startWatch(id);
  const drawn = observable({}); // what the screen is drawn from is here; this says when
  const prices = holdPrices({
    score: isBehind ? scoreThere : score,
    pay: (body, signal) => previewHand(id, token, body, signal).catch((problem) => payHere(problem, body)),
    onResult: redraw,
    onPaid: () => {
      if (isOutdated()) catchUp();
      redraw();
    },
  });
  /**
   * Counts on this phone what a hand pays, where the service does not answer.
   *
   * @param {Problem} problem
   * @param {any} body
   */
  async function payHere(problem, { expected_seq: _, ...body }) {
    const isOurs = problem.code === "not_reached" && !isBehind && !draft.correcting;
    const { moveHere } = (isOurs && (await phoneScorer())) || {};
    const moved = await moveHere?.(now, body);
    if (!moved) throw problem;
    return moved;
  }
  const held = holdDraft(begun, {
    onChange: (newer, taken) => {
      if (over) return;
      const before = step;
      if (newer.win && (taken?.winner !== undefined || taken?.win)) step = "hand"; // else how is still to be said
      if (newer.mode && newer.mode !== draft.mode) step = "hand"; // a way to enter it was taken
      if (step !== before) window.scrollTo(0, 0); // the ways to enter it lie far down, its tiles at the top
      onKeep(newer);
      redraw();
      if (!taken) together?.push();
    },
    onKeep,
    possible: (newer, player) => keepPossible({ state, draft: newer, rules, player }),
  });
  const hands = PLAYERS.map((player) =>
    createTilesStep({
      rules,
      hand: held.handOf(player),
      redraw,
      pass: (blob) => together?.picture(player, blob),
      watch,
      fetchPicture: (picture) => draftPicture(id, token, picture),
      heldPicture: () => heldPhoto(draft.held, player),
      tileSet: () => shownTiles(id),
    }),
  );
  const toTable = () => {
    leaveTo(`#game=${id}`);
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
            redraw();
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
    if (sending) return; // the table that the hand itself moves on is none to count it on
    prices.askHands(state, draft);
    const known = draft.winner !== null && draft.win;
    const valid =
      known && (step === "hand" || draft.mode === "faan") && winnersOf(draft).every((player) => isCounted(player));
    prices.askPayments(
      valid ? scoreBody({ state, draft: prices.counted(draft), player: won().winner }) : null,
      valid ? { ...told(), expected_seq: now.seq } : null, // on the table as it is shown
    );
  }
  /** @param {number} player */
  const isCounted = (player) =>
    ["faan", "scores"].includes(entryOf(draft, player).mode ?? "") ||
    draft.mode === "scores" ||
    Boolean(prices.of(draft, player).answer?.valid);
  /** Whether every winner has as many faan as count at most: then somebody may have to pay for all. */
  function limitReached() {
    const { cap } = faanLimits(state, rules);
    return winnersOf(draft).every((player) => {
      const entry = entryOf(draft, player);
      return ((entry.mode === "faan" ? entry.faan : prices.of(draft, player).answer?.faan) ?? 0) >= cap;
    });
  }
  const body = () =>
    handBody(prices.counted(draft), rules, {
      forAll: waysForAll(state, rules, limitReached()).length > 0,
      players: state.players.length,
    });
  /** Returns what the service is told: the hand, or what an older one is set right to. */
  const told = () => (draft.correcting ? { seq: draft.correcting, hand: body() } : body());
  function reconnect() {
    for (const each of [prices, ...hands]) each.retry();
    redraw();
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
    const isOther = !sameRules(now, newer);
    now = newer;
    state = then();
    if (isOther && !draft.correcting && !sending) {
      notice(t("table-changed-rules"));
      window.dispatchEvent(new HashChangeEvent("hashchange")); // the screen anew, by those
      return;
    }
    if (!sending && !draft.correcting && newer.seq !== draft.seq) {
      const told = (await history(id).catch(() => null))?.events ?? [];
      if (over) return;
      const since = told.filter(({ seq }) => seq > draft.seq);
      if (since.length && since.every(isNote)) {
        held.goOnAt(now.seq); // somebody wrote a line to an older hand
        return;
      }
      const last = told.at(-1);
      if (last?.kind === "hand_won" && last.winner === draft.winner && last.seq === draft.seq + 1) {
        storage.dropDraft();
        notice(t("another-phone-recorded-win"));
        toTable();
        return;
      }
    }
    redraw();
  }
  /** Whether the service has refused to count the payments, because the table has moved on. */
  const isOutdated = () => prices.paid().problem?.code === "stale_seq";
  /** Takes the table as it is, where the word that it has moved on has not come yet. */
  async function catchUp() {
    const newer = await freshState(id).catch(() => null);
    if (newer && !over && newer.seq > now.seq) moveOn(newer);
  }
  /** What the hand pays on the table as it is shown: counted again where that was not the latest. */
  const paidNow = () => (isOutdated() ? { answer: null, problem: null, waiting: true } : prices.paid());
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
    ask(t("drop-entry"), t("tiles-and-choices-entered"), t("drop-it"), async () => {
      await together?.giveUp();
      storage.dropDraft();
      toTable();
    });
  }
  /**
   * @param {Win} win
   * @param {number | null} from
   */
  function pickWin(win, from) {
    held.pickWin(win, from);
    // Else the ways on are on this screen; what follows from a correction is on the next.
    if (everyoneScores(rules) || (draft.mode && (draft.mode !== "faan" || draft.correcting))) go("hand");
  }
  /**
   * Takes what the table has agreed on, and stays where nothing more is asked.
   *
   * @param {{ win: Win, from: number | null, faan: number }} agreed
   */
  function pickFaan(agreed) {
    const isLimit = agreed.faan >= faanLimits(state, rules).cap && house(state, rules, "responsibility") === "limit";
    const more = isLimit || (agreed.win === "discard" && house(state, rules, "multiple_winners") === "all");
    held.agree(agreed);
    if (more || draft.correcting) {
      go("hand");
      return;
    }
    step = "who";
    held.moveTo("who", null);
  }
  function whoView() {
    const isBegun = draft.winner !== null && !everyoneScores(rules);
    const isAgreed = draft.mode === "faan" && Boolean(draft.win);
    const toTiles = draft.winner !== null && draft.win && draft.mode && !isAgreed;
    const agreed =
      isAgreed && prices.paid().problem?.code === "not_reached" && agreedPreview({ state, draft: won(), rules });
    return whoStep({
      state,
      draft,
      pickWinner: held.pickWinner,
      pickWin,
      faan: isBegun && faanChips({ state, draft: won(), rules, limits: faanLimits(state, rules), onFaan: pickFaan }),
      ways: isBegun && draft.win && hands[/** @type {number} */ (draft.winner)].ways(state),
      foot: isAgreed
        ? [
            payLine({ state, draft, paid: agreed ? { answer: agreed, problem: null, waiting: false } : paidNow() }),
            recordButton({ state, draft: won(), paid: paidNow(), sending, stale: isStale(), blocked: false, confirm }),
          ]
        : toTiles && // who came back, or sets a hand right, need not say again what is said
          html`<button type="button" class="primary big" onclick=${() => go("hand")}>${t("continue-tiles")}</button>`,
    });
  }
  /** @param {number} player */
  function flipAlso(player) {
    if (held.flipAlso(player) && draft.mode !== "scores") go("hand", player);
  }

  /**
   * Teaches the table's tile set what was renamed on the photos; what is cut out is sent while the table goes on.
   *
   * @param {string} key of the hand
   * @param {{ photos: { url: string, size: number[], tiles: import("../types").Tile[] }[], set: string | null }} given
   */
  async function teachRenamed(key, { photos, set }) {
    if (!set) return;
    const { picturesOf, teach } = await withWords(import("./corrections.js"), "rare");
    for (const photo of photos) {
      const pictures = await picturesOf(photo);
      teach(set, token, key, pictures).catch(() => {});
    }
  }

  async function confirm() {
    sending = true;
    redraw();
    try {
      const what = draft.correcting ? "corrections" : "hands";
      const sent = told();
      const key = held.keyFor(body());
      const photos = hands.map((each) => each.kept());
      const renamed = hands.map((each) => each.renamed()).filter((each) => each !== null);
      const set = renamed.length ? shownTiles(id) : null; // asked for meanwhile
      const answer = await confirmed(id, what, sent, { key, seq: draft.seq, draft: { ...draft } });
      keepPhotos(key, { game: id, seq: answer?.seq ?? null, photos, before: draft.held });
      if (answer) {
        await teachRenamed(key, { photos: renamed, set: await set }).catch(() => {}); // the hand stands, and the next one is read as before
        handOn(answer.state);
      } else notice(t("kept-on-phone-sent"));
      watch.confirm();
      storage.dropDraft();
      toTable();
    } catch (problem) {
      sending = false;
      if (problem.code === "stale_seq") now = await gameState(id).catch(() => now);
      state = then();
      explainRefusal(problem, now);
      redraw();
    }
  }
  /**
   * Records what the table agrees on in the place of this win.
   *
   * @param {string} what
   * @param {object} body
   */
  async function recordIncident(what, body) {
    try {
      const answer = await confirmed(id, what, body, { seq: now.seq });
      if (!answer) notice(t("kept-on-phone-sent"));
      together?.giveUp(); // where it waits, others go on with it
      storage.dropDraft();
      toTable();
    } catch (problem) {
      explainRefusal(problem, now);
    }
  }
  /** @param {number} player */
  const resultOf = (player) => prices.explained(draft, player);
  /** @param {number} player */
  const priced = (player) => ({
    entry: entryOf(draft, player),
    result: prices.of(draft, player),
    others: prices.otherwise(player),
  });
  /** @param {number} player */
  const isAsked = (player) => isCalledAsked(priced(player));
  /** @param {number} player */
  const sayClosed = (player) => {
    const { hand } = entryOf(draft, player);
    if (hand) held.handOf(player).sayCalled(uncalled(hand));
  };
  /** @param {number} player */
  const saySo = (player) => {
    const { hand } = entryOf(draft, player);
    if (hand) held.handOf(player).sayCalled(hand);
  };
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
          /** @param {number} player */ results: (player) => prices.of(draft, player),
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
    const next = isCounted(won().winner) ? unknownHand({ state, draft: won() }, player) : undefined;
    const words = next === undefined ? t("done-with-hand") : t("next-names-hand", state.players[next]);
    return { button: doneWith(player, words, () => go("hand", next ?? null)), leave: () => go("hand") };
  }
  /**
   * The button that ends a hand beside the first winner's, or the two answers to whether a set of it was called.
   *
   * @param {number} player
   * @param {string} words
   * @param {() => void} leave
   */
  const doneWith = (player, words, leave) =>
    isAsked(player)
      ? calledChoice(priced(player), {
          what: words,
          ready: true,
          onSo: () => {
            saySo(player);
            leave();
          },
          onClosed: () => sayClosed(player),
        })
      : html`<button class="primary big" onclick=${leave}>${words}</button>`;
  /** The tiles of whoever is shown; below the winner's, once they are there, all that follows from them. */
  function handView() {
    const player = shown();
    const role = isWinner(draft, player) ? "winner" : "loser";
    const result = resultOf(player);
    const found = clashes(draft, paidNow().problem);
    const wrong = clashing(found).includes(player) ? clashCard({ state, found, shown: player, toHand }) : null;
    const { complete, ...shownHand } = hands[player].render({
      state,
      draft,
      entry: entryOf(draft, player),
      result,
      others: prices.otherwise(player),
      isAllOne: prices.isAllOne(draft, player),
      role,
      wrong,
      onward: role === "loser" ? onward(player) : null,
    });
    // Keyed by whose it is: nothing of one hand stays on the screen of another.
    const body = [bar(found), html`<${Fragment} key=${player}>${shownHand.body}<//>`];
    const side = html`<${Fragment} key=${player}>${shownHand.side}<//>`;
    const { foot } = shownHand;
    if (!complete)
      return {
        body,
        side: [side, role === "loser" && result.answer?.valid && worthOf({ state, draft, rules, player, result })],
        foot: [foot],
      };
    if (player !== draft.winner) {
      const special =
        entryOf(draft, player).hand && chips({ state, draft, rules, player }, held.handOf(player).chooseEvents);
      const done = doneWith(player, t("done-with-hand"), () => go("hand"));
      return { body, side: [side, special, worthOf({ state, draft, rules, player, result })], foot: [foot, done] };
    }
    const context = {
      state,
      draft: won(),
      rules,
      events,
      results: resultOf,
      isAsked,
      paid: paidNow(),
      found,
      limit: limitReached(),
      chooseEvents: held.handOf(won().winner).chooseEvents,
      pickResponsible: held.pickResponsible,
      flipAlso,
      toHand,
    };
    const mine = won().winner;
    const settled = winnersOf(draft).every(isCounted) && !PLAYERS.some((each) => isCalledWaited(priced(each)));
    const isLeft = PLAYERS.some((each) => each !== mine && isAsked(each));
    const away = result.problem?.code === "not_reached";
    const recording = {
      state,
      draft: won(),
      paid: away ? { problem: result.problem } : paidNow(),
      sending,
      stale: isStale(),
      blocked: isLeft || (!away && !settled),
      confirm,
    };
    const moved = nextHand(context) ?? payLine(context);
    const isShort = result.answer?.problems.includes("below_minimum") && !draft.correcting;
    const incident = { state, rules, send: recordIncident };
    const record = isShort
      ? shortWays({
          onFalse: () => askFalseWin(incident, mine, handText(/** @type {Hand} */ (prices.counted(draft).hand))),
          onPoints: () => adjust(incident),
          onBack: drop,
        })
      : isAsked(mine)
        ? [
            nextHand(context),
            calledChoice(priced(mine), {
              ...recordState(recording),
              onSo: () => {
                saySo(mine);
                confirm();
              },
              onClosed: () => sayClosed(mine),
            }),
          ]
        : [moved, recordButton(recording)];
    // The first time they come with the payments: the tap before is answered by the hand and the button alone.
    const cards = prices.isFirst() ? null : scoreCards(context);
    return { body, side: [side, cards], foot: [foot, toChips(context), record] };
  }
  const isStale = () => draft.seq !== now.seq && !sending;
  function title() {
    if (step === "who") return t("a-win");
    if (shown() !== draft.winner) return t("names-hand", { name: state.players[shown()].name });
    return winWords(state, won());
  }

  /** Has the screen drawn anew, and asks what it needs to know: the payments once the hand is known to be a win. */
  function redraw() {
    if (over) return;
    rescore();
    drawn.change({});
  }
  function Win() {
    useObservable(drawn);
    const moved =
      isStale() &&
      html`<section class="card stale" role="alert">
        <p>
          ${t("meanwhile-another-phone-recorded-something")}
        </p>
        <button class="primary" onclick=${() => held.goOnAt(now.seq)}>${t("yes-continue")}</button>
      </section>`;
    const { body, side, foot } = step === "who" ? whoView() : handView();
    return html`<${Frame}
      step=${step}
      title=${title()}
      body=${[moved, beside && besideCard(state, beside, () => beside && together?.join(beside)), body]}
      side=${side}
      foot=${foot}
      correcting=${draft.correcting}
      onBack=${back}
      onDrop=${drop}
    />`;
  }

  redraw();
  show(html`<${Win} />`);
  return () => {
    over = true;
    unfollow();
    together?.stop();
    for (const each of [watch, prices, ...hands]) each.stop();
  };
}
