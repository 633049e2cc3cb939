// A win that several phones enter together: each adds what it has, all see the same, and any of them finishes it.

import { changeDraft, dropDraft, putDraftPicture } from "../api/client.js";
import { smaller } from "../api/photo.js";
import { followDraft } from "../api/stream.js";
import {
  adopt,
  contradicts,
  isBegun,
  isOfOnePhoto,
  joinDraft,
  NOTHING_SHARED,
  pictureOf,
  shareable,
  toldHand,
  withMyPictures,
  withoutRevision,
} from "./shared-draft.js";

/** @import { Draft, DraftChange, SharedDraft, SharedWin } from "../types" */

const PAUSE = 400; // milliseconds after the last change before the others are told
const PARTING = 1000; // milliseconds at most that this phone waits to hear that a draft it gives up is no more
const PLAYERS = [0, 1, 2, 3];
const PARTS = /** @type {const} */ (["winner", "win", "from", "events", "agreed"]);
const HOW = /** @type {const} */ (["winner", "win", "from"]);
/**
 * @param {unknown} a
 * @param {unknown} b
 */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
/**
 * @param {SharedWin} a
 * @param {SharedWin} b
 * @param {number} player
 */
const sameHand = (a, b, player) => same(toldHand(a, player), toldHand(b, player));
/**
 * @param {SharedWin} a
 * @param {SharedWin} b
 * @param {number} player
 */
const samePicture = (a, b, player) => pictureOf(a, player) === pictureOf(b, player);
/**
 * Says whether two phones have one hand with the same tiles, of which only the other knows what was called.
 *
 * @param {SharedWin} mine
 * @param {SharedWin} all
 * @param {number} player
 */
const isToldCalled = (mine, all, player) =>
  mine.hands[player] === all.hands[player] && all.called[player] && !mine.called[player];

/**
 * What the phones of a table share of the draft of one of them: `take` takes a patch that others have made, `know` what
 * all know by now. `me()` is the player of this phone, or null.
 *
 * Of two phones that begin at the same moment the second joins the first, where both say the same so far: `onJoin(by)`
 * is told whose phone that is. Where they say different things, or this win is meant to be another (`apart`), each stays
 * with its phone, and `onBeside(shared)` gets the other, or null when there is none any more.
 *
 * @typedef {object} Shares
 * @property {string} id
 * @property {string} token
 * @property {() => Draft} draft
 * @property {(patch: Partial<Draft>) => void} take
 * @property {(all?: SharedWin) => void} know
 * @property {() => void} makeRoom
 * @property {() => number | null} me
 * @property {(by: number | null) => void} onJoin
 * @property {(shared: SharedDraft | null) => void} onBeside
 */

/** Keeps a draft and those of the other phones the same; what was changed here and not told yet stays. */
export class DraftExchange {
  newest = 0; // the revision of what all know
  timer = 0;
  over = false;
  telling = false; // while a change is on its way, what is heard waits: it may be older than the change
  told = Promise.resolve(); // once the change on its way has arrived
  parted = () => {}; // called when what all know is empty
  /** @type {SharedDraft | null} */
  heard = null;
  /** @type {SharedDraft | null} */
  beside = null; // a win that another phone enters and this one does not share

  /** @param {Shares} shares */
  constructor(shares) {
    this.shares = shares;
    this.unfollow = followDraft(shares.id, (shared) => this.hear(shared));
  }

  stop() {
    this.over = true;
    clearTimeout(this.timer);
    this.unfollow();
  }

  isShared() {
    const { shared, seq } = this.shares.draft();
    return shared?.seq === seq;
  }

  /** Returns the win as all know it. */
  base() {
    return withoutRevision((this.isShared() && this.shares.draft().shared?.all) || NOTHING_SHARED);
  }

  /** @param {SharedDraft | null} shared */
  see(shared) {
    if (shared || this.beside) this.shares.onBeside(shared);
    this.beside = shared;
  }

  /** @param {SharedDraft} shared */
  hear(shared) {
    const { draft, know, take, onJoin } = this.shares;
    const { seq, apart } = draft();
    if (shared.seq > seq || (shared.revision >= this.newest && !isBegun(shared))) this.parted();
    if (this.over || shared.seq !== seq || shared.revision < this.newest) return; // an echo that was overtaken
    if (this.telling) {
      if (shared.revision >= (this.heard?.revision ?? 0)) this.heard = shared;
      return;
    }
    this.newest = shared.revision;
    const [before, mine, all] = [this.base(), shareable(draft()), withoutRevision(shared)];
    const isNew = !this.isShared() && isBegun(shared);
    this.see(isNew && (apart || contradicts(mine, all)) ? shared : null);
    if (this.beside) return;
    if (isNew) onJoin(shared.by);
    if (this.isShared() || isBegun(shared)) know(all);
    if (!isBegun(shared)) return; // given up elsewhere: what is entered here stays here
    const { ours, ...news } = newsIn({ all, before, mine });
    if (Object.values(news).some(({ length }) => length)) take(adopt(draft(), ours, before, news));
    if (isNew) this.push(); // what is known here only
  }

