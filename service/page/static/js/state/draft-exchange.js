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
 * What the phones of a table share of the draft of one of them.
 *
 * @typedef {object} Shares
 * @property {string} id
 * @property {string} token
 * @property {import("./draft.js").DraftHolder} draft
 * @property {() => number | null} me
 * @property {(by: number | null) => void} onJoin
 * @property {(shared: SharedDraft | null) => void} onBeside
 */

/**
 * Keeps a draft and those of the other phones the same: {push(), picture(player, blob), giveUp(), stop()}.
 *
 * `draft` takes what others have changed; what was changed here and not told yet stays. `me()` is the player of this
 * phone, or null.
 *
 * Of two phones that begin at the same moment the second joins the first, where both say the same so far: `onJoin(by)`
 * is told whose phone that is. Where they say different things, or this win is meant to be another (`apart`), each stays
 * with its phone, and `onBeside(shared)` gets the other, or null when there is none any more; `join(shared)` takes it.
 *
 * @param {Shares} given
 */
export function exchangeDraft({ id, token, draft, me, onJoin, onBeside }) {
  const get = draft.value;
  const isShared = () => get().shared?.seq === get().seq;
  let newest = 0; // the revision of what all know
  let timer = 0;
  let over = false;
  let telling = false; // while a change is on its way, what is heard waits: it may be older than the change
  let told = Promise.resolve(); // once the change on its way has arrived
  let parted = () => {}; // called when what all know is empty
  /** @type {SharedDraft | null} */
  let heard = null;
  /** @type {SharedDraft | null} */
  let beside = null; // a win that another phone enters and this one does not share
  const unfollow = followDraft(id, onDraft);

  function stop() {
    over = true;
    clearTimeout(timer);
    unfollow();
  }

  const base = () => withoutRevision((isShared() && get().shared?.all) || NOTHING_SHARED); // as all know it

  /** @param {SharedDraft} shared */
  function onDraft(shared) {
    if (shared.seq > get().seq || (shared.revision >= newest && !isBegun(shared))) parted();
    if (over || shared.seq !== get().seq || shared.revision < newest) return; // an echo that was overtaken
    if (telling) {
      if (shared.revision >= (heard?.revision ?? 0)) heard = shared;
      return;
    }
    newest = shared.revision;
    const before = base();
    const mine = shareable(get());
    const all = withoutRevision(shared);
    const ours = withMyPictures(all, before, mine);
    const isNew = !isShared() && isBegun(shared);
    const other = isNew && (get().apart || contradicts(mine, all)) ? shared : null;
    if (other || beside) onBeside(other);
    beside = other;
    if (beside) return;
    if (isNew) onJoin(shared.by);
    if (isShared() || isBegun(shared)) draft.know(all);
    if (!isBegun(shared)) return; // given up elsewhere: what is entered here stays here
    const parts = PARTS.filter((name) => !same(all[name], before[name]) && same(mine[name], before[name]));
    const players = PLAYERS.filter(
      (player) => !sameHand(all, before, player) && (sameHand(mine, before, player) || isToldCalled(mine, all, player)),
    );
    const pictures = PLAYERS.filter(
      (player) => isOfOnePhoto(ours, mine, player) && !samePicture(ours, mine, player) && !players.includes(player),
    );
    if (parts.length || players.length || pictures.length)
      draft.take(adopt(get(), ours, before, { parts, players, pictures }));
    if (isNew) push(); // what is known here only
  }

  function send() {
    if (telling) push();
    else told = tell();
  }

  async function tell() {
    const mine = shareable(get());
    const all = base();
    const { seq } = get();
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
    if (over || beside || mine.winner === null || !Object.keys(change).length) return;
    const begins = !isShared();
    if (begins) change.expected_revision = newest;
    draft.know(all); // from now on it is everybody's
    telling = true;
    try {
      const answer = await changeDraft(id, token, { ...change, by: me(), expected_seq: seq });
      if (!over && seq === get().seq) {
        draft.know(mine);
        if (answer.revision >= (heard?.revision ?? 0)) heard = answer; // what the others have added meanwhile is in it
      }
    } catch (problem) {
      // Without it everything is entered on this phone; the next change tells the whole difference again.
      if (begins && problem.code === "stale_draft") draft.forgetKnown(); // the other's is on its way to be looked at
    }
    telling = false;
    const latest = heard;
    heard = null;
    if (latest) onDraft(latest);
  }

  function push() {
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  }

  return {
    push,
    /**
     * Goes on with a win that another phone is entering, in the place of this one's.
     *
     * @param {SharedDraft} shared
     */
    join(shared) {
      beside = null;
      onBeside(null);
      newest = shared.revision;
      draft.makeRoom();
      const { step, ...entered } = joinDraft(shared, /** @type {Draft} */ ({ others: {} }));
      draft.take({ ...entered, step });
    },
    /**
     * Passes a photo on to the other phones; returns its id, or null where they have to do with its outlines.
     *
     * @param {number} player
     * @param {Blob} blob
     */
    async picture(player, blob) {
      try {
        const small = await smaller(blob);
        return small && !over ? (await putDraftPicture(id, token, player, small, get().seq)).picture : null;
      } catch {
        return null; // the outlines are there all the same
      }
    },
    /**
     * Gives up what all phones share, and returns once this phone has heard that it is no more, or after a while.
     *
     * A change that is still on its way arrives first: after the word that all is given up it would begin it again.
     */
    async giveUp() {
      clearTimeout(timer);
      over = true;
      if (!isShared()) return;
      const empty = new Promise((heardIt) => {
        parted = () => heardIt(null);
        setTimeout(heardIt, PARTING);
      });
      const dropped = told.then(() => dropDraft(id, token)).catch(() => parted()); // the next event ends it anyway
      await Promise.race([empty, dropped.then(() => empty)]);
    },
    stop,
  };
}
