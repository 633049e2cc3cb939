// One stream of the events of all games that this page follows: a browser opens few connections to a service.
//
// A page that is hidden has none, so that many tabs do not hold all of them.

import { liveEvents } from "./client.js";

const PAUSE = 80; // milliseconds for further games to be followed, before a stream of them is opened
const RETRY = 3000; // milliseconds before a refused stream is opened again
const KINDS = /** @type {const} */ (["state", "draft", "refused"]);

/**
 * Callbacks for the events of a game, with their data; `link` gets whether the stream is open.
 *
 * @typedef {{ [Kind in typeof KINDS[number]]: (data: any) => void } & { link: (up: boolean) => void }} Listener
 */

class EventStream {
  /** @type {Map<string, Listener>} */
  #listeners = new Map();
  /** @type {EventSource | null} */
  #source = null;
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
    this.#listeners.set(game, listener);
    this.#reopen();
    over.addEventListener("abort", () => {
      if (this.#listeners.get(game) !== listener) return;
      this.#listeners.delete(game);
      this.#reopen();
    });
  }

  /** Open the stream of other games soon. */
  #reopen() {
    this.#close();
    this.update();
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
  }

  #open() {
    if (this.#source && this.#source.readyState !== EventSource.CLOSED) return;
    const source = new EventSource(liveEvents([...this.#listeners.keys()].sort()));
    this.#source = source;
    for (const [game, listener] of this.#listeners)
      for (const what of KINDS)
        source.addEventListener(`${what}:${game}`, ({ data }) => listener[what](JSON.parse(data)));
    source.addEventListener("open", () => this.#setLink(true));
    source.addEventListener("error", () => {
      this.#setLink(false);
      // Otherwise it connects by itself.
      if (source.readyState === EventSource.CLOSED) this.#timer = setTimeout(() => this.#open(), RETRY);
    });
  }

  /** @param {boolean} up */
  #setLink(up) {
    for (const { link } of [...this.#listeners.values()]) link(up);
  }
}

export const stream = new EventStream();