  /** Tells the others what has changed here, once nothing more does for a moment. */
  push() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.telling) this.push();
      else this.told = this.tell();
    }, PAUSE);
  }

  async tell() {
    const { id, token, draft, know, me } = this.shares;
    const [mine, { seq }] = [shareable(draft()), draft()];
    /** @type {Omit<DraftChange, "expected_seq">} */
    const change = changeBetween(this.base(), mine);
    if (this.over || this.beside || mine.winner === null || !Object.keys(change).length) return;
    const begins = !this.isShared();
    if (begins) change.expected_revision = this.newest;
    know(this.base()); // from now on it is everybody's
    this.telling = true;
    try {
      const answer = await changeDraft(id, token, { ...change, by: me(), expected_seq: seq });
      if (!this.over && seq === draft().seq) {
        know(mine);
        if (answer.revision >= (this.heard?.revision ?? 0)) this.heard = answer; // what the others have added meanwhile is in it
      }
    } catch (problem) {
      // Without it everything is entered on this phone; the next change tells the whole difference again.
      if (begins && problem.code === "stale_draft") know(); // the other's is on its way to be looked at
    }
    this.telling = false;
    const latest = this.heard;
    this.heard = null;
    if (latest) this.hear(latest);
  }

  /** Goes on with the win that another phone is entering, in the place of this one's. */
  join() {
    const shared = this.beside;
    if (!shared) return;
    this.see(null);
    this.newest = shared.revision;
    this.shares.makeRoom();
    this.shares.take(joinDraft(shared, /** @type {Draft} */ ({ others: {} })));
  }

  /**
   * Passes a photo on to the other phones; returns its id, or null where they have to do with its outlines.
   *
   * @param {number} player
   * @param {Blob} blob
   */
  async picture(player, blob) {
    const { id, token, draft } = this.shares;
    try {
      const small = await smaller(blob);
      return small && !this.over ? (await putDraftPicture(id, token, player, small, draft().seq)).picture : null;
    } catch {
      return null; // the outlines are there all the same
    }
  }

  /**
   * Gives up what all phones share, and returns once this phone has heard that it is no more, or after a while.
   *
   * A change that is still on its way arrives first: after the word that all is given up it would begin it again.
   */
  async giveUp() {
    const { id, token } = this.shares;
    clearTimeout(this.timer);
    this.over = true;
    if (!this.isShared()) return;
    const empty = new Promise((heardIt) => {
      this.parted = () => heardIt(null);
      setTimeout(heardIt, PARTING);
    });
    const dropped = this.told.then(() => dropDraft(id, token)).catch(() => this.parted()); // the next event ends it anyway
    await Promise.race([empty, dropped.then(() => empty)]);
  }
}

/**
 * Returns what others have changed of what all knew `before` and this phone has not: names of parts, players whose hands
 * and players of whom the photo alone; `ours` is what all know with the photos that only this phone knows of.
 *
 * @param {{ all: SharedWin, before: SharedWin, mine: SharedWin }} given
 */
function newsIn({ all, before, mine }) {
  const ours = withMyPictures(all, before, mine);
  const parts = PARTS.filter((name) => !same(all[name], before[name]) && same(mine[name], before[name]));
  const players = PLAYERS.filter(
    (player) => !sameHand(all, before, player) && (sameHand(mine, before, player) || isToldCalled(mine, all, player)),
  );
  const pictures = PLAYERS.filter(
    (player) => isOfOnePhoto(ours, mine, player) && !samePicture(ours, mine, player) && !players.includes(player),
  );
  return { ours, parts, players, pictures };
}

/**
 * Returns what this phone has to tell of its win, where all know another.
 *
 * @param {SharedWin} all
 * @param {SharedWin} mine
 * @returns {Omit<DraftChange, "expected_seq">}
 */
function changeBetween(all, mine) {
  /** @type {Omit<DraftChange, "expected_seq">} */
  const change = {};
  if (HOW.some((name) => mine[name] !== all[name]))
    Object.assign(change, { winner: mine.winner, win: mine.win, from: mine.from });
  if (!same(mine.events, all.events)) change.events = mine.events;
  if (!same(mine.agreed, all.agreed)) change.agreed = mine.agreed;
  for (const player of PLAYERS.filter((each) => !sameHand(mine, all, each))) {
    const { hands, seen, called } = toldHand(mine, player);
    change.hands = { ...change.hands, [player]: hands };
    change.seen = { ...change.seen, [player]: seen };
    change.called = { ...change.called, [player]: called };
  }
  for (const player of PLAYERS.filter((each) => mine.seen[each] && !samePicture(mine, all, each)))
    change.pictures = { ...change.pictures, [player]: pictureOf(mine, player) };
  return change;
}
