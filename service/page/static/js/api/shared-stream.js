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

const CHANNEL = "tableside.stream";
const ANSWER = 80; // milliseconds in which a page that leads answers a new one
const SIGN = 2000; // between two signs of life
const SILENCE = 3 * SIGN; // after which a page is gone
const RETRY = 3000; // before a stream that was refused is opened again
const KINDS = /** @type {const} */ (["state", "draft", "refused"]);

/**
 * What is told of a game: each gets the data of a message, `link` whether the stream is there.
 *
 * @typedef {{ state?: (data: any) => void, draft?: (data: any) => void, refused?: (data: any) => void, link?: (up: boolean) => void }} Listener
 */

/**
 * What pages say to each other. `want`: what one follows, to be told all that is known of it; `here`: the same as a sign
 * of life; `lead`: one leads, and of which games; `told`: a message of the stream; `link`: whether it is there; `gone`: one
 * was hidden or closed.
 *
 * @typedef {{ kind: string, from: string, to?: string, games?: string[], game?: string, what?: typeof KINDS[number], data?: any, up?: boolean }} Said
 */

/** Holds what this page has of the stream: {listen, listenAgain}. */
function shareStream() {
  const me = newKey();
  /** @type {Map<string, Set<Listener>>} */
  const listeners = new Map();
  /** @type {Map<string, { games: string[], at: number }>} */
  const others = new Map(); // the other pages in sight, by what they call themselves
  /** @type {Map<string, { game: string, what: typeof KINDS[number], data: any }>} */
  const latest = new Map(); // the last message of each kind and game, for who comes later
  /** @type {"away" | "asks" | "follows" | "leads"} */
  let part = "away";
  let leader = "";
  let heard = 0; // when the leader gave a sign of life
  let timer = 0;
  let retrying = 0;
  let up = false;
  /** @type {EventSource | null} */
  let source = null;
  let followed = ""; // the games of the stream
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

  /** @param {Omit<Said, "from">} said */
  const say = (said) => channel?.postMessage({ ...said, from: me });
  const mine = () => [...listeners.keys()].sort();

  /**
   * @param {string} game
   * @param {typeof KINDS[number]} what
   * @param {any} data
   */
  function dispatch(game, what, data) {
    for (const listener of [...(listeners.get(game) ?? [])]) listener[what]?.(data);
  }

  /** @param {boolean} there */
  function link(there) {
    up = there;
    for (const each of listeners.values()) for (const listener of [...each]) listener.link?.(there);
  }

  function close() {
    clearTimeout(retrying);
    source?.close();
    source = null;
    followed = "";
  }

  /** Follows all that any page in sight follows. */
  function open() {
    const games = [...new Set([...mine(), ...[...others.values()].flatMap((each) => each.games)])].sort();
    if (source && source.readyState !== EventSource.CLOSED && games.join() === followed) return;
    close();
    for (const [name, { game }] of latest) if (!games.includes(game)) latest.delete(name);
    followed = games.join();
    if (!games.length) return;
    const opened = new EventSource(liveEvents(games));
    source = opened;
    for (const game of games)
      for (const what of KINDS)
        opened.addEventListener(`${what}:${game}`, ({ data }) => {
          const told = { game, what, data: JSON.parse(data) };
          latest.set(`${what}:${game}`, told);
          say({ kind: "told", ...told });
          if (!up) tellLink(true);
          dispatch(game, what, told.data);
        });
    opened.addEventListener("open", () => tellLink(true));
    opened.addEventListener("error", () => {
      tellLink(false);
      if (opened.readyState === EventSource.CLOSED) retrying = setTimeout(open, RETRY); // else it connects by itself
    });
  }

  /** @param {boolean} there */
  function tellLink(there) {
    say({ kind: "link", up: there });
    link(there);
  }

  function lead() {
    part = "leads";
    leader = me;
    say({ kind: "lead", games: mine(), up });
    open();
  }

  /** Gives a sign of life, and looks for those of the others. */
  function tick() {
    const now = Date.now();
    for (const [page, { at }] of others) if (now - at > SILENCE) others.delete(page);
    if (part === "leads") {
      say({ kind: "lead", games: followed ? followed.split(",") : [], up });
      open();
    } else if (now - heard > SILENCE) lead();
    else say({ kind: "here", games: mine() });
  }

  function leave() {
    if (part !== "away") say({ kind: "gone" });
    part = "away";
    clearInterval(timer);
    close();
    latest.clear();
    others.clear();
  }

  /** Takes part where something is followed and the page is in sight, else leaves that to others. */
  function update() {
    const wanted = listeners.size > 0 && document.visibilityState === "visible";
    if (!wanted) {
      leave();
      return;
    }
    if (part === "leads") {
      open();
      return;
    }
    say({ kind: "want", games: mine() });
    if (part !== "away") return;
    if (!channel) {
      lead();
      return;
    }
    part = "asks";
    heard = Date.now();
    timer = setInterval(tick, SIGN);
    setTimeout(() => {
      if (part === "asks") lead();
    }, ANSWER);
  }

  /**
   * Tells a page all that is known of what it follows.
   *
   * @param {string} page
   * @param {string[]} games
   */
  function tellAgain(page, games) {
    for (const told of latest.values()) if (games.includes(told.game)) say({ kind: "told", to: page, ...told });
  }

  /** @param {Said} said */
  function hear({ kind, from, to, games = [], game = "", what = "state", data, up: there = false }) {
    if (part === "away" || (to && to !== me)) return;
    if (kind === "gone") others.delete(from);
    if (kind === "want" || kind === "here") others.set(from, { games, at: Date.now() });
    if (part === "leads") {
      if (kind === "want") {
        open();
        say({ kind: "lead", games: followed.split(","), up });
        tellAgain(from, games);
      } else if (kind === "here") open();
      else if (kind === "lead" && from < me) {
        close(); // two lead: the first by name goes on
        part = "follows";
        [leader, heard] = [from, Date.now()];
        say({ kind: "want", games: mine() });
      } else if (kind === "lead") say({ kind: "lead", games: followed.split(","), up });
      return;
    }
    if (kind === "lead") {
      part = "follows";
      [leader, heard] = [from, Date.now()];
      if (there !== up) link(there);
      if (mine().some((each) => !games.includes(each))) say({ kind: "want", games: mine() });
    } else if (kind === "told") dispatch(game, what, data);
    else if (kind === "link") link(there);
    else if (kind === "gone" && from === leader) {
      const next = [me, ...others.keys()].sort()[0];
      if (next === me) lead();
      else heard = Date.now() - SILENCE + SIGN; // that one leads, or I soon do
    }
  }

  if (channel) channel.onmessage = ({ data }) => hear(data);
  document.addEventListener("visibilitychange", update);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) update();
  });

  /**
   * Follows a game; returns a function that stops it.
   *
   * @param {string} game
   * @param {Listener} listener
   */
  function listen(game, listener) {
    const known = listeners.get(game) ?? new Set();
    const isNew = !known.size;
    const again = () => {
      for (const told of latest.values())
        if (told.game === game && known.has(listener)) listener[told.what]?.(told.data);
    };
    listeners.set(game, known.add(listener));
    if (isNew || part === "away") update();
    else if (part === "leads") queueMicrotask(again);
    else say({ kind: "want", games: mine() });
    return () => {
      known.delete(listener);
      if (known.size || listeners.get(game) !== known) return;
      listeners.delete(game);
      update();
    };
  }

  /** Opens the stream again where it was refused, without waiting. */
  function listenAgain() {
    if (part === "leads") open();
  }

  return { listen, listenAgain };
}

/** What this page hears; a browser has one stream, and so a page one part in it. */
export const { listen, listenAgain } = shareStream();
