// The page's words in the reader's language. English is written where it is used and is the key to its translation.

const KEY = "tableside.language";
const LANGUAGES = { en: "English", zh: "中文" };
let language = "en";
/** @type {Record<string, string>} */
let table = {};
/** @type {Record<string, string>} */
let rare = {};

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage switched off: the browser's language it is
  }
}

/** Returns "en" or "zh": as chosen on this phone, else as the browser asks. */
function wanted() {
  const chosen = kept();
  if (chosen && chosen in LANGUAGES) return chosen;
  const first = navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) ?? "en";
  return first.slice(0, 2).toLowerCase();
}

/** Loads the words of the wanted language; English needs none. */
export const loadLanguage = () => speak(wanted());

/** @param {string} tag */
async function speak(tag) {
  table = tag === "zh" ? { ...(await import("./zh.js")).words, ...rare } : {};
  language = tag;
  document.documentElement.lang = language === "zh" ? "zh-Hant" : "en";
}

/**
 * Knows the Chinese of a screen that brings its own, because hardly anybody opens it.
 *
 * @param {Record<string, string>} words
 */
export function learn(words) {
  rare = { ...rare, ...words };
  if (isChinese()) table = { ...table, ...words };
}

/** Speaks the other language from now on; false where its words could not be fetched. What is shown is drawn anew by the screen. */
export async function switchLanguage() {
  const other = isChinese() ? "en" : "zh";
  try {
    await speak(other);
  } catch {
    return false; // without a connection, and never spoken before
  }
  try {
    localStorage.setItem(KEY, other);
  } catch {
    // Storage switched off: until the page is closed.
  }
  return true;
}

/**
 * Adds the words of a part of the page that is fetched when it is wanted.
 *
 * @param {Record<string, string>} words
 */
export function addWords(words) {
  table = { ...table, ...words };
}

export const isChinese = () => language === "zh";
export const otherLanguage = () =>
  isChinese() ? { tag: "en", name: LANGUAGES.en } : { tag: "zh-Hant", name: LANGUAGES.zh };

/**
 * Returns words in the reader's language, `{name}` filled in from `values`.
 *
 * @param {string} words
 * @param {Record<string, any>=} values
 */
export function t(words, values = {}) {
  const said = table[words] ?? words;
  if (!said.includes("{")) return said; // most of a screen has none
  return said.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Returns the name of a row, a rule set's own or the Chinese one.
 *
 * @param {{ name: string, zh?: string }} given
 */
export const rowName = ({ name, zh }) => (isChinese() && zh ? zh : name);

/**
 * Returns words in a row: "Ann, Ben and Cleo".
 *
 * @param {string[]} words
 */
export const list = (words) => (isChinese() ? words.join("、") : new Intl.ListFormat("en-GB").format(words));

/**
 * Returns phrases in a row, those that there are: "Ann won, 3 faan".
 *
 * @param {(string | false | null | undefined | 0)[]} words
 */
export const phrases = (words) => words.filter(Boolean).join(isChinese() ? "，" : ", ");

/**
 * Returns words with a remark behind them: "Ann (in force)".
 *
 * @param {string} words
 * @param {string} remark
 */
export const remarked = (words, remark) => (isChinese() ? `${words}（${remark}）` : `${words} (${remark})`);

/**
 * Returns words as a sentence before another: "Nobody won. ", "流局。".
 *
 * @param {string} words
 */
export const sentence = (words) => (isChinese() ? `${words}。` : `${words}. `);

/**
 * Returns one of two phrasings by number: "1 tile", "2 tiles".
 *
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export const plural = (number, one, many) => t(number === 1 ? one : many, { n: number });
