// What happens around a win that is being entered: its worth is asked, the table followed, the draft shared with the other
// phones, the hand recorded. What is on the screen is a value (state/win.js) that this keeps.

import { freshState, gameState, handOn, history, previewHand, scoreThere } from "../api/client.js";
import { newestTileSet } from "../api/photo.js";
import { follow } from "../api/stream.js";
import { t, withWords } from "../i18n/translation.js";
import { phoneScorer, score } from "../scorer/score.js";
import { entryOf, handBody, scoreBody, winnersOf } from "../state/draft.js";
import { observable } from "../state/observable.js";
import { confirm } from "../state/outbox.js";
import { keepPhotos } from "../state/photos.js";
import { PLAYERS } from "../state/players.js";
import { faanLimits, sameRules, waysForAll } from "../state/rules.js";
import { startWatch } from "../state/stopwatch.js";
import * as storage from "../state/storage.js";
import { openWin, reduceWin, shownPlayer, viewOf } from "../state/win.js";
import { explainRefusal } from "../table/connection.js";
import { isNote, stateBefore } from "../table/events.js";
import { leaveTo } from "../ui/navigation.js";
import { notice } from "../ui/page.js";
import { ask } from "../ui/sheet.js";
import { isCalledAsked } from "./claims.js";
import { DraftExchange } from "./draft-exchange.js";
import { HandPhotos } from "./hand-photos.js";
import { Prices } from "./prices.js";

/** @import { Problem } from "../api/http.js" */
/** @import { Draft, HandView, LedgerEvent, RulesDetail, Shot, State, WinAction, WinState, WonDraft } from "../types" */

/** What is told by other phones, or noted for them: it is no news to them. */
const TOLD = new Set(["takeShared", "know", "makeRoom", "send"]);

export class WinSession {
  over = false; // the screen was left: what comes in late changes nothing any more
  isMoving = false; // the table has moved on, and it is not known yet by what
  /** @type {DraftExchange | null} */
  together = null;

  /**
   * @param {{ id: string, token: string | null, now: State, rules: RulesDetail, begun: Draft, events: LedgerEvent[] | null, isBehind: boolean }} given
   */
  constructor({ id, token, now, rules, begun, events, isBehind }) {
    this.id = id;
    this.token = token;
    this.isBehind = isBehind;
    this.watch = startWatch(id);
    this.store = observable(openWin({ draft: begun, now, state: tableThen(now, events, begun), rules, events }));
    this.prices = new Prices({
      draft: () => this.win.draft,
      score: isBehind ? scoreThere : score,
      pay: (body, signal) => previewHand(id, token, body, signal).catch((problem) => this.payHere(problem, body)),
      onResult: () => this.refresh(),
    });
    this.photos = new HandPhotos(this);
    if (!begun.correcting && token) this.together = new DraftExchange(this, token); // whoever sees it goes on with it
    this.unfollow = follow(id, {
      onState: (newer) => this.moveOn(newer),
      onLink: (up) => {
        if (!up) return;
        this.prices.retry();
        this.photos.retry();
        this.refresh();
      },
      seq: now.seq,
    });
    this.refresh();
  }

  get win() {
    return this.store.value();
  }

  get won() {
    return /** @type {WonDraft} */ (this.win.draft);
  }

  /** @param {Partial<WinState>} patch of the screen, and nothing of the draft */
  show(patch) {
    this.dispatch({ type: "show", patch });
  }

  /** @param {number | null} player @param {HandView} patch */
  view(player, patch) {
    this.dispatch({ type: "view", player, patch });
  }

  /** @param {string} key @param {Partial<Shot>} shot */
  changeShot(key, shot) {
    this.dispatch({ type: "changeShot", key, shot });
  }

  /** @param {Partial<Draft>} patch */
  set(patch) {
    this.dispatch({ type: "set", patch });
  }

  /** @param {number | null} player @param {Partial<Draft>} patch of what was entered of that hand */
  setEntry(player, patch) {
    this.dispatch({ type: "setEntry", player, patch });
  }

