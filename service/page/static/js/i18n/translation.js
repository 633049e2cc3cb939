// The page's words in the reader's language, by the ids that the code has for them.
//
// Which languages there are the page says itself (the element `languages`): each is a folder of service/locale. The page brings
// those of its first screens along in the language that it was asked for in (the element `words`); others are fetched when
// they are wanted, with a screen that has words of its own or with another language, and kept on the phone.
// English stands in for what of another language cannot be fetched: the service worker keeps it with the page.

/** @import { Language } from "../types" */
/** @import { PluralId, TextId } from "./text-ids" */

const KEY = "tableside.language";
const KEPT = "words"; // the cache that the service worker looks into when there is no connection

/** @typedef {Record<string, string | string[]>} Words of a language by id; forms by number where they count */

/** @type {Language} */
const ENGLISH = {
  tag: "en",
  name: "English",
  asked: ["en"],
  plurals: ["one", "other"],
  formats: "en-GB",
  comma: ", ",
  pause: ", ",
  space: " ",
};
/** @type {{ words: string, languages: Language[] }} */
const TOLD = JSON.parse(document.getElementById("languages")?.textContent || "null") ?? {
  words: "",
  languages: [ENGLISH],
};

/** What the page has brought along. */
const BROUGHT = {
  tag: document.documentElement.lang,
  /** @type {Words | null} */
  words: JSON.parse(document.getElementById("words")?.textContent || "null"),
};

let language = ENGLISH;
/** @type {Words} */
let table = {};
/**
 * The parts of the page whose words are known, or being fetched; those of another language are fetched for all of them.
 *
 * @type {Map<string, Promise<void>>}
 */
const parts = new Map([["page", Promise.resolve()]]);

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage switched off: the browser's language it is
  }
}

/**
 * Returns how many letters of a tag ask for a language, as service/locale/languages.py has it.
 *
 * @param {Language} given
 * @param {string} asked
 */
const fits = ({ tag, asked: ranges }, asked) =>
  Math.max(
    0,
    ...[tag, ...ranges]
      .filter((range) => `${asked}-`.toLowerCase().startsWith(`${range}-`.toLowerCase()))
      .map(({ length }) => length),
  );

/**
 * Returns the language that these tags ask for, the first of them first; English where none does.
 *
 * @param {readonly string[]} tags
 */
export function wanted(tags) {
  for (const asked of tags) {
    const [best] = [...TOLD.languages].sort((a, b) => fits(b, asked) - fits(a, asked));
    if (fits(best, asked)) return best;
  }
  return TOLD.languages[0];
}

/** Loads the words of the language that was chosen on this phone, else of the one that the browser asks for. */
export async function loadLanguage() {
  const chosen = wanted([kept() ?? "", ...navigator.languages]);
  await speak(chosen).catch(() => speak(ENGLISH)); // without a connection, and never spoken before
}

/**
 * Fetches the words of a part of the page; what was fetched once is there without a connection, too, with English for what
 * it lacks by now.
 *
 * @param {Language} of
 * @param {string} part
 * @returns {Promise<Words>}
 */
async function fetched({ tag }, part) {
  if (part === "page" && tag === BROUGHT.tag && BROUGHT.words) return BROUGHT.words;
  const name = `/${tag}.${part}.json`;
  try {
    const answer = await fetch(TOLD.words + name);
    if (!answer.ok) throw new Error(answer.statusText);
    keep(answer.clone(), name).catch(() => {}); // no room: it is fetched again
    return await answer.json();
  } catch (problem) {
    const store = await opened();
    const older = (await store?.keys())?.findLast(({ url }) => url.endsWith(name));
    if (!older) throw problem;
    const english = tag === ENGLISH.tag ? {} : await fetched(ENGLISH, part).catch(() => ({}));
    return { ...english, ...(await (await store?.match(older))?.json()) };
  }
}

/** Opens the cache of words, where there is one: only over https. */
const opened = async () => globalThis.caches?.open(KEPT).catch(() => undefined);

