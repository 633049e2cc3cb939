// One stream of the events of all games that this page follows: a browser opens few connections to a service.
//
// A page that is hidden has none, so that many tabs do not hold all of them.

import { liveEvents } from "./client.js";

const PAUSE = 80; // milliseconds for further games to be followed, before a stream of them is opened
const RETRY = 3000; // milliseconds before a refused stream is opened again
const KINDS = /** @type {const} */ (["state", "draft", "refused"]);

/** @typedef {{ game: string, what: typeof KINDS[number], data: any }} GameEvent */
/**
 * Callbacks for the events of a game, with their data; `link` gets whether the stream is open.
 *
 * @typedef {{ [Kind in typeof KINDS[number]]?: (data: any) => void } & { link?: (up: boolean) => void }} Listener
 */

class EventStream {
  /** @type {Map<string, Set<Listener>>} */
  #listeners = new Map();
  /** @type {Map<string, GameEvent>} */
  #latest = new Map(); // the last event of each kind and game, for later listeners
  /** @type {EventSource | null} */
  #source = null;
  #followed = ""; // the games of the stream
  #timer = 0;

  constructor() {
    document.addEventListener("visibilitychange", () => this.update());
    window.addEventListener("pagehide", () => this.#close());
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.update();
    });
  }

  /** Follow a game until `over`. @param {string} game @param {Listener} listener @param {AbortSignal} over */
  listen(game, listener, over) {
    const all = this.#listeners.get(game) ?? new Set();
    const isNew = !all.size;
    this.#listeners.set(game, all.add(listener));
    queueMicrotask(() => {
      for (const event of this.#latest.values())
        if (event.game === game && all.has(listener)) listener[event.what]?.(event.data);
    });
    if (isNew) this.update();
    over.addEventListener("abort", () => {
      all.delete(listener);
      if (all.size || this.#listeners.get(game) !== all) return;
      this.#listeners.delete(game);
      this.update();
    });
  }

  /** Open the stream soon, even a refused one, if a game is followed and the page is visible; else close it. */
  update() {
    clearTimeout(this.#timer);
    if (this.#listeners.size && document.visibilityState === "visible")
      this.#timer = setTimeout(() => this.#open(), PAUSE);
    else this.#close();
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#latest.clear();
  }

  #open() {
    const games = [...this.#listeners.keys()].sort();
    const isOpen = this.#source && this.#source.readyState !== EventSource.CLOSED;
    if (isOpen && games.join() === this.#followed) return;
    this.#close();
    this.#followed = games.join();
    const source = new EventSource(liveEvents(games));
    this.#source = source;
    for (const game of games)
      for (const what of KINDS)
        source.addEventListener(`${what}:${game}`, ({ data }) => this.#take({ game, what, data: JSON.parse(data) }));
    source.addEventListener("open", () => this.#setLink(true));
    source.addEventListener("error", () => {
      this.#setLink(false);
      // Otherwise it connects by itself.
      if (source.readyState === EventSource.CLOSED) this.#timer = setTimeout(() => this.#open(), RETRY);
    });
  }

  /** @param {GameEvent} event */
  #take(event) {
    this.#latest.set(`${event.what}:${event.game}`, event);
    for (const listener of [...(this.#listeners.get(event.game) ?? [])]) listener[event.what]?.(event.data);
  }

  /** @param {boolean} up */
  #setLink(up) {
    for (const each of this.#listeners.values()) for (const listener of [...each]) listener.link?.(up);
  }
}

export const stream = new EventStream();
