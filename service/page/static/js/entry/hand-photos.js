// The photos of the hands of a win: taken, read by the service, passed on to the other phones, and theirs fetched.

import { draftPicture, readPhoto } from "../api/client.js";
import { newKey } from "../api/key.js";
import { isRetryable, newestTileSet, prepare } from "../api/photo.js";
import { asCalled } from "../state/claims.js";
import { entryOf } from "../state/draft.js";
import { allTiles } from "../state/hand.js";
import { heldPhoto } from "../state/photos.js";
import { PLAYERS } from "../state/players.js";
import { fromReading, otherReading } from "../state/reading.js";
import { isFaceDown } from "../state/tiles.js";
import { ownerOf, roleOf, shotOf, wholeHand } from "../state/win.js";

/** @import { WinSession } from "./session.js" */
/** @import { Hand, OwnReading, Reading, Refusal, Shot } from "../types" */

const WAITS = [1000, 3000]; // milliseconds before the second and the third try
const AGAIN = 10_000; // before each further one
const PASS = 1000; // milliseconds before the other phones get it: what the hand is worth is asked first

/**
 * @param {Reading} given
 * @returns what is said below the tiles; that one was taken for another is said where both readings are
 */
const readingNames = ({ problems, advice = [], as_seen: otherwise, tile_set: shown }) => [
  ...problems.filter((name) => !otherwise || name !== "tile_corrected"),
  ...(shown?.fits === false ? ["other_tiles"] : []),
  ...advice,
];

export class HandPhotos {
  /** @type {Map<string, AbortController>} the latest try to have a photo read */
  tries = new Map();
  /** @type {Set<string>} the ids of other phones' photos that were asked for */
  asked = new Set();

  /** @param {WinSession} session */
  constructor(session) {
    this.session = session;
  }

  /** @param {number | null} player */
  of(player) {
    return shotOf(this.session.win, player);
  }

  /** Lets go of the photo of a hand. @param {number | null} player */
  forget(player) {
    const shot = this.of(player);
    if (!shot) return;
    this.tries.get(shot.key)?.abort();
    if (shot.url) URL.revokeObjectURL(shot.url);
    this.session.changeShot(shot.key, { blob: null, url: null });
  }

  /**
   * @param {number | null} player @param {File} file
   * @param {OwnReading | null=} own what this phone saw itself when it was taken
   */
  async take(player, file, own = null) {
    const { session } = this;
    this.forget(player);
    const key = newKey();
    const signal = this.begin(key);
    session.changeShot(key, { own, progress: 0 });
    session.watch.photograph();
    session.dispatch({ type: "awaitPhoto", player, shot: key });
    const tileSet = newestTileSet(session.id); // on its way while the photo is made smaller
    const prepared = await prepare(file);
    if (signal.aborted) return;
    session.changeShot(key, prepared);
    await this.send(key, tileSet);
  }

  /**
   * Has a photo read. One that waits for the service is sent again by itself: once its failure and the ways on are in sight, they
   * stay there until it does go.
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
    const tell = (progress, problem = null) => session.changeShot(key, { progress, problem });
    tell(0);
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        const reading = await readPhoto(blob, session.win.rules.id, {
          signal,
          tileSet: await tileSet,
          onProgress: (progress) => {
            if (!signal.aborted && (progress || tries <= WAITS.length)) tell(progress);
          },
        });
        if (signal.aborted) return;
        session.watch.read();
        this.takeReading(key, reading);
        own?.tell(reading);
        setTimeout(() => this.pass(key), PASS);
        return;
      } catch (problem) {
        if (signal.aborted) return; // given up; another photo may be on its way by now
        const isWaiting = isRetryable(problem);
        if (isWaiting && tries < WAITS.length) tell(null);
        else {
          session.watch.read();
          tell(undefined, problem);
        }
        if (!isWaiting) return;
        await new Promise((resolve) => setTimeout(resolve, WAITS[tries] ?? AGAIN));
      }
    }
  }

  /** Begins another try of a photo in the place of the last. @param {string} key */
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
    const { draft } = session.win;
    /** @param {Hand} hand */
    const mine = (hand) =>
      roleOf(draft, player) === "winner" ? wholeHand(draft, player, hand) : { ...hand, winning: null };
    const otherwise = otherReading(reading);
    session.dispatch({
      type: "takeReading",
      player,
      reading: {
        hand: mine(asCalled(fromReading(reading), reading)),
        otherwise: otherwise && { ...otherwise, hand: mine(otherwise.hand) },
        size: /** @type {number[]} */ (reading.size),
        notes: readingNames(reading),
      },
    });
  }

  /** @param {number | null} player */
  takeOwn(player) {
    const shot = this.of(player);
    const reading = shot?.own?.reading(shot.size);
    if (!shot || !reading) return;
    this.tries.get(shot.key)?.abort();
    this.takeReading(shot.key, { ...reading, problems: [], advice: [] });
    this.session.changeShot(shot.key, { reading: undefined }); // the service read nothing
    shot.own?.tell(null);
  }

  /** @param {string} key */
  async pass(key) {
    const { session } = this;
    const { blob, url } = session.win.shots[key];
    const player = ownerOf(session.win, key);
    if (!blob || player === undefined || player === null) return; // it goes with who won
    const picture = await session.together?.picture(player, blob);
    const owner = ownerOf(session.win, key);
    if (!picture || owner === undefined) return;
    // One that this browser cannot open comes back as one that it can.
    session.changeShot(key, { picture: url ? picture : null });
    session.setEntry(owner, { picture });
  }

  /** @param {number} player @param {string} picture */
  async borrow(player, picture) {
    if (this.asked.has(picture)) return;
    this.asked.add(picture);
    const { session } = this;
    const passed = await draftPicture(session.id, session.token, picture).catch(() => null);
    const blob = passed ?? (await heldPhoto(session.win.draft.held, player));
    const { picture: wanted, size = null } = entryOf(session.win.draft, player);
    if (!blob || wanted !== picture) return;
    this.forget(player);
    const key = newKey();
    const url = URL.createObjectURL(blob);
    session.changeShot(key, { blob, url, size, picture, isHeld: !passed });
    session.setEntry(player, { shot: key });
  }

  /** Sends the photos again, at once, that a lost connection has kept from being read. */
  retry() {
    for (const [key, { problem }] of Object.entries(this.session.win.shots))
      if (problem && isRetryable(problem) && ownerOf(this.session.win, key) !== undefined) this.send(key);
  }

  /** Returns the photos that are to be kept, by player, null where there is none. */
  kept() {
    return PLAYERS.map((player) => {
      const shot = this.of(player);
      return shot?.isKept ? shot.blob : null;
    });
  }

  /** Returns by photo the tiles that were given another name than they were read by. */
  renamed() {
    return PLAYERS.flatMap((player) => {
      const { url = null, reading } = this.of(player) ?? {};
      const codes = reading?.tiles.map((/** @type {{ tile: string }} */ { tile }) => tile) ?? [];
      const { hand, size } = entryOf(this.session.win.draft, player);
      const tiles = hand
        ? allTiles(hand).filter(
            ({ id, code, corners }) => corners && codes[id] && codes[id] !== code && !isFaceDown(code),
          )
        : [];
      return url && size && tiles.length ? [{ url, size, tiles }] : [];
    });
  }

  stop() {
    for (const [key, { url }] of Object.entries(this.session.win.shots)) {
      this.tries.get(key)?.abort();
      if (url) URL.revokeObjectURL(url);
    }
  }
}
