// Shares a win with the other phones that enter it: each adds what it has, all see the same, and any can finish it.

import { changeDraft, dropDraft, putDraftPicture } from "../api/client.js";
import { sharedPhoto } from "../api/photo.js";
import { newEntry } from "../state/draft.js";
import {
  contradicts,
  draftChange,
  incomingFields,
  isBegun,
  joinDraft,
  NOTHING_SHARED,
  sharedWinOf,
  withShared,
} from "../state/shared-draft.js";
import { phonePlayer } from "../state/storage.js";
import { isAhead } from "../state/table.js";
import { takeShared } from "../state/win.js";
import { sameWinNotice } from "../table/draft-cards.js";
import { notice } from "../ui/page.js";

/** @import { WinSession } from "./session.js" */
/** @import { SharedDraft, SharedWin } from "../types" */

const SEND_DELAY = 400; // milliseconds after the last change
const GIVE_UP_TIMEOUT = 1000; // milliseconds to wait for the news that the draft is gone

/**
 * Keeps this phone's draft and the shared one in step, without losing changes that were made here and not sent yet.
 *
 * If two phones begin at the same moment, the second joins the first, as long as both say the same so far. If they
 * contradict each other, or this win is meant to be another one (`apart`), each phone keeps its own and shows the other
 * beside it.
 */
export class DraftExchange {
  revision = 0; // of the latest shared draft
  timer = 0;
  isOver = false;
  sending = Promise.resolve(); // settles when nothing is being sent: what arrives before that may be older
  onEmpty = () => {}; // called when the shared draft is empty

  /** @param {WinSession} session @param {string} token */
  constructor(session, token) {
    this.session = session;
    this.token = token;
    const { shared } = session.known;
    if (shared) this.receive(shared);
  }

  get draft() {
    return this.session.win.draft;
  }

  /** @param {SharedWin=} all what all phones know by now */
  setShared(all) {
    const { draft } = this;
    this.session.show({ draft: { ...draft, shared: all && { seq: draft.seq, all } } });
  }

  stop() {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  isShared() {
    const { shared, seq } = this.draft;
    return shared?.seq === seq;
  }

  /** Return the win as all phones know it. */
  base() {
    return { ...NOTHING_SHARED, ...(this.isShared() && this.draft.shared?.all) }; // an older one has fewer fields
  }

  /** Run a task once nothing is being sent. @param {() => void | Promise<void>} task */
  enqueue(task) {
    this.sending = this.sending.then(task);
  }

  /** @param {SharedDraft} shared */
  receive(shared) {
    if (shared.seq > this.draft.seq || (shared.revision >= this.revision && !isBegun(shared))) this.onEmpty();
    this.enqueue(() => this.merge(shared));
  }

  /** @param {SharedDraft} shared */
  merge(shared) {
    const { seq, apart } = this.draft;
    if (this.isOver || shared.seq !== seq || shared.revision < this.revision || isAhead(this.session.known)) return; // outdated
    this.revision = shared.revision;
    const [before, mine, all] = [this.base(), sharedWinOf(this.draft), /** @type {SharedWin} */ (shared)];
    const isNew = !this.isShared() && isBegun(shared);
    const otherDraft = isNew && (apart || contradicts(mine, all)) ? shared : null;
    if (otherDraft !== this.session.win.otherDraft) this.session.show({ otherDraft });
    if (otherDraft) return;
    if (isNew) notice(() => sameWinNotice(this.session.win.state, shared.by));
    if (this.isShared() || isBegun(shared)) this.setShared(all);
    if (!isBegun(shared)) return; // given up by another phone: what was entered here stays
    const fields = incomingFields({ all, before, mine });
    if (fields.length)
      this.session.change(takeShared(this.session.win, withShared(this.draft, fields, { all, before })));
    if (isNew) this.push(); // what only this phone knows
  }

  /** Send the changes made here, once there are no more for a moment. */
  push() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.enqueue(() => this.send()), SEND_DELAY);
  }

  async send() {
    const { id, win, known } = this.session;
    const { seq } = this.draft;
    const mine = sharedWinOf(this.draft);
    const change = draftChange(this.base(), mine);
    if (this.isOver || isAhead(known) || win.otherDraft || mine.winner === null || !Object.keys(change).length) return;
    const isFirst = !this.isShared();
    if (isFirst) change.expected_revision = this.revision;
    this.setShared(this.base()); // from now on the win is shared
    try {
      const answer = await changeDraft(id, this.token, { ...change, by: phonePlayer(win.now), expected_seq: seq });
      if (!this.isOver && seq === this.draft.seq) {
        this.setShared(mine);
        this.merge(answer); // with what the others have added meanwhile
      }
    } catch (problem) {
      // Until the next change, which sends the whole difference again, everything is entered on this phone alone.
      if (isFirst && problem.code === "stale_draft") this.setShared(); // another phone was first
    }
  }

  /** Replace this phone's win by the one that another phone is entering. */
  join() {
    const { session } = this;
    const { otherDraft } = session.win;
    if (!otherDraft) return;
    session.show({ otherDraft: null });
    this.revision = otherDraft.revision;
    const cleared = { ...this.draft, ...newEntry(null), at: null, apart: false, others: {} };
    session.change(takeShared(session.win, joinDraft(otherDraft, cleared)));
  }

  /** Return the id of the shared photo, null if that failed. @param {number} player @param {Blob} blob */
  async sharePhoto(player, blob) {
    try {
      const small = await sharedPhoto(blob);
      if (!small || this.isOver) return null;
      return (await putDraftPicture(this.session.id, this.token, player, small, this.draft.seq)).picture;
    } catch {
      return null;
    }
  }

  /**
   * Drop the shared draft, and return once this phone has heard that it is gone, or after a timeout.
   *
   * A change that is being sent arrives first, since it would otherwise begin the draft again.
   */
  async giveUp() {
    clearTimeout(this.timer);
    this.isOver = true;
    if (!this.isShared()) return;
    const empty = new Promise((resolve) => {
      this.onEmpty = () => resolve(null);
      setTimeout(resolve, GIVE_UP_TIMEOUT);
    });
    const dropped = this.sending.then(() => dropDraft(this.session.id, this.token));
    const settled = dropped.catch(() => this.onEmpty()); // the next event ends it anyway
    await Promise.race([empty, settled.then(() => empty)]);
  }
}