/**
 * Keeps words on the phone, and forgets those of earlier versions, which these stand for. No screen waits for it: a browser
 * that is busy with its storage may take its time.
 *
 * @param {Response} answer
 * @param {string} name
 */
async function keep(answer, name) {
  const store = await opened();
  await store?.put(TOLD.words + name, answer);
  for (const request of (await store?.keys()) ?? [])
    if (request.url.endsWith(name) && !request.url.endsWith(TOLD.words + name)) store?.delete(request);
}

/** @param {Language} wished */
async function speak(wished) {
  const rest = [...parts.keys()].filter((part) => part !== "page");
  const all = await Promise.all([
    ...rest.map((part) => fetched(wished, part).catch(() => fetched(ENGLISH, part))),
    fetched(wished, "page"),
  ]);
  table = Object.assign({}, ...all);
  language = wished;
  document.documentElement.lang = wished.tag;
}

/**
 * Knows the words of a part of the page that is fetched when it is wanted; where they cannot be had it speaks English.
 *
 * @param {string} part
 */
export function learn(part) {
  if (!parts.has(part)) parts.set(part, know(language, part));
  return parts.get(part);
}

/** @param {Language} of @param {string} part */
async function know(of, part) {
  const words = await fetched(of, part).catch(() => {
    parts.delete(part); // it is asked for again with the next screen of this part
    return fetched(ENGLISH, part);
  });
  if (of === language) table = { ...table, ...words };
}

/**
 * Returns a part of the page that is being fetched once its words and its style are there, too.
 *
 * @template Part
 * @param {Promise<Part>} fetching
 * @param {string=} words
 */
export const withWords = async (fetching, words = "rare") =>
  (await Promise.all([fetching, learn("screens"), learn(words), laterStyle()]))[0];

/**
 * Speaks another language from now on; false where its words could not be fetched. What is shown is drawn anew by the screen.
 *
 * @param {string} tag
 */
export async function switchLanguage(tag) {
  try {
    await speak(wanted([tag]));
  } catch {
    return false; // without a connection, and never spoken before
  }
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    // Storage switched off: until the page is closed.
  }
  return true;
}

/** Returns the languages there are, English first. */
export const languages = () => TOLD.languages;
/** Returns the tag of the language that is spoken. */
export const spoken = () => language.tag;
/** Returns whether the wording of the language waits for a reader. */
export const isUnread = () => language.unread ?? false;
export const isEnglish = () => language.tag === ENGLISH.tag;

/**
 * Returns the tags by which dates are written: the reader's own of this language and script, which say the region, then the language's.
 */
export function regions() {
  const { language: own, script } = new Intl.Locale(language.tag).maximize();
  const same = navigator.languages.filter((tag) => {
    const each = new Intl.Locale(tag).maximize();
    return each.language === own && each.script === script;
  });
  return [...same, language.formats];
}

const CLOCK = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
const DAY = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short" });
/** How a time is written: an hour of today, a day, a day with its hour, and a day as in a heading. */
const TIMES = /** @type {const} */ ({
  clock: CLOCK,
  day: { ...DAY, year: "numeric" },
  moment: { ...DAY, ...CLOCK },
  heading: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
});

/** @param {number | string | Date} at @param {keyof typeof TIMES} form */
export const timeWords = (at, form) => new Date(at).toLocaleString(regions(), TIMES[form]);

/** @param {number | string} at */
export const clock = (at) => timeWords(at, "clock");

/**
 * Returns a text in the reader's language, `{name}` filled in from `values`.
 *
 * @param {TextId} id
 * @param {Record<string, any>=} values
 */
export const t = (id, values = {}) => filled(String(table[id] ?? id), values);

/**
 * Returns in the reader's language what the scorer says in English: the name of a tile, a question, an agreement.
 *
 * @param {string} words
 */
export const translated = (words) => String(table[words] ?? words);

/** @param {string} said @param {Record<string, any>} values */
function filled(said, values) {
  if (!said.includes("{")) return said; // most of a screen has none
  return said.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? numbered(values[name]) : whole));
}

