// Everything around a win that is being entered: it asks for prices, follows the table, shares the draft with the other
// phones, and records the hand. What is on the screen is a value (state/win.js) that this holds.

import { previewHand, scoreThere } from "../api/client.js";
import { newestTileSet } from "../api/photo.js";
import { t, withWords } from "../i18n/translation.js";
import { phoneScorer, score } from "../scorer/score.js";
import {
  entryOf,
  handBody,
  isUnchanged,
  newEntry,
  winnersOf,
  withAlsoToggled,
  withEntry,
  withSent,
} from "../state/draft.js";
import { emptyHand } from "../state/hand.js";
import { observable } from "../state/observable.js";
import { drop, waitingAt } from "../state/outbox.js";
import { keepPhotos } from "../state/photos.js";
import { PLAYERS } from "../state/players.js";
import { faanLimits, hasSameRules, payForAllWays } from "../state/rules.js";
import * as storage from "../state/storage.js";
import { isNote } from "../state/table.js";
import { openWin, shownPlayer, viewOf, withDraft, withShot, withView } from "../state/win.js";
import { explainRefusal } from "../table/connection.js";
import { stateBefore } from "../table/events.js";
import { leaveTo } from "../ui/navigation.js";
import { complain, notice } from "../ui/page.js";
import { ask } from "../ui/sheet.js";
import { DraftExchange } from "./draft-exchange.js";
import { HandPhotos } from "./hand-photos.js";
import { Prices } from "./prices.js";

/** @import { Problem } from "../api/http.js" */
/** @import { TextId } from "../i18n/text-ids" */
/** @import { FollowedTable } from "../state/followed-table.js" */
/** @import { Draft, HandView, LedgerEvent, RulesDetail, Shot, State, WinState, WonDraft } from "../types" */

export class WinSession {
  /** @type {DraftExchange | null} */
  exchange = null;

  /**
   * @param {{ table: FollowedTable, token: string | null, now: State, rules: RulesDetail, begun: Draft,
   *   events: LedgerEvent[] | null, isBehind: boolean, left: AbortSignal }} given what arrives after the screen is `left`
   *   changes nothing
   */
  constructor({ table, token, now, rules, begun, events, isBehind, left }) {
    this.id = table.id;
    this.table = table;
    this.known = table.value();
    this.left = left;
    this.token = token;
    this.isBehind = isBehind;
    this.store = observable(openWin({ draft: begun, now, state: tableOf(begun, now, events), rules, events }));
    this.score = isBehind ? scoreThere : score;
    this.prices = new Prices(this);
    this.photos = new HandPhotos(this);
    this.ahead = this.waiting(); // of the hands that this phone records before the win
    if (!begun.correcting && token) this.exchange = new DraftExchange(this, token);
    table.subscribe(() => this.followTable(), left);
    left.addEventListener("abort", () => {
      for (const part of [this.exchange, this.prices.requests, this.photos]) part?.stop();
    });
    this.refresh();
  }

  get win() {
    return this.store.value();
  }

  get won() {
    return /** @type {WonDraft} */ (this.win.draft);
  }

  /** @param {Partial<WinState>} patch */
  show(patch) {
    this.change({ ...this.win, ...patch });
  }

  /** @param {number | null} player @param {HandView} patch */
  setView(player, patch) {
    this.change(withView(this.win, player, patch));
  }

  /** @param {string} key @param {Partial<Shot>} shot */
  changeShot(key, shot) {
    this.change(withShot(this.win, key, shot));
  }

  /** Change the win as somebody here wants it, and share that. @param {(win: WinState) => WinState} update */
  update(update) {
    this.change(update(this.win));
    this.exchange?.push();
  }

  /** @param {Partial<Draft>} patch @param {string=} step */
  setDraft(patch, step) {
    this.update((win) => withDraft(win, { ...win.draft, ...patch }, step));
  }

  /** @param {number | null} player @param {Partial<Draft>} patch of that player's entry @param {string=} step */
  setEntry(player, patch, step) {
    this.update((win) => withDraft(win, withEntry(win.draft, player, patch), step));
  }

  /** Show a win, store its draft, and ask for its prices. @param {WinState} win */
  change(win) {
    if (this.left.aborted) return;
    const before = this.win;
    this.store.change(win);
    if (win.draft !== before.draft) storage.keepDraft(win.draft);
    const isOtherStep = win.draft.step !== before.draft.step;
    // The tiles are at the top, while the ways to enter them are far down.
    if (isOtherStep || shownPlayer(win) !== shownPlayer(before)) window.scrollTo(0, 0);
    // The focused element goes with its step; a browser that has to blur it lays out the page in the midst of drawing
    // it.
    if (isOtherStep) /** @type {HTMLElement | null} */ (document.querySelector(".win-body :focus"))?.blur();
    this.refresh();
  }

