// One stream of events for all visible pages of this browser: over plain HTTP a browser opens six connections to a service,
// and a page for each of several tables would soon hold them all.
//
// Every page regularly announces itself and the games that it follows. The page that has been visible longest leads: it
// holds one stream for all games and forwards the events. A page that is hidden or closed announces that, too. Where pages
// cannot send each other messages, each has a stream of its own. A `SharedWorker` is missing on many phones.

import { liveEvents } from "./client.js";
import { newKey } from "./key.js";

const CHANNEL = "tableside.pages"; // another name than that of earlier versions with other messages
const ANSWER = 80; // milliseconds for the others to answer a new page
const SIGN = 2000; // milliseconds between announcements
const SILENCE = 3 * SIGN; // after which a page counts as closed
const RETRY = 3000; // milliseconds before a refused stream is opened again
const KINDS = /** @type {const} */ (["state", "draft", "refused"]);

/** @typedef {{ game: string, what: typeof KINDS[number], data: any }} GameEvent */
/**
 * Callbacks for the events of a game, with their data; `link` gets whether the stream is open.
 *
 * @typedef {{ [Kind in typeof KINDS[number]]?: (data: any) => void } & { link?: (up: boolean) => void }} Listener
 */
/**
 * A message to the other pages, or `to` one of them: the games that a page follows, an event, whether the stream is open, or
 * that the page is closing.
 *
 * @typedef {{ to?: string, games?: string[], event?: GameEvent, up?: boolean, isGone?: boolean }} Message
 */

/** This page's part in the shared stream. */
class SharedStream {
  #me = ""; // begins with when the page became visible; empty while it is hidden or follows nothing
  #isAsking = false; // while the others have not answered yet
  /** @type {Map<string, Set<Listener>>} */
  #listeners = new Map();
  /** @type {Map<string, { games: string[], at: number }>} */
  #others = new Map(); // the other visible pages by name
  /** @type {Map<string, GameEvent>} */
  #latest = new Map(); // the last event of each kind and game, for later listeners and pages
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

  /** Announces this page, and forgets pages that no longer do. */
  #tick() {
    for (const [page, { at }] of this.#others) if (Date.now() - at > SILENCE) this.#others.delete(page);
    this.#sign();
    this.#settle();
  }

  #isLeader() {
    return [...this.#others.keys()].every((page) => this.#me < page);
  }

  /** Opens the stream if this page leads, else closes it; waits until the others have answered. */
  #settle() {
    if (!this.#me || this.#isAsking) return;
    if (this.#isLeader()) this.#open();
    else this.#close();
  }

  #close() {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
    this.#followed = "";
  }

  /** Opens a stream of the games that any visible page follows. */
  #open() {
    const others = [...this.#others.values()].flatMap((each) => each.games);
    const games = [...new Set([...this.#ownGames(), ...others])].sort();
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

  /** Notes a visible page. @param {string} page @param {string[]} games that it follows */
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
/** Opens a refused stream again without waiting. */
export const listenAgain = () => stream.update();
