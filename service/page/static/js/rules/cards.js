// Cards that explain a row, with tiles and a plain sentence, a term of the game, and who deals and goes first.

import { rowName, t, textOf } from "../i18n/translation.js";
import { codesOf } from "../state/notation.js";
import { openSheet } from "../ui/sheet.js";
import { tileImage, windName } from "../ui/tiles.js";
import { printedValue } from "../ui/words.js";
import { html } from "../vendor/preact.js";

/** @import { State } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

// Fourteen tiles are a whole hand, fewer are the part that the row is about. A sentence says what all rule sets
// with such a row have in common; the wording of the sheet stands below it.
/** @type {Record<string, string>} */
const EXAMPLES = {
  thirteen_orphans: "119m19p19s1234567z",
  nine_gates: "11123455678999s",
  eight_treasures: "1234f1234g",
  seven_pairs: "1133m5577p99s22z66z",
  all_seasons: "1234g",
  all_flowers: "1234f",
  seat_bonus: "1f1g",
  full_flush: "123p345p678p999p22p",
  half_flush: "123345p789p111z66z",
  pure_straight: "123456789s",
  three_suit_chow: "234m234p234s",
  two_double_chow: "223344m667788p",
  double_chow: "223344m",
  four_kongs: "(2222m)(7777p)(1111s)(4444z)99m",
  three_kongs: "(2222m)(7777p)(1111s)",
  four_pungs: "222m777p111s444z99m",
  three_closed_pungs: "222m777p111s",
  three_same_number: "555m555p555s",
  little_dragons: "555z666z77z",
  big_winds: "111z222z333z44z",
  big_dragons: "555z666z777z",
  only_honours: "111z222z333z555z66z",
  only_terminals: "111m999m111p999s99p",
  terminal_in_each_meld: "123m789p111s789s55p",
  terminals_and_honours: "111m999p111s222z77z",
  all_simples: "234m567p456s678s55m",
  dragon_pung: "666z",
  prevalent_wind: "111z",
  seat_wind: "222z",
  set_of_flowers: "1234f",
  all_chows: "123m456m234p678s55s",
  little_four_winds: "111z222z333z44z123m",
  big_four_winds: "111z222z333z444z55m",
  jade_dragon: "666z222s444s888s66s",
  ruby_dragon: "777z222m444m888m66m",
  pearl_dragon: "555z222p444p888p66p",
  hidden_treasure: "222m777p111s444z99m",
  chow: "456p",
  pung: "888m",
  kong: "(8888m)",
  pair: "66z",
  bonus_tile: "3f",
  own_wind_set: "222z",
  one_suit_honour_pair: "123345p789p111p66z",
  no_scoring_value: "123m456m234p678s55s",
};

// Other names of the same row: what one sheet calls "No flowers" is "No bonus tiles" in another.
/** @type {Record<string, string>} */
const ALIASES = {
  no_flowers: "no_bonus",
  own_flower: "seat_bonus",
  own_wind: "seat_wind",
  prevailing_wind: "prevalent_wind",
  round_wind_set: "prevalent_wind",
  all_pungs: "four_pungs",
  no_chows: "four_pungs",
  flush: "full_flush",
  one_suit: "full_flush",
  one_suit_with_honours: "half_flush",
  supplement: "dead_wall_draw",
  loose_tile: "dead_wall_draw",
  loose_after_kong: "dead_wall_draw",
  last_wall: "last_wall_draw",
  last_piece: "last_wall_draw",
  last_tile: "last_wall_draw",
  rob_kong: "rob_small_kong",
  from_wall: "self_pick",
  all_honors: "only_honours",
  all_honours: "only_honours",
  all_terminals: "only_terminals",
  little_three_dragons: "little_dragons",
  three_great_scholars: "big_dragons",
  all_kongs: "four_kongs",
  dragon_set: "dragon_pung",
  own_season: "seat_bonus",
  four_seasons: "all_seasons",
  four_flowers: "all_flowers",
  thirteen_odd_majors: "thirteen_orphans",
  calling_nine_tile_hand: "nine_gates",
  woo: "going_out",
};

/** Return the name under which a row is explained, and its tiles, if any. @param {string} id */
export function exampleOf(id) {
  const name = ALIASES[id] ?? id;
  return { name, tiles: EXAMPLES[name] };
}

