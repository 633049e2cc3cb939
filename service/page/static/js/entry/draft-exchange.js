// A win that several phones enter together: each adds what it has, all see the same, and any of them finishes it.

import { changeDraft, dropDraft, putDraftPicture } from "../api/client.js";
import { smaller } from "../api/photo.js";
import { followDraft } from "../api/stream.js";
import {
  adopt,
  changeBetween,
  contradicts,
  isBegun,
  joinDraft,
  NOTHING_SHARED,
  newsIn,
  shareable,
} from "../state/shared-draft.js";
import { phonePlayer } from "../state/storage.js";
import { sameWinNotice } from "../table/draft-cards.js";
import { notice } from "../ui/page.js";

/** @import { WinSession } from "./session.js" */
/** @import { Draft, DraftChange, SharedDraft, SharedWin } from "../types" */

const PAUSE = 400; // milliseconds after the last change before the others are told
const PARTING = 1000; // milliseconds at most that this phone waits to hear that a draft it gives up is no more

/**
 * Keeps a draft and those of the other phones the same; what was changed here and not told yet stays.
 *
 * Of two phones that begin at the same moment the second joins the first, where both say the same so far. Where they say
 * different things, or this win is meant to be another (`apart`), each stays with its phone, and the other is shown beside it.
 */
export class DraftExchange {
  newest = 0; // the revision of what all know
  timer = 0;
  over = false;
  sending = Promise.resolve(); // settles when what is on its way has arrived: what comes in meanwhile may be older
  parted = () => {}; // called when what all know is empty

  /** @param {WinSession} session @param {string} token */
  constructor(session, token) {
    this.session = session;
    this.token = token;
    this.unfollow = followDraft(session.id, (shared) => this.hear(shared));
  }

  get draft() {
    return this.session.win.draft;
  }

  /** @param {SharedWin=} all what all know by now */
  know(all) {
    this.session.dispatch({ type: "know", all });
  }

  stop() {
    this.over = true;
    clearTimeout(this.timer);
    this.unfollow();
  }

  isShared() {
    const { shared, seq } = this.draft;
    return shared?.seq === seq;
  }

  /** Returns the win as all know it. */
  base() {
    return { ...NOTHING_SHARED, ...(this.isShared() && this.draft.shared?.all) }; // an older page has not told all of it
  }

  /** @param {() => void | Promise<void>} run once nothing is on its way */
  inTurn(run) {
    this.sending = this.sending.then(run);
  }

  /** @param {SharedDraft} shared */
  hear(shared) {
    if (shared.seq > this.draft.seq || (shared.revision >= this.newest && !isBegun(shared))) this.parted();
    this.inTurn(() => this.learn(shared));
  }

  /** @param {SharedDraft} shared */
  learn(shared) {
    const { seq, apart } = this.draft;
    if (this.over || shared.seq !== seq || shared.revision < this.newest) return; // an echo that was overtaken
    this.newest = shared.revision;
    const [before, mine, all] = [this.base(), shareable(this.draft), /** @type {SharedWin} */ (shared)];
    const isNew = !this.isShared() && isBegun(shared);
    const beside = isNew && (apart || contradicts(mine, all)) ? shared : null;
    if (beside !== this.session.win.beside) this.session.show({ beside });
    if (beside) return;
    if (isNew) notice(sameWinNotice(this.session.win.state, shared.by));
    if (this.isShared() || isBegun(shared)) this.know(all);
    if (!isBegun(shared)) return; // given up elsewhere: what is entered here stays here
    const news = newsIn({ all, before, mine });
    if (news.length) this.session.dispatch({ type: "takeShared", patch: adopt(this.draft, news, { all, before }) });
    if (isNew) this.push(); // what is known here only
  }

  /** Sends the others what has changed here, once nothing more does for a moment. */
  push() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.inTurn(() => this.tell()), PAUSE);
  }

  async tell() {
    const { id, win } = this.session;
    const { seq } = this.draft;
    const mine = shareable(this.draft);
    /** @type {Omit<DraftChange, "expected_seq">} */
    const change = changeBetween(this.base(), mine);
    if (this.over || win.beside || mine.winner === null || !Object.keys(change).length) return;
    const begins = !this.isShared();
    if (begins) change.expected_revision = this.newest;
    this.know(this.base()); // from now on it is everybody's
    try {
      const answer = await changeDraft(id, this.token, { ...change, by: phonePlayer(win.now), expected_seq: seq });
      if (!this.over && seq === this.draft.seq) {
        this.know(mine);
        this.learn(answer); // what the others have added meanwhile is in it
      }
    } catch (problem) {
      // Without it everything is entered on this phone; the next change tells the whole difference again.
      if (begins && problem.code === "stale_draft") this.know(); // the other's is on its way to be looked at
    }
  }

  /** Goes on with the win that another phone is entering, in the place of this one's. */
  join() {
    const { session } = this;
    const { beside: shared } = session.win;
    if (!shared) return;
    session.show({ beside: null });
    this.newest = shared.revision;
    session.dispatch({ type: "makeRoom" });
    session.dispatch({ type: "takeShared", patch: joinDraft(shared, /** @type {Draft} */ ({ others: {} })) });
  }

  /** @param {number} player @param {Blob} blob @returns its id, or null where they have to do with its outlines */
  async picture(player, blob) {
    try {
      const small = await smaller(blob);
      return small && !this.over
        ? (await putDraftPicture(this.session.id, this.token, player, small, this.draft.seq)).picture
        : null;
    } catch {
      return null; // the outlines are there all the same
    }
  }

  /**
   * Drops what all phones share, and returns once this phone has heard that it is no more, or after a while.
   *
   * A change that is still on its way arrives first: after the word that all is given up it would begin it again.
   */
  async giveUp() {
    clearTimeout(this.timer);
    this.over = true;
    if (!this.isShared()) return;
    const empty = new Promise((heardIt) => {
      this.parted = () => heardIt(null);
      setTimeout(heardIt, PARTING);
    });
    const dropped = this.sending.then(() => dropDraft(this.session.id, this.token)).catch(() => this.parted()); // the next event ends it anyway
    await Promise.race([empty, dropped.then(() => empty)]);
  }
}
