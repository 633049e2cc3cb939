// The page's texts in the reader's language, by their ids in the code.
//
// The page lists its languages (the element `languages`), each a folder of service/locale, and contains the texts of its
// first screens in the language that was requested (the element `words`). The others are fetched with the first screen that
// needs them, or with another language; the service worker stores all of them. English replaces what cannot
// be fetched.

/** @import { Language } from "../types" */
/** @import { PluralId, TextId } from "./text-ids" */

const KEY = "tableside.language";

/** @typedef {Record<string, string | string[]>} Words texts by id; an array has the plural forms */

/** @type {{ words: string, languages: Language[] }} with the address of the texts */
const LOCALES = JSON.parse(document.getElementById("languages")?.textContent ?? "");
export const LANGUAGES = LOCALES.languages; // English first
const [ENGLISH] = LANGUAGES;

/** The texts that the page contains. */
const EMBEDDED = {
  tag: document.documentElement.lang,
  /** @type {Words | null} */
  words: JSON.parse(document.getElementById("words")?.textContent || "null"),
};

let language = ENGLISH;
/** @type {Words} */
let table = {};
/**
 * The parts of the page whose texts are loaded or being fetched; another language fetches all of them.
 *
 * @type {Map<string, Promise<void>>}
 */
const parts = new Map([["page", Promise.resolve()]]);

function storedTag() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is switched off
  }
}

/**
 * Return how many letters of a requested tag match a language, as service/locale/languages.py does.
 *
 * @param {Language} language
 * @param {string} requested
 */
const matchLength = ({ tag, asked: ranges }, requested) =>
  Math.max(
    0,
    ...[tag, ...ranges]
      .filter((range) => `${requested}-`.toLowerCase().startsWith(`${range}-`.toLowerCase()))
      .map(({ length }) => length),
  );

/** Return the language of the first tag that matches one; English if none does. @param {readonly string[]} tags */
function matchLanguage(tags) {
  for (const tag of tags) {
    const [best] = [...LANGUAGES].sort((a, b) => matchLength(b, tag) - matchLength(a, tag));
    if (matchLength(best, tag)) return best;
  }
  return ENGLISH;
}

/** Load the texts in the language that was chosen on this phone, or else in the browser's. */
export async function loadLanguage() {
  const chosen = matchLanguage([storedTag() ?? "", ...navigator.languages]);
  await setLanguage(chosen).catch(() => setLanguage(ENGLISH)); // without a connection
}

/** Fetch the texts of a part of the page. @param {Language} language @param {string} part @returns {Promise<Words>} */
async function fetchWords({ tag }, part) {
  if (part === "page" && tag === EMBEDDED.tag && EMBEDDED.words) return EMBEDDED.words;
  const answer = await fetch(`${LOCALES.words}/${tag}.${part}.json`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/** @param {Language} next */
async function setLanguage(next) {
  const rest = [...parts.keys()].filter((part) => part !== "page");
  const all = await Promise.all([
    ...rest.map((part) => fetchWords(next, part).catch(() => fetchWords(ENGLISH, part))),
    fetchWords(next, "page"),
  ]);
  table = Object.assign({}, ...all);
  language = next;
  document.documentElement.lang = next.tag;
}

/** Load the texts of a part of the page, once. @param {string} part */
export function loadWords(part) {
  if (!parts.has(part)) parts.set(part, addWords(language, part));
  return parts.get(part);
}

/** @param {Language} of @param {string} part */
async function addWords(of, part) {
  const words = await fetchWords(of, part).catch(() => {
    parts.delete(part); // the next screen of this part tries again
    return fetchWords(ENGLISH, part);
  });
  if (of === language) table = { ...table, ...words };
}

/**
 * Return a module of the page once it is fetched and its texts and style are loaded.
 *
 * @template Part
 * @param {Promise<Part>} fetching
 * @param {string=} words
 */
export const withWords = async (fetching, words = "rare") =>
  (await Promise.all([fetching, loadWords("screens"), loadWords(words), loadStyle()]))[0];

/**
 * Switch to another language; return whether its texts could be fetched. The caller draws the screen again.
 *
 * @param {string} tag
 */
export async function switchLanguage(tag) {
  try {
    await setLanguage(matchLanguage([tag]));
  } catch {
    return false; // without a connection
  }
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    // Storage is switched off: the choice lasts until the page is closed.
  }
  return true;
}

/** Return the tag of the current language. */
export const languageTag = () => language.tag;
/** Return whether no native speaker has reviewed the texts of the language. */
export const isUnreviewed = () => language.unread ?? false;
export const isEnglish = () => language.tag === ENGLISH.tag;

/** Return the locales to format dates in: the reader's own with this language and script, for the region, then the default. */
export function dateLocales() {
  const { language: own, script } = new Intl.Locale(language.tag).maximize();
  const same = navigator.languages.filter((tag) => {
    const each = new Intl.Locale(tag).maximize();
    return each.language === own && each.script === script;
  });
  return [...same, language.formats];
}

const CLOCK = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
const DAY = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short" });
/** The formats of times. */
const TIMES = /** @type {const} */ ({
  clock: CLOCK,
  day: { ...DAY, year: "numeric" },
  moment: { ...DAY, ...CLOCK },
  second: { dateStyle: "medium", timeStyle: "medium" },
  heading: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
});

/** @param {number | string | Date} at @param {keyof typeof TIMES} form */
export const timeWords = (at, form) => new Date(at).toLocaleString(dateLocales(), TIMES[form]);

/** @param {number | string} at */
export const clock = (at) => timeWords(at, "clock");

/**
 * Return a text in the reader's language; `values` replace its `{name}`s.
 *
 * @param {TextId} id
 * @param {Record<string, any>=} values
 */
export const t = (id, values = {}) => fillIn(String(table[id] ?? id), values);

/** Translate an English text of the scorer: the name of a tile, a question, an agreement. @param {string} words */
export const translate = (words) => String(table[words] ?? words);

/**
 * Return the text for a value of the service by the kind of value, undefined for one that the page does not know.
 *
 * @param {string} kind
 * @param {string} value
 */
export const textOf = (kind, value) => /** @type {string | undefined} */ (table[`${kind}|${value}`]);

/** @param {string} text @param {Record<string, any>} values */
function fillIn(text, values) {
  if (!text.includes("{")) return text; // most of a screen has none
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? formatValue(values[name]) : whole));
}

