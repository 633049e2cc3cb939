// One stream of events for all pages of this browser that are in sight: over plain http a browser has six connections to a
// service, and a page of its own for each of several tables would soon hold them all.
//
// One of the pages leads: it holds the stream and passes on what it hears. The others say what they follow, and hear
// whether it is still there; when it is hidden or closed it says so, and the next one leads. A page that is hidden holds
// nothing and follows nothing. Where pages cannot talk to each other each has a stream of its own.
//
// A `SharedWorker` would do, too, but is missing on many phones, and this serves every browser alike.

import { liveEvents } from "./client.js";
import { newKey } from "./key.js";

const CHANNEL = "tableside.events";
const ANSWER = 80; // milliseconds in which a page that leads answers a new one
const SIGN = 2000; // between two signs of life
const SILENCE = 3 * SIGN; // after which a page is gone
const RETRY = 3000; // before a stream that was refused is opened again
const KINDS = /** @type {const} */ (["state", "draft", "refused"]);

/**
 * Callbacks for the events of a game: each gets the data of its event, `link` whether the stream is up.
 *
 * @typedef {{ state?: (data: any) => void, draft?: (data: any) => void, refused?: (data: any) => void, link?: (up: boolean) => void }} Listener
 */

/**
 * A message between pages. `want`: the games that a page follows, to which the leader replies with all that it knows of
 * them; `here`: the same as a sign of life; `lead`: a page leads, with the games of its stream; `event`: an event of the
 * stream; `link`: whether the stream is up; `gone`: a page was hidden or closed.
 *
 * @typedef {{ kind: string, from: string, to?: string, games?: string[], game?: string, what?: typeof KINDS[number], data?: any, up?: boolean }} Message
 * @typedef {{ game: string, what: typeof KINDS[number], data: any }} GameEvent
 */

/** This page's part in the one stream of its browser. */
class SharedStream {
  #me = newKey();
  /** @type {Map<string, Set<Listener>>} */
  #listeners = new Map();
  /** @type {Map<string, { games: string[], at: number }>} */
  #others = new Map(); // the other pages in sight, by their names
  /** @type {Map<string, GameEvent>} */
  #latest = new Map(); // the last event of each kind and game, for pages that come later
  /** @type {"away" | "asks" | "follows" | "leads"} */
  #part = "away";
  #leader = "";
  #heardAt = 0; // when the leader gave a sign of life
  #timer = 0;
  #retry = 0;
  #up = false;
  /** @type {EventSource | null} */
  #source = null;
  #followed = ""; // the games of the stream
  #channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

  constructor() {
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#receive(data);
    document.addEventListener("visibilitychange", () => this.#update());
    window.addEventListener("pagehide", () => this.#leave());
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.#update();
    });
  }

