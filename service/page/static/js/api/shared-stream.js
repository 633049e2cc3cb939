// One stream of events for all pages of this browser that are in sight: over plain http a browser has six connections to a
// service, and a page of its own for each of several tables would soon hold them all.
//
// Every page says now and then that it is there, and which games it follows. The one that has been in sight longest leads:
// it holds a stream of all their games and passes on what it hears. A page that is hidden or closed says so, follows
// nothing and holds nothing. Where pages cannot talk to each other each has a stream of its own.
//
// A `SharedWorker` would do, too, but is missing on many phones, and this serves every browser alike.

import { liveEvents } from "./client.js";
import { newKey } from "./key.js";

const CHANNEL = "tableside.pages"; // earlier versions of the page talk otherwise, by another name
const ANSWER = 80; // milliseconds in which the others answer a new page
const SIGN = 2000; // between two signs of life
const SILENCE = 3 * SIGN; // after which a page is gone
const RETRY = 3000; // before a stream that was refused is opened again
const KINDS = /** @type {const} */ (["state", "draft", "refused"]);

/** @typedef {{ game: string, what: typeof KINDS[number], data: any }} GameEvent */
/**
 * Callbacks for the events of a game: each gets the data of its event, `link` whether the stream is up.
 *
 * @typedef {{ [Kind in typeof KINDS[number]]?: (data: any) => void } & { link?: (up: boolean) => void }} Listener
 */
/**
 * A message to the other pages, or `to` one of them: the games that a page follows, an event, whether the stream is up, or
 * that the page is gone.
 *
 * @typedef {{ to?: string, games?: string[], event?: GameEvent, up?: boolean, isGone?: boolean }} Message
 */

/** This page's part in the one stream of its browser. */
class SharedStream {
  #me = ""; // by when the page came into sight; empty while it is hidden or follows nothing
  #isAsking = false; // while the others have not answered yet
  /** @type {Map<string, Set<Listener>>} */
  #listeners = new Map();
  /** @type {Map<string, { games: string[], at: number }>} */
  #others = new Map(); // the other pages in sight, by their names
  /** @type {Map<string, GameEvent>} */
  #latest = new Map(); // the last event of each kind and game, for listeners and pages that come later
  #timer = 0;
  #retry = 0;
  #up = false;
  /** @type {EventSource | null} */
  #source = null;
  #followed = ""; // the games of the stream
  #channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

  constructor() {
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#receive(data);
    document.addEventListener("visibilitychange", () => this.update());
    window.addEventListener("pagehide", () => this.#leave());
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.update();
    });
  }

  /** Follows a game; returns a function that stops it. @param {string} game @param {Listener} listener */
  listen(game, listener) {
    const all = this.#listeners.get(game) ?? new Set();
    const isNew = !all.size;
    this.#listeners.set(game, all.add(listener));
    queueMicrotask(() => {
      for (const event of this.#latest.values())
        if (event.game === game && all.has(listener)) listener[event.what]?.(event.data);
    });
    if (isNew) this.update();
    return () => {
      all.delete(listener);
      if (all.size || this.#listeners.get(game) !== all) return;
      this.#listeners.delete(game);
      this.update();
    };
  }

  /** Takes part where something is followed and the page is in sight, else leaves that to others. */
  update() {
    if (!this.#listeners.size || document.visibilityState !== "visible") {
      this.#leave();
      return;
    }
    if (!this.#me) {
      this.#me = `${Date.now()}-${newKey()}`;
      this.#timer = setInterval(() => this.#tick(), SIGN);
      this.#isAsking = Boolean(this.#channel);
      setTimeout(() => {
        this.#isAsking = false;
        this.#settle();
      }, ANSWER);
    }
    this.#sign();
    this.#settle();
  }

  #leave() {
    if (!this.#me) return;
    this.#send({ isGone: true });
    this.#me = "";
    clearInterval(this.#timer);
    this.#close();
    this.#latest.clear();
    this.#others.clear();
  }

  /** @param {Message} message */
  #send(message) {
    this.#channel?.postMessage({ ...message, from: this.#me });
  }

  #ownGames() {
    return [...this.#listeners.keys()].sort();
  }

  #sign() {
    this.#send({ games: this.#ownGames() });
  }

  /** Announces this page to the others, and looks for theirs. */
  #tick() {
    for (const [page, { at }] of this.#others) if (Date.now() - at > SILENCE) this.#others.delete(page);
    this.#sign();
    this.#settle();
  }

  #leads() {
    return [...this.#others.keys()].every((page) => this.#me < page);
  }

  /** Holds the stream where this page leads, once it knows who else is there. */
  #settle() {
    if (!this.#me || this.#isAsking) return;
    if (this.#leads()) this.#open();
    else this.#close();
  }

  #close() {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
    this.#followed = "";
  }

  /** Opens a stream of the games that any page in sight follows. */
  #open() {
    const wanted = [...this.#ownGames(), ...[...this.#others.values()].flatMap((each) => each.games)];
    const games = [...new Set(wanted)].sort();
    const isOpen = this.#source && this.#source.readyState !== EventSource.CLOSED;
    if (isOpen && games.join() === this.#followed) return;
    this.#close();
    for (const [name, { game }] of this.#latest) if (!games.includes(game)) this.#latest.delete(name);
    this.#followed = games.join();
    const source = new EventSource(liveEvents(games));
    this.#source = source;
    for (const game of games)
      for (const what of KINDS)
        source.addEventListener(`${what}:${game}`, ({ data }) => {
          const event = { game, what, data: JSON.parse(data) };
          this.#send({ event });
          if (!this.#up) this.#shareLink(true);
          this.#take(event);
        });
    source.addEventListener("open", () => this.#shareLink(true));
    source.addEventListener("error", () => {
      this.#shareLink(false);
      // Otherwise it connects by itself.
      if (source.readyState === EventSource.CLOSED) this.#retry = setTimeout(() => this.#settle(), RETRY);
    });
  }

  /** @param {GameEvent} event */
  #take(event) {
    this.#latest.set(`${event.what}:${event.game}`, event);
    for (const listener of [...(this.#listeners.get(event.game) ?? [])]) listener[event.what]?.(event.data);
  }

  /** @param {boolean} up */
  #shareLink(up) {
    this.#send({ up });
    this.#setLink(up);
  }

  /** @param {boolean} up */
  #setLink(up) {
    this.#up = up;
    for (const each of this.#listeners.values()) for (const listener of [...each]) listener.link?.(up);
  }

  /** @param {Message & { from: string }} message */
  #receive({ from, to = this.#me, games, event, up, isGone }) {
    if (!this.#me || to !== this.#me) return;
    if (event) this.#take(event);
    if (up !== undefined && up !== this.#up) this.#setLink(up);
    if (isGone && this.#others.delete(from)) this.#settle();
    if (games) this.#meet(from, games);
  }

  /** @param {string} page that is there @param {string[]} games that it follows */
  #meet(page, games) {
    const before = this.#others.get(page)?.games;
    this.#others.set(page, { games, at: Date.now() });
    if (before?.join() === games.join()) return;
    if (!before) this.#sign();
    this.#settle();
    if (!this.#source) return;
    this.#send({ to: page, up: this.#up });
    for (const known of this.#latest.values()) if (games.includes(known.game)) this.#send({ to: page, event: known });
  }
}

const stream = new SharedStream();

/** @param {string} game @param {Listener} listener */
export const listen = (game, listener) => stream.listen(game, listener);
/** Opens the stream again where it was refused, without waiting. */
export const listenAgain = () => stream.update();