  /** @param {WinAction} action */
  dispatch(action) {
    if (this.over) return;
    const before = this.win;
    const win = reduceWin(before, action);
    this.store.change(win);
    if (win.draft !== before.draft) {
      storage.keepDraft(win.draft);
      if (!TOLD.has(action.type)) this.together?.push();
    }
    const isOtherStep = win.draft.step !== before.draft.step;
    // The ways to enter a hand lie far down, its tiles at the top.
    if (isOtherStep || shownPlayer(win) !== shownPlayer(before)) window.scrollTo(0, 0);
    // What is in focus goes with its step, and a browser that takes it away lays the page out in the midst of drawing it.
    if (isOtherStep) /** @type {HTMLElement | null} */ (document.querySelector(".win-body :focus"))?.blur();
    this.refresh();
  }

  /** Asks what is to be known of the win as it is by now, and has the screen drawn anew. */
  refresh() {
    if (this.over) return;
    this.askPrices();
    for (const player of PLAYERS) {
      const { adding, isClosed } = viewOf(this.win, player);
      if (adding && !isClosed && this.prices.worths[player].isAllOne)
        this.store.change(reduceWin(this.win, { type: "view", player, patch: { adding: false, isClosed: true } }));
    }
    this.store.change({});
  }

  askPrices() {
    const { draft, state, now, sending } = this.win;
    if (sending) return; // the table that the hand itself moves on is none to count it on
    this.prices.askHands(state);
    const isValid =
      draft.winner !== null &&
      draft.win &&
      (draft.step === "hand" || draft.mode === "faan") &&
      winnersOf(draft).every((player) => this.isCounted(player));
    this.prices.askPayments(
      isValid ? scoreBody({ state, draft: this.prices.counted(), player: this.won.winner }) : null,
      isValid ? { ...this.body(), expected_seq: now.seq } : null, // on the table as it is shown
    );
  }

  /** @param {number} player @returns whether it is known what a player's hand is worth, and that it is a hand */
  isCounted(player) {
    const { draft } = this.win;
    const { mode, faan } = entryOf(draft, player);
    if (mode === "faan") return Number.isInteger(faan);
    return draft.mode === "scores" || Boolean(this.prices.worths[player].result.answer?.valid);
  }

  /** Returns whether every winner has as many faan as count at most: then somebody may have to pay for all. */
  limitReached() {
    const { draft, state, rules } = this.win;
    const { cap } = faanLimits(state, rules);
    return winnersOf(draft).every((player) => {
      const { mode, faan } = entryOf(draft, player);
      return ((mode === "faan" ? faan : this.prices.worths[player].result.answer?.faan) ?? 0) >= cap;
    });
  }

  /** Returns what the service is told: the hand, or what an older one is set right to. */
  body() {
    const { state, rules, draft } = this.win;
    const hand = handBody(this.prices.counted(), rules, {
      forAll: waysForAll(state, rules, this.limitReached()).length > 0,
      players: state.players.length,
    });
    return draft.correcting ? { seq: draft.correcting, hand } : hand;
  }

  /**
   * @param {Problem} problem @param {any} body
   * @returns what a hand pays as this phone counts it, where the service does not answer
   */
  async payHere(problem, { expected_seq: _, ...body }) {
    if (problem.code === "stale_seq") this.catchUp();
    const isOurs = problem.code === "not_reached" && !this.isBehind && !this.win.draft.correcting;
    const { moveHere } = (isOurs && (await phoneScorer())) || {};
    const moved = await moveHere?.(this.win.now, body);
    if (!moved) throw problem;
    return moved;
  }

  /** Takes the table as it is, where the word that it has moved on has not come yet. */
  async catchUp() {
    const newer = await freshState(this.id).catch(() => null);
    if (newer && !this.over && newer.seq > this.win.now.seq) this.moveOn(newer);
  }

  /** @param {State} now */
  moveTable(now) {
    this.show({ now, state: tableThen(now, this.win.events, this.win.draft) });
  }

  /** @param {State} newer the table as it is now; a win that another phone has recorded is over here too */
  async moveOn(newer) {
    const { now, draft, sending } = this.win;
    this.isMoving = !draft.correcting && !sending && newer.seq !== draft.seq;
    this.moveTable(newer);
    if (draft.correcting || sending) return;
    if (!sameRules(now, newer)) {
      notice(t("table-changed-rules"));
      window.dispatchEvent(new HashChangeEvent("hashchange")); // the screen anew, by those
      return;
    }
    if (!this.isMoving) return;
    const events = (await history(this.id).catch(() => null))?.events ?? [];
    this.isMoving = false;
    if (this.over) return;
    const since = events.filter(({ seq }) => seq > draft.seq);
    const last = events.at(-1);
    if (since.length && since.every(isNote))
      this.goOn(); // somebody wrote a line to an older hand
    else if (last?.kind === "hand_won" && last.winner === this.win.draft.winner && last.seq === draft.seq + 1)
      this.close(t("another-phone-recorded-win"));
    else this.refresh();
  }

