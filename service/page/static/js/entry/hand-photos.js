// The photos of the hands of a win: taken, read by the service, and shared with the other phones.

import { draftPicture, readPhoto } from "../api/client.js";
import { newKey } from "../api/key.js";
import { isRetryable, newestTileSet, prepare } from "../api/photo.js";
import { withCertainKongs, withReadCalls } from "../state/claims.js";
import { entryOf, newEntry } from "../state/draft.js";
import { allTiles } from "../state/hand.js";
import { storedPhoto } from "../state/photos.js";
import { PLAYERS } from "../state/players.js";
import { fromReading, otherReading } from "../state/reading.js";
import { isFaceDown } from "../state/tiles.js";
import { ownerOf, roleOf, shotOf } from "../state/win.js";

/** @import { WinSession } from "./session.js" */
/** @import { Hand, OwnReading, Reading, Refusal, Shot } from "../types" */

const RETRY_DELAYS = [1000, 3000]; // milliseconds before the second and the third try
const LONG_DELAY = 10_000; // milliseconds before each further one
const SHARE_DELAY = 1000; // milliseconds before the photo is shared: scoring the hand goes first

/**
 * Return the names of the notes below the tiles. The two readings show a corrected tile instead.
 * @param {Reading} reading
 */
const noteNames = ({ problems, advice = [], as_seen: otherwise, tile_set: tileSet }) => [
  ...problems.filter((name) => !otherwise || name !== "tile_corrected"),
  ...(tileSet?.fits === false ? ["other_tiles"] : []),
  ...advice,
];

export class HandPhotos {
  /** @type {Map<string, AbortController>} by photo, the latest try to have it read */
  tries = new Map();
  /** @type {Set<string>} the ids of other phones' photos that were requested */
  requested = new Set();

  /** @param {WinSession} session */
  constructor(session) {
    this.session = session;
  }

  /** Stop reading the photo of a hand, and free its memory. @param {number | null} player */
  forget(player) {
    const shot = shotOf(this.session.win, player);
    if (!shot) return;
    this.tries.get(shot.key)?.abort();
    if (shot.url) URL.revokeObjectURL(shot.url);
    this.session.changeShot(shot.key, { blob: null, url: null });
  }

  /** @param {number | null} player @param {File} file @param {OwnReading | null=} own this phone's reading */
  async take(player, file, own = null) {
    const { session } = this;
    this.forget(player);
    const key = newKey();
    const signal = this.begin(key);
    session.changeShot(key, { own, progress: 0 });
    session.setEntry(player, { ...newEntry("photo"), shot: key }, "hand");
    const tileSet = newestTileSet(session.id); // fetched while the photo is scaled down
    const prepared = await prepare(file);
    if (signal.aborted) return;
    session.changeShot(key, prepared);
    await this.send(key, tileSet);
  }

