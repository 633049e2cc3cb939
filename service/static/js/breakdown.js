// A scored hand: its total, its sets, the rows with tiles and reasons, and those that do not count, folded.

import { h } from "./dom.js";
import { plural, rowName, t } from "./i18n.js";
import { facesOf, handSets } from "./sets.js";
import { tileImage } from "./tiles.js";
import { faanWords, pointWords } from "./words.js";

const pictures = (text) => h("span", { class: "row-tiles" }, facesOf(text).map((code) => tileImage(code)));

// Why a row was missed, as the service says it, with the tiles it names as pictures.
const MISSED = [
  [/^needs closed sets; on the table: (.+)$/, (sets) => [t("needs closed sets; on the table:"), pictures(sets)]],
  [/^needs a drawn tile$/, () => t("needs a drawn tile")],
  [/^is for the round of (\w+)$/, (wind) => t(`is for the round of ${wind}`)],
  [/^is for the seat of (\w+)$/, (wind) => t(`is for the seat of ${wind}`)],
  [/^needs (\S+) away$/, (tile) => [t("without"), pictures(tile)]],
  [/^needs (\S+) as well$/, (tile) => [t("needs as well"), pictures(tile)]],
  [/^needs (\S+) in place of (\S+)$/, (tile, other) => [t("needs"), pictures(tile), t("in place of"), pictures(other)]],
];

function missedWords(why) {
  for (const [form, say] of MISSED) {
    const found = form.exec(why);
    if (found) return say(...found.slice(1));
  }
  return why;
}

function reason(row, rows) {
  if (row.excluded_by === "limit") return t("the limit covers it");
  const by = rows.find(({ id }) => id === row.excluded_by);
  return t("part of: {row}", { row: by ? rowName(by) : row.excluded_by });
}

function worth(row) {
  if (row.excluded_by) return "–";
  if (row.faan !== undefined) return String(row.faan);
  return row.times ? `×${row.times}` : `${row.points}`;
}

function rowLine(row, rows) {
  const times = row.count > 1 ? ` × ${row.count}` : "";
  return h("li", { "data-row": row.id },
    h("span", {}, h("span", {}, rowName(row) + times), row.tiles ? pictures(row.tiles) : null,
      row.excluded_by ? h("small", {}, reason(row, rows)) : null),
    h("b", {}, worth(row)));
}

function formula({ base, multiplier, added, final_multiplier: final, score }) {
  const inner = `${base} × ${multiplier}${added ? ` + ${added}` : ""}`;
  return `${final === 1 ? inner : `(${inner}) × ${final}`} = ${score}`;
}

/** Returns what an answer comes to, and how. */
export function total(answer) {
  if (answer.faan === undefined) {
    return h("div", { class: "total" },
      h("span", { class: "total-score" }, h("b", {}, String(answer.score)), " ", t(answer.score === 1 ? "point" : "points")),
      h("span", { class: "total-points" }, answer.limit ? t("limit") : formula(answer)));
  }
  return h("div", { class: "total" },
    h("span", { class: "total-faan" }, h("b", {}, String(answer.faan)), ` ${t("faan")}`),
    h("span", { class: "total-points" }, answer.limit ? `${t("limit")} · ` : "", answer.points === null ? "" : pointWords(answer.points)));
}

const earns = (row) => !row.excluded_by && (row.faan !== undefined || row.times > 1 || row.points > 0);

/** Returns the rows of an answer: those that earn something, and folded those swallowed or missed by a little. */
export function rowLists(answer) {
  const counted = answer.rows.filter(earns);
  const swallowed = answer.rows.filter((row) => row.excluded_by);
  const missed = answer.refused ?? [];
  return [
    counted.length ? h("ol", { class: "plain rows" }, counted.map((row) => rowLine(row, answer.rows))) : h("p", { class: "hint" }, t("Nothing here earns anything.")),
    swallowed.length ? h("details", {},
      h("summary", {}, plural(swallowed.length, "{n} more is in the hand, but not counted", "{n} more are in the hand, but not counted")),
      h("ol", { class: "plain rows" }, swallowed.map((row) => rowLine(row, answer.rows)))) : null,
    missed.length ? h("details", { class: "missed" },
      h("summary", {}, plural(missed.length, "{n} more was nearly there", "{n} more were nearly there")),
      h("ol", { class: "plain rows" }, missed.map((row) => h("li", {},
        h("span", {}, rowName(row), h("small", { class: "why" }, missedWords(row.why)))))) ) : null,
  ];
}

/** Returns a card with all that is known of a scored hand. */
export function breakdown(answer) {
  return h("section", { class: "card breakdown" }, total(answer), handSets(answer), rowLists(answer));
}

/** Says in short what an answer comes to. */
export const worthWords = (answer) => (answer.faan === undefined ? pointWords(answer.score) : faanWords(answer.faan));