// Terms and sources are in docs/rules/terms.md. Each has its id, its characters, how they are read in Jyutping, its name
// and its meaning.
/** @type {[string, string, string, TextId, TextId][]} */
export const TERMS = [
  ["faan", "番", "faan1", "faan-label", "what-hand-counts-each-row"],
  ["minimum", "起糊", "hei2 wu2", "minimum-label", "faan-win-needs-with-fewer"],
  ["limit", "封頂", "fung1 deng2", "limit-label", "most-hand-counts-what-more"],
  ["closed", "門清", "mun4 cing1", "closed-label", "nothing-of-hand-claimed"],
  ["called", "落地", "lok6 dei6", "called-open", "set-claimed-from-discard-lies"],
  ["dealer", "莊", "zong1", "dealer-label", "east-of-hand-deal-goes"],
  ["first", "先行", "sin1 hang4", "goes-first", "who-takes-first-turn-dealer"],
  ["round", "圈", "hyun1", "round-label", "turn-of-deal-round-table"],
  ["round-wind", "圈風", "hyun1 fung1", "round-wind-label", "wind-of-round-pung"],
  ["seat-wind", "門風", "mun4 fung1", "seat-wind-label", "wind-of-ones-own-seat"],
  ["self-draw", "自摸", "zi6 mo1", "self-draw-label", "win-on-tile-from-wall"],
  ["discard", "出銃", "ceot1 cung3", "feeding-win", "to-throw-away-tile-another"],
  ["robbing", "搶槓", "coeng2 gong3", "robbing-a-kong", "to-win-on-tile-another"],
  ["chow", "順子", "seon6 zi2", "chow-label", "three-numbers-claimed-by-chow"],
  ["pung", "刻子", "hak1 zi2", "pung-label", "three-tiles-alike-claimed"],
  ["kong", "槓", "gong3", "kong-label", "four-tiles-alike-with-further"],
  ["eyes", "眼", "ngaan5", "eyes-label", "pair-of-complete-hand"],
  ["honours", "番子", "faan1 zi2", "honours-label", "winds-and-dragons-sentence"],
  ["terminals", "幺九", "jiu1 gau2", "terminals-label", "ones-and-nines-of-suits"],
  ["flowers", "花", "faa1", "flowers-and-seasons", "tiles-laid-aside-and-replaced"],
  ["draw", "流局", "lau4 guk6", "draw-label", "wall-used-up"],
  ["false-win", "詐糊", "zaa3 wu2", "false-win-label", "win-declared-and-none"],
  ["pay-for-all", "包牌", "baau1 paai4", "paying-for-all", "who-fed-hand-in-way"],
  ["chicken", "雞糊", "gai1 wu2", "chicken-hand", "win-no-faan-at-all"],
  ["half-gun", "半銃", "bun3 cung3", "half-gun-label", "for-discard-discarder-pays-double"],
  ["full-gun", "全銃", "cyun4 cung3", "full-gun-label", "for-discard-discarder-alone-pays"],
];

/** @typedef {{ id: string, name: string, zh?: string, value: string, wording?: string }} Row */

/** @param {string} tiles */
const tilePictures = (tiles) =>
  html`<div class="example" role="img" aria-label=${t("an-example")}>
    ${tiles.match(/\d+[mpszfg]/g)?.map((set) => html`<span>${codesOf(set).map((code) => tileImage(code, { silent: true }))}</span>`)}
  </div>`;

/** Return what a row is worth for closed and open hands. @param {{ value: string }} row */
export function worthWords(row) {
  const value = printedValue(row);
  const [, closed, open] = /^(.+?) \((.+)\)$/.exec(value) ?? [null, value, null];
  if (open === null) return closed;
  return open === "-" ? t("closed-only-closed", { closed }) : t("closed-closed-open-with-called", { closed, open });
}

/** @param {Row} row */
function rowCard(row) {
  const { name, tiles } = exampleOf(row.id);
  const meaning = textOf("row-meaning", name); // none for a house's own row
  const { zh } = row;
  return html`<div class="term-card">
    <p class="term-worth"><b>${worthWords(row)}</b>${zh && zh !== rowName(row) && html`<span lang="zh-Hant">${zh}</span>`}</p>
    ${tiles && tilePictures(tiles)}
    ${meaning && html`<p>${meaning}</p>`}
    ${row.wording && html`<p class="hint">${t("in-rule-sheet-wording", { wording: row.wording })}</p>`}
  </div>`;
}

/** @param {Row} row */
export const openRow = (row) => openSheet(rowName(row), () => rowCard(row));

/** @param {string} id */
const termOf = (id) => /** @type {(typeof TERMS)[0]} */ (TERMS.find(([each]) => each === id));

/** @param {string} id */
const explanation = (id) => t(termOf(id)[4]);

/** @param {string} id */
export function openTerm(id) {
  const [, zh, reading, name, meaning] = termOf(id);
  openSheet(
    t(name),
    () => html`<div class="term-card">
      <p class="term-worth"><b lang="zh-Hant">${zh}</b><span lang="yue-Latn">${reading}</span></p>
      <p>${t(meaning)}</p>
    </div>`,
  );
}

export const glossary = () => html`<dl class="glossary">
  ${TERMS.map(
    ([id, zh, reading, name, meaning]) => html`<div data-term=${id}>
      <dt>
        <b>${t(name)}</b>
        ${t(name) !== zh && html`<span lang="zh-Hant">${zh}</span>`}
        <small lang="yue-Latn">${reading}</small>
      </dt>
      <dd>${t(meaning)}</dd>
    </div>`,
  )}
</dl>`;

/** @param {State} state */
export function openTurn(state) {
  const { dealer, first, players, round_wind: round } = state;
  openSheet(
    t("wind-round-hand-n", { wind: windName(round), n: state.hand_number }),
    () => html`
      <section class="term-card">
        <h3>${t("name-dealer-east-of-hand", players[dealer])}</h3>
        <p>${explanation("dealer")}</p>
      </section>
      <section class="term-card">
        <h3>${t("name-goes-first", players[first])}</h3>
        <p>
          ${first === dealer ? explanation("first") : t("by-rule-sheet-as-written")}
        </p>
      </section>
      <section class="term-card">
        <h3>${t("round-wind-wind", { wind: windName(round) })}</h3>
        <p>${explanation("round-wind")}</p>
      </section>
    `,
  );
}