  /** Follows a game; returns a function that stops it. @param {string} game @param {Listener} listener */
  listen(game, listener) {
    const all = this.#listeners.get(game) ?? new Set();
    const isNew = !all.size;
    const repeat = () => {
      for (const event of this.#latest.values())
        if (event.game === game && all.has(listener)) listener[event.what]?.(event.data);
    };
    this.#listeners.set(game, all.add(listener));
    if (isNew || this.#part === "away") this.#update();
    else if (this.#part === "leads") queueMicrotask(repeat);
    else this.#send({ kind: "want", games: this.#ownGames() });
    return () => {
      all.delete(listener);
      if (all.size || this.#listeners.get(game) !== all) return;
      this.#listeners.delete(game);
      this.#update();
    };
  }

  /** Opens the stream again where it was refused, without waiting. */
  listenAgain() {
    if (this.#part === "leads") this.#open();
  }

  /** @param {Omit<Message, "from">} message */
  #send(message) {
    this.#channel?.postMessage({ ...message, from: this.#me });
  }

  #ownGames() {
    return [...this.#listeners.keys()].sort();
  }

  /** @param {GameEvent} event */
  #dispatch({ game, what, data }) {
    for (const listener of [...(this.#listeners.get(game) ?? [])]) listener[what]?.(data);
  }

  /** @param {boolean} up */
  #setLink(up) {
    this.#up = up;
    for (const each of this.#listeners.values()) for (const listener of [...each]) listener.link?.(up);
  }

  /** @param {boolean} up */
  #shareLink(up) {
    this.#send({ kind: "link", up });
    this.#setLink(up);
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
    if (!games.length) return;
    const source = new EventSource(liveEvents(games));
    this.#source = source;
    for (const game of games)
      for (const what of KINDS)
        source.addEventListener(`${what}:${game}`, ({ data }) => this.#share({ game, what, data: JSON.parse(data) }));
    source.addEventListener("open", () => this.#shareLink(true));
    source.addEventListener("error", () => {
      this.#shareLink(false);
      // Otherwise it connects by itself.
      if (source.readyState === EventSource.CLOSED) this.#retry = setTimeout(() => this.#open(), RETRY);
    });
  }

  /** @param {GameEvent} event */
  #share(event) {
    this.#latest.set(`${event.what}:${event.game}`, event);
    this.#send({ kind: "event", ...event });
    if (!this.#up) this.#shareLink(true);
    this.#dispatch(event);
  }

  #sendLead() {
    const games = this.#followed ? this.#followed.split(",") : this.#ownGames();
    this.#send({ kind: "lead", games, up: this.#up });
  }

  #lead() {
    this.#part = "leads";
    this.#leader = this.#me;
    this.#sendLead();
    this.#open();
  }

  /** @param {string} leader */
  #follow(leader) {
    this.#part = "follows";
    [this.#leader, this.#heardAt] = [leader, Date.now()];
  }

  /** Gives a sign of life, and looks for those of the others. */
  #tick() {
    const now = Date.now();
    for (const [page, { at }] of this.#others) if (now - at > SILENCE) this.#others.delete(page);
    if (this.#part === "leads") {
      this.#sendLead();
      this.#open();
    } else if (now - this.#heardAt > SILENCE) this.#lead();
    else this.#send({ kind: "here", games: this.#ownGames() });
  }

  #leave() {
    if (this.#part !== "away") this.#send({ kind: "gone" });
    this.#part = "away";
    clearInterval(this.#timer);
    this.#close();
    this.#latest.clear();
    this.#others.clear();
  }

  /** Takes part where something is followed and the page is in sight, else leaves that to others. */
  #update() {
    if (!this.#listeners.size || document.visibilityState !== "visible") {
      this.#leave();
      return;
    }
    if (this.#part === "leads") {
      this.#open();
      return;
    }
    this.#send({ kind: "want", games: this.#ownGames() });
    if (this.#part !== "away") return;
    if (!this.#channel) {
      this.#lead();
      return;
    }
    this.#part = "asks";
    this.#heardAt = Date.now();
    this.#timer = setInterval(() => this.#tick(), SIGN);
    setTimeout(() => {
      if (this.#part === "asks") this.#lead();
    }, ANSWER);
  }

  /** @param {Message} message */
  #receive(message) {
    const { kind, from, to, games = [] } = message;
    if (this.#part === "away" || (to && to !== this.#me)) return;
    if (kind === "gone") this.#others.delete(from);
    if (kind === "want" || kind === "here") this.#others.set(from, { games, at: Date.now() });
    if (this.#part === "leads") this.#receiveLeading(message);
    else this.#receiveFollowing(message);
  }

  /** @param {Message} message */
  #receiveLeading({ kind, from, games = [] }) {
    if (kind === "want" || kind === "here") this.#open();
    if (kind === "want") {
      this.#sendLead();
      for (const event of this.#latest.values())
        if (games.includes(event.game)) this.#send({ kind: "event", to: from, ...event });
    }
    if (kind !== "lead") return;
    if (from > this.#me) {
      this.#sendLead();
      return;
    }
    this.#close(); // two lead: the first by name goes on
    this.#follow(from);
    this.#send({ kind: "want", games: this.#ownGames() });
  }

  /** @param {Message} message */
  #receiveFollowing({ kind, from, games = [], game = "", what = "state", data, up = false }) {
    if (kind === "lead") {
      this.#follow(from);
      if (up !== this.#up) this.#setLink(up);
      if (this.#ownGames().some((each) => !games.includes(each))) this.#send({ kind: "want", games: this.#ownGames() });
    } else if (kind === "event") this.#dispatch({ game, what, data });
    else if (kind === "link") this.#setLink(up);
    else if (kind === "gone" && from === this.#leader) {
      const next = [this.#me, ...this.#others.keys()].sort()[0];
      if (next === this.#me) this.#lead();
      else this.#heardAt = Date.now() - SILENCE + SIGN; // that one leads, or this page soon does
    }
  }
}

const stream = new SharedStream();

/** @param {string} game @param {Listener} listener */
export const listen = (game, listener) => stream.listen(game, listener);
export const listenAgain = () => stream.listenAgain();