  /** Ask for the prices of the win as it is now, and draw the screen. */
  refresh() {
    if (this.left.aborted) return;
    this.askPrices();
    for (const player of PLAYERS) {
      const { isAdding, isClosed } = viewOf(this.win, player);
      if (isAdding && !isClosed && this.prices.worths[player].isAllOne)
        this.store.change(withView(this.win, player, { isAdding: false, isClosed: true }));
    }
    this.store.change({});
  }

  askPrices() {
    const { draft, now, sending } = this.win;
    if (sending) return; // the hand itself may have moved the table on
    this.prices.askHands();
    const isReady =
      draft.winner !== null &&
      draft.win &&
      (draft.step === "hand" || draft.mode === "faan") &&
      winnersOf(draft).every((player) => this.isCounted(player));
    this.prices.askPayments(isReady ? { ...this.body(), expected_seq: now.seq } : null); // for the table as it is shown
  }

  /** Return whether the worth of a player's hand is known, and it is valid. @param {number} player */
  isCounted(player) {
    const { draft } = this.win;
    const { mode, faan } = entryOf(draft, player);
    if (mode === "faan") return Number.isInteger(faan);
    return draft.mode === "scores" || Boolean(this.prices.worths[player].result.answer?.valid);
  }

  /** Return whether every winner reaches the cap: then one player may have to pay for all. */
  isLimitReached() {
    const { draft, state, rules } = this.win;
    const { cap } = faanLimits(state, rules);
    return winnersOf(draft).every((player) => {
      const { mode, faan } = entryOf(draft, player);
      return ((mode === "faan" ? faan : this.prices.worths[player].result.answer?.faan) ?? 0) >= cap;
    });
  }

  /** Return the body to send: the hand, or the correction of an older one. */
  body() {
    const { state, rules, draft } = this.win;
    const hand = handBody(this.prices.countedDraft(), rules, {
      forAll: payForAllWays(rules, this.isLimitReached()).length > 0,
      players: state.players.length,
    });
    return draft.correcting ? { seq: draft.correcting, hand } : hand;
  }

  /** Ask what a hand pays at the table. @type {(body: object, signal: AbortSignal) => Promise<any>} */
  preview = (body, signal) =>
    previewHand(this.id, this.token, body, signal).catch((problem) => this.previewOnPhone(problem, body));

  /** Count a hand on this phone, or throw the service's problem again. @param {Problem} problem @param {any} body */
  async previewOnPhone(problem, { expected_seq: _, ...body }) {
    if (problem.code === "stale_seq") this.table.refresh(); // the news may not have arrived yet
    const isPossible = problem.code === "not_reached" && !this.isBehind && !this.win.draft.correcting;
    const move = isPossible && (await (await phoneScorer())?.moveOnPhone(this.win.now, body));
    if (!move) throw problem;
    return move;
  }

  /** Follow the table; if another phone has recorded this win, leave the screen. */
  followTable() {
    const before = this.known;
    this.known = this.table.value();
    const { state, events, reached, shared } = this.known;
    if (!state) return;
    const { draft, sending, now, otherDraft } = this.win;
    if (state.seq !== now.seq) this.show({ now: state, state: tableOf(draft, state, this.win.events) });
    if (shared && shared !== before.shared) this.exchange?.receive(shared);
    if (reached !== before.reached) {
      this.prices.requests.retry();
      this.photos.retry();
    }
    if (!draft.correcting && !sending && !hasSameRules(now, state)) {
      notice(() => t("table-changed-rules"));
      window.dispatchEvent(new HashChangeEvent("hashchange")); // opens the screen again, with the new rules
      return;
    }
    const { winner, seq: begun, apart } = this.won;
    if (draft.correcting || sending || state.seq === begun || this.table.isAwaitingEvents) return this.refresh();
    const since = events.filter(({ seq }) => seq > begun);
    const last = since.at(-1);
    const sent = this.ahead.length - this.unsent().length;
    if (since.length && since.slice(sent).every(isNote)) this.goOn();
    else if (
      last?.kind === "hand_won" &&
      last.winner === winner &&
      last.seq === begun + this.ahead.length + 1 &&
      !(apart || otherDraft)
    )
      this.close("another-phone-recorded-win");
    else this.refresh();
  }