/**
 * Returns a number as the language writes it, without marks between thousands, and anything else as it is.
 *
 * @param {any} value
 */
export const numbered = (value) =>
  typeof value === "number" && !Number.isInteger(value)
    ? new Intl.NumberFormat(language.formats, { useGrouping: false, maximumFractionDigits: 2 }).format(value)
    : String(value);

/**
 * Something that the scorer names: in English, in a language of its own, or by a house in several.
 *
 * @typedef {{ name: string, zh?: string, names?: Record<string, string> }} Named
 */

/** @param {Named} given @param {string} kind */
function nameOf({ name, zh, names = {} }, kind) {
  return names[nameTag(names)] || (language.field === "zh" && zh) || String(table[`${kind}|${name}`] ?? name);
}

/**
 * Returns the name of a row, or of a way to pay: a house's own, the scorer's own, else the translation of the English one.
 *
 * @param {Named} given
 */
export const rowName = (given) => nameOf(given, "row");

/** @param {Named} given */
export const patternName = (given) => nameOf(given, "pattern");

/**
 * Returns the name that a house has given in several languages, in the reader's, else in the first.
 *
 * @param {Record<string, string>} names
 */
export const ownName = (names) => names[nameTag(names)] ?? Object.values(names)[0];

/**
 * Returns the tag under which a house's own names have one in the reader's language, or would have it.
 *
 * @param {Record<string, string>} names
 */
export function nameTag(names) {
  const { language: own, script } = new Intl.Locale(language.tag);
  return Object.keys(names).find((tag) => wanted([tag]) === language) ?? [own, script].filter(Boolean).join("-");
}

/**
 * Returns what the service said in several languages, in the reader's.
 *
 * @param {Record<string, string>} said
 */
export const inLanguage = (said) => (isEnglish() ? said.en : (said[language.field ?? ""] ?? said.text ?? said.en));

/**
 * Returns words in a row: "Ann, Ben and Cleo".
 *
 * @param {string[]} words
 */
export const list = (words) => new Intl.ListFormat(language.formats).format(words);

/**
 * Returns names in a row, without a word between the last two: "All pungs, Self-draw".
 *
 * @param {string[]} names
 */
export const series = (names) => names.join(language.pause);

/**
 * Returns phrases in a row, those that there are: "Ann won, 3 faan".
 *
 * @param {(string | false | null | undefined | 0)[]} words
 */
export const phrases = (words) => words.filter(Boolean).join(language.comma);

/** Returns what stands between two sentences. */
export const space = () => language.space;

/**
 * Returns words with a remark behind them: "Ann (in force)".
 *
 * @param {string} words
 * @param {string} remark
 */
export const remarked = (words, remark) => (language.space ? `${words} (${remark})` : `${words}（${remark}）`);

/**
 * Returns words as a sentence before another: "Nobody won. ", "流局。".
 *
 * @param {string} words
 */
export const sentence = (words) => (language.space ? `${words}. ` : `${words}。`);

/**
 * Returns a phrasing by number, as the language has them: "1 tile", "2 tiles".
 *
 * @param {number} number
 * @param {PluralId} id
 * @param {Record<string, any>=} values
 */
export function plural(number, id, values = {}) {
  const forms = [table[id] ?? id].flat();
  const { tag, plurals } = forms.length === language.plurals.length ? language : ENGLISH; // which stands in
  const form = forms[plurals.indexOf(new Intl.PluralRules(tag).select(number))] ?? forms[forms.length - 1];
  return filled(form, { n: number, ...values });
}

/**
 * @type {Promise<unknown> | undefined} the style of the screens that are opened from the first one, in a sheet beside
 * its own
 */
let style;

/** Fetches it, once; where it cannot be had the screens stand all the same, and it is asked for again with the next. */
function laterStyle() {
  style ??= new Promise((done) => {
    const first = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="stylesheet"]'));
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: first.href.replace("page.css", "later.css"),
    });
    link.onload = done;
    link.onerror = () => {
      link.remove();
      style = undefined;
      done(null);
    };
    first.after(link);
  });
  return style;
}