  /** Forgets the draft and goes to the table. @param {string=} words to be said there */
  close(words) {
    storage.dropDraft();
    if (words) notice(words);
    this.toTable();
  }

  toTable() {
    leaveTo(`#game=${this.id}`);
  }

  /** @param {string} step @param {number | null=} at */
  go(step, at = null) {
    this.dispatch({ type: "go", step, at });
    window.scrollTo(0, 0);
  }

  /** @param {number | null} player */
  restart(player) {
    this.photos.forget(player);
    this.dispatch({ type: "restart", player });
  }

  /** @param {number | null} player */
  enterByHand(player) {
    this.photos.forget(player);
    this.dispatch({ type: "enterByHand", player });
  }

  /** Goes on with the win on the table as it is now. */
  goOn() {
    this.set({ seq: this.win.now.seq });
  }

  drop() {
    ask(t("drop-entry"), t("tiles-and-choices-entered"), t("drop-it"), async () => {
      await this.together?.giveUp();
      this.close();
    });
  }

  /** @param {number} player */
  flipAlso(player) {
    const isNew = !this.win.draft.also?.includes(player);
    this.dispatch({ type: "flipAlso", player });
    if (isNew && this.win.draft.mode !== "scores") this.go("hand", player);
  }

  /** Records the win: at once, or when the service answers again. */
  async confirm() {
    const { id, token, photos } = this;
    this.show({ sending: true });
    try {
      const sent = this.body();
      this.dispatch({ type: "send", sent: JSON.stringify(sent) });
      const { draft } = this.win;
      const { key, seq } = draft;
      const [kept, renamed] = [photos.kept(), photos.renamed()];
      const set = renamed.length ? newestTileSet(id) : null; // asked for meanwhile
      const answer = await confirm(id, draft.correcting ? "corrections" : "hands", sent, { key, seq, draft });
      keepPhotos(key, { game: id, seq: answer?.seq ?? null, photos: kept, before: draft.held });
      const tiles = answer && (await set);
      if (tiles)
        await withWords(import("./corrections.js"), "rare")
          .then(({ teach }) => teach(tiles, token, key, renamed))
          .catch(() => {}); // the hand stands, and the next one is read as before
      if (answer) handOn(answer.state);
      else notice(t("kept-on-phone-sent"));
      this.watch.confirm();
      this.close();
    } catch (problem) {
      this.show({ sending: false });
      this.moveTable(problem.code === "stale_seq" ? await gameState(id).catch(() => this.win.now) : this.win.now);
      explainRefusal(problem, this.win.now);
    }
  }

  /** @param {string} what @param {object} body that the table agrees on in the place of this win */
  async recordIncident(what, body) {
    const { now } = this.win;
    try {
      const answer = await confirm(this.id, what, body, { seq: now.seq });
      this.together?.giveUp(); // where it waits, others go on with it
      this.close(answer ? undefined : t("kept-on-phone-sent"));
    } catch (problem) {
      explainRefusal(problem, now);
    }
  }

  /** @param {number} player */
  isAsked(player) {
    return isCalledAsked(entryOf(this.win.draft, player), this.prices.worths[player]);
  }

  /** Returns whether nothing is left to be said of the hands before they are recorded. */
  isSettled() {
    const { worths } = this.prices;
    return (
      winnersOf(this.win.draft).every((player) => this.isCounted(player)) && !worths.some(({ isPending }) => isPending)
    );
  }

  /** Returns whether the table has moved on since the win was begun. */
  isStale() {
    return this.win.draft.seq !== this.win.now.seq && !this.win.sending && !this.isMoving;
  }

  stop() {
    this.over = true;
    this.unfollow();
    this.together?.stop();
    for (const each of [this.watch, this.prices, this.photos]) each.stop();
  }
}

/**
 * @param {State} now @param {LedgerEvent[] | null} events @param {Draft} draft
 * @returns the table as its hand was played at
 */
export const tableThen = (now, events, { correcting }) =>
  correcting ? stateBefore(now, events ?? [], correcting) : now;