  /** Drop the draft and go to the table. @param {TextId=} words shown there */
  close(words) {
    storage.keepDraft(null);
    if (words) notice(() => t(words));
    this.toTable();
  }

  toTable() {
    leaveTo(`#game=${this.id}`);
  }

  /** @param {string} step @param {number | null=} at the player whose hand is shown, the winner by default */
  go(step, at = null) {
    this.setDraft({ at }, step);
  }

  /** @param {number | null} player */
  restart(player) {
    this.photos.forget(player);
    this.setEntry(player, newEntry(player === null ? "camera" : null));
  }

  /** @param {number | null} player */
  enterByHand(player) {
    this.photos.forget(player);
    const { hand } = entryOf(this.win.draft, player);
    this.setEntry(player, { ...newEntry("palette"), hand: hand ?? emptyHand() }, "hand");
    this.setView(player, { isAdding: true });
  }

  /** Ask for the worth that the table agrees on without tiles. @param {number | null} player @param {"faan" | "scores"} mode */
  enterWorth(player, mode) {
    this.setEntry(player, newEntry(mode), "hand");
  }

  /** Return the keys of what waits to be sent. */
  waiting() {
    return waitingAt(this.id).flatMap(({ key, problem }) => (problem ? [] : [key]));
  }

  /** Return the keys of the hands before the win that still wait. */
  unsent() {
    return this.ahead.filter((key) => this.waiting().includes(key));
  }

  /** Move the win to the table as it is now. */
  goOn() {
    this.ahead = this.unsent();
    this.setDraft({ seq: this.win.now.seq });
    if (this.known.shared) this.exchange?.receive(this.known.shared); // by a phone that went on before
  }

  askToDrop() {
    if (isUnchanged(this.win.draft, this.win)) return this.close();
    ask(t("drop-entry"), t("tiles-and-choices-entered"), t("drop-it"), async () => {
      await this.exchange?.giveUp();
      this.close();
    });
  }

  /** @param {number} player */
  toggleAlso(player) {
    const isNew = !this.win.draft.also?.includes(player);
    this.setDraft(withAlsoToggled(this.win.draft, player));
    if (isNew && this.win.draft.mode !== "scores") this.go("hand", player);
  }

  /** Record the win now, or store it until the service answers. */
  async confirm() {
    const { id, token, photos } = this;
    const body = this.body();
    const draft = withSent(this.win.draft, JSON.stringify(body));
    this.show({ draft, sending: true });
    try {
      const { key, seq } = draft;
      const [toKeep, renamed] = [photos.toKeep(), photos.renamed()];
      const tileSet = renamed.length ? newestTileSet(id) : null; // fetched meanwhile
      const answer = await this.table.send(draft.correcting ? "corrections" : "hands", body, { key, seq, draft });
      keepPhotos(key, { game: id, seq: answer?.seq ?? null, photos: toKeep, before: draft.held });
      if (draft.held) drop(draft.held).catch(complain);
      const set = answer && (await tileSet);
      if (set)
        await withWords(import("./corrections.js"))
          .then(({ teach }) => teach(set, token, key, renamed))
          .catch(() => {}); // the hand is recorded all the same
      if (!answer) notice(() => t("kept-on-phone-sent"));
      this.close();
    } catch (problem) {
      this.show({ sending: false });
      explainRefusal(problem, this.win.now);
    }
  }

  /** Record what the table agrees on instead of this win. @param {string} what @param {object} body @param {number=} seq */
  async recordIncident(what, body, seq) {
    try {
      const answer = await this.table.send(what, body, { seq });
      this.exchange?.giveUp(); // if it waits, the other phones can go on with the win
      this.close(answer ? undefined : "kept-on-phone-sent");
    } catch (problem) {
      explainRefusal(problem, this.win.now);
    }
  }

  /** Return whether every winner's hand counts and no answer is missing. */
  isSettled() {
    return (
      winnersOf(this.win.draft).every((player) => this.isCounted(player)) &&
      !this.prices.worths.some(({ isPending }) => isPending)
    );
  }

  /** Return whether the table has moved on since the win was begun. */
  isStale() {
    return this.win.draft.seq !== this.win.now.seq && !this.win.sending && !this.table.isAwaitingEvents;
  }
}

// As it was when the draft's hand was played.
/** @param {Draft} draft @param {State} now @param {LedgerEvent[] | null} events */
export const tableOf = ({ correcting }, now, events) => (correcting ? stateBefore(now, events ?? [], correcting) : now);