  /**
   * Have a photo read, trying again while the service does not answer. Once a failure is shown with what to do, both
   * stay until the photo is really being sent.
   *
   * @param {string} key
   * @param {Promise<string | null>=} tileSet
   */
  async send(key, tileSet = newestTileSet(this.session.id)) {
    const { session } = this;
    const { blob, own } = session.win.shots[key];
    if (!blob) return;
    const signal = this.begin(key);
    /** @param {Shot["progress"]} progress @param {Refusal | null=} problem */
    const show = (progress, problem = null) => session.changeShot(key, { progress, problem });
    show(0);
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        const reading = await readPhoto(blob, session.win.rules.id, {
          signal,
          tileSet: await tileSet,
          onProgress: (progress) => {
            if (!signal.aborted && (progress || tries <= RETRY_DELAYS.length)) show(progress);
          },
        });
        if (signal.aborted) return;
        this.takeReading(key, reading);
        own?.tell(reading);
        setTimeout(() => this.share(key), SHARE_DELAY);
        return;
      } catch (problem) {
        if (signal.aborted) return; // another photo may be read by now
        const isWaiting = isRetryable(problem);
        if (isWaiting && tries < RETRY_DELAYS.length) show(null);
        else show(undefined, problem);
        if (!isWaiting) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAYS[tries] ?? LONG_DELAY));
      }
    }
  }

  /** Start a new try for a photo, aborting the last one. @param {string} key */
  begin(key) {
    this.tries.get(key)?.abort();
    const controller = new AbortController();
    this.tries.set(key, controller);
    return controller.signal;
  }

  /** @param {string} key @param {Reading} reading */
  takeReading(key, reading) {
    const { session } = this;
    const player = ownerOf(session.win, key);
    session.changeShot(key, { progress: undefined, problem: null, reading });
    if (player === undefined) return;
    const isWinners = roleOf(session.win.draft, player) === "winner";
    /** @param {Hand} hand */
    const forRole = (hand) => (isWinners ? withCertainKongs(hand) : { ...hand, winning: null });
    const otherwise = otherReading(reading);
    session.setEntry(player, {
      hand: forRole(withReadCalls(fromReading(reading), reading)),
      otherwise: otherwise && { ...otherwise, hand: forRole(otherwise.hand) },
      size: /** @type {number[]} */ (reading.size),
      notes: noteNames(reading),
      ...{ picture: null, events: [], isCalledKnown: false },
    });
  }

  /** Take this phone's reading, where the service does not answer. @param {number | null} player */
  takeOwn(player) {
    const shot = shotOf(this.session.win, player);
    const reading = shot?.own?.reading(shot.size);
    if (!shot || !reading) return;
    this.tries.get(shot.key)?.abort();
    this.takeReading(shot.key, { ...reading, problems: [], advice: [] });
    this.session.changeShot(shot.key, { reading: undefined }); // it is not the service's
    shot.own?.tell(null);
  }

  /** Share a photo with the other phones. @param {string} key */
  async share(key) {
    const { session } = this;
    const { blob, url } = session.win.shots[key];
    const player = ownerOf(session.win, key);
    if (!blob || player === undefined || player === null) return; // before a winner is named there is no shared draft
    const picture = await session.exchange?.sharePhoto(player, blob);
    const owner = ownerOf(session.win, key);
    if (!picture || owner === undefined) return;
    // A photo that this browser cannot open is fetched again, as the service has converted it.
    session.changeShot(key, { picture: url ? picture : null });
    session.setEntry(owner, { picture });
  }

  /** Fetch a photo that another phone has shared. @param {number} player @param {string} picture */
  async borrow(player, picture) {
    if (this.requested.has(picture)) return;
    this.requested.add(picture);
    const { session } = this;
    const shared = await draftPicture(session.id, session.token, picture).catch(() => null);
    const blob = shared ?? (await storedPhoto(session.win.draft.held, player));
    const { picture: wanted, size = null } = entryOf(session.win.draft, player);
    if (!blob || wanted !== picture) return;
    this.forget(player);
    const key = newKey();
    const url = URL.createObjectURL(blob);
    session.changeShot(key, { blob, url, size, picture, isHeld: !shared });
    session.setEntry(player, { shot: key });
  }

  /** Send the photos again that a lost connection has kept from being read. */
  retry() {
    for (const [key, { problem }] of Object.entries(this.session.win.shots))
      if (problem && isRetryable(problem) && ownerOf(this.session.win, key) !== undefined) this.send(key);
  }

  /** Return the photos to keep with the hand, by player, null for none. */
  toKeep() {
    return PLAYERS.map((player) => {
      const shot = shotOf(this.session.win, player);
      return shot?.isKept ? shot.blob : null;
    });
  }

  /** Return by photo the tiles whose names differ from the reading. */
  renamed() {
    return PLAYERS.flatMap((player) => {
      const { url = null, reading } = shotOf(this.session.win, player) ?? {};
      const { hand, size } = entryOf(this.session.win.draft, player);
      if (!url || !size || !hand || !reading) return [];
      const tiles = allTiles(hand).filter(({ id, code, corners }) => {
        const read = reading.tiles[id]?.tile;
        return corners && read && read !== code && !isFaceDown(code);
      });
      return tiles.length ? [{ url, size, tiles }] : [];
    });
  }

  stop() {
    for (const [key, { url }] of Object.entries(this.session.win.shots)) {
      this.tries.get(key)?.abort();
      if (url) URL.revokeObjectURL(url);
    }
  }
}