/** Format a number without thousands separators; return anything else as a string. @param {any} value */
const formatValue = (value) =>
  typeof value === "number" && !Number.isInteger(value)
    ? new Intl.NumberFormat(language.formats, { useGrouping: false, maximumFractionDigits: 2 }).format(value)
    : String(value);

/**
 * Something with an English name, perhaps a Chinese one, or names by language that a house chose.
 *
 * @typedef {{ name: string, zh?: string, names?: Record<string, string> }} Named
 */

/** @param {Named} given @param {string} kind */
function nameOf({ name, zh, names = {} }, kind) {
  return names[nameTag(names)] || (language.field === "zh" && zh) || String(table[`${kind}|${name}`] ?? name);
}

/**
 * Return the name of a row or a way to pay: the house's, the scorer's, or else the translation of the English one.
 *
 * @param {Named} given
 */
export const rowName = (given) => nameOf(given, "row");

/** @param {Named} given */
export const patternName = (given) => nameOf(given, "pattern");

/**
 * Return a house's name in the reader's language, or else in the first that it has.
 *
 * @param {Record<string, string>} names
 */
export const ownName = (names) => names[nameTag(names)] ?? Object.values(names)[0];

/**
 * Return the tag of the reader's language among a house's names, or the one to add.
 *
 * @param {Record<string, string>} names
 */
export function nameTag(names) {
  const { language: own, script } = new Intl.Locale(language.tag);
  return Object.keys(names).find((tag) => matchLanguage([tag]) === language) ?? [own, script].filter(Boolean).join("-");
}

/** Return the text in the reader's language among those of an answer. @param {Record<string, string>} texts */
export const inLanguage = (texts) => (isEnglish() ? texts.en : (texts[language.field ?? ""] ?? texts.text ?? texts.en));

/** Join words: "Ann, Ben and Cleo". A slow phone takes 70 ms to prepare the format. @param {string[]} words */
export const list = (words) =>
  words.length > 1 ? new Intl.ListFormat(language.formats).format(words) : (words[0] ?? "");

/** Join names without "and": "All pungs, Self-draw". @param {string[]} names */
export const series = (names) => names.join(language.pause);

/** Join phrases, leaving out empty ones: "Ann won, 3 faan". @param {(string | false | null | undefined | 0)[]} words */
export const phrases = (words) => words.filter(Boolean).join(language.comma);

/** Return the gap between two sentences. */
export const space = () => language.space;

/** Add a remark in parentheses: "Ann (in force)". @param {string} words @param {string} remark */
export const withRemark = (words, remark) => (language.space ? `${words} (${remark})` : `${words}（${remark}）`);

/** End a sentence that another follows: "Nobody won. ", "流局。". @param {string} words */
export const sentence = (words) => (language.space ? `${words}. ` : `${words}。`);

/**
 * Return the plural form for a number: "1 tile", "2 tiles".
 *
 * @param {number} number
 * @param {PluralId} id
 * @param {Record<string, any>=} values
 */
export function plural(number, id, values = {}) {
  const forms = [table[id] ?? id].flat();
  const { tag, plurals } = forms.length === language.plurals.length ? language : ENGLISH; // the text is not translated
  const form = forms[plurals.indexOf(new Intl.PluralRules(tag).select(number))] ?? forms[forms.length - 1];
  return fillIn(form, { n: number, ...values });
}

/** @type {Promise<unknown> | undefined} */
let style;

/** Load the style of all screens but the first, once; a failure stops no screen, and the next one tries again. */
function loadStyle() {
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
