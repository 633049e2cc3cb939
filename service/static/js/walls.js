// The four walls as a picture: whose wall breaks and where, which stacks are dealt to whom, what is kept apart.

import { s } from "./dom.js";
import { isChinese, t } from "./i18n.js";
import { picture, windName, windTile } from "./tiles.js";

const SIZE = 400; // units of the picture's side
const PITCH = 16.5; // from stack to stack
const [WIDTH, DEPTH] = [15, 22]; // of a stack seen from above
const OUT = 178; // from the middle of the table to the outer edge of a wall
const TURNS = { bottom: 0, right: -90, top: 180, left: 90 };
const CHARACTERS = { E: "東", S: "南", W: "西", N: "北" };
const letter = (wind) => (isChinese() ? CHARACTERS[wind] : wind);

// A stack's place in the wall at the bottom, counted from its owner's right hand.
const left = (number, stacks) => SIZE / 2 + (stacks * PITCH) / 2 - number * PITCH;
const top = SIZE / 2 + OUT - DEPTH;

function stackOf({ number, tiles, part, to }, { stacks, deal, first, turn }) {
  const x = left(number, stacks);
  const dealt = deal && to[0] !== null;
  const kind = [part, first && "first", dealt && `to-${to[0]}`].filter(Boolean).join(" ");
  const split = dealt && to[1] !== null && to[1] !== to[0];
  const [cx, cy] = [x + WIDTH / 2, top + DEPTH / 2];
  return s("g", { class: `stack ${kind}` },
    s("rect", { x, y: top, width: WIDTH, height: DEPTH, rx: 2 }),
    split && s("rect", { x, y: top + DEPTH / 2, width: WIDTH, height: DEPTH / 2, class: `to-${to[1]}` }),
    tiles > 2 && s("rect", { x: x + 2, y: top - 7, width: WIDTH - 4, height: 14, rx: 2, class: "on-top" }),
    dealt && !split && s("text", { x: cx, y: cy, transform: `rotate(${-turn} ${cx} ${cy})` }, letter(to[0])));
}

// From the owner's right end to the last stack counted, with the number.
function counting(opened, stacks, turn) {
  const from = left(1, stacks) + WIDTH;
  const { wall, stack } = opened.counted;
  const to = wall === opened.wall ? left(stack, stacks) : left(stacks, stacks);
  const y = top + DEPTH + 9;
  const [cx, cy] = [(from + to) / 2, y + 1];
  return s("g", { class: "counting" },
    s("path", { d: `M${from} ${y}H${to + 2}`, "marker-end": "url(#count-head)" }),
    s("circle", { cx, cy, r: 11 }),
    s("text", { x: cx, y: cy, transform: `rotate(${-turn} ${cx} ${cy})` }, opened.count));
}

function wall({ seat, side, stacks }, { opened, deal }) {
  const turn = TURNS[side];
  const first = (number) => opened?.first.wall === seat && opened.first.stack === number;
  const [x, y] = [SIZE / 2, SIZE / 2 + 118];
  return s("g", { transform: `rotate(${turn} ${SIZE / 2} ${SIZE / 2})`, class: opened?.wall === seat ? "wall broken" : "wall" },
    stacks.map((stack) => stackOf(stack, { stacks: stacks.length, deal, first: first(stack.number), turn })),
    opened?.wall === seat && counting(opened, stacks.length, turn),
    s("image", { href: picture(windTile(seat)), x: x - 18, y: y - 24, width: 36, height: 48, transform: `rotate(${-turn} ${x} ${y})` }));
}

const order = (direction) => s("g", { class: "order", transform: direction === "cw" ? null : `translate(${SIZE} 0) scale(-1 1)` },
  s("path", { d: "M200 262A62 62 0 1 1 262 200", "marker-end": "url(#order-head)" }));

const head = (id) => s("marker", { id, viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 6, markerHeight: 6, orient: "auto-start-reverse" }, s("path", { d: "M0 0L10 5L0 10z" }));

/** Returns the walls of a set-up answer; `deal` shows who gets what, else only where the wall breaks. */
export function wallsPicture(answer, { deal = false } = {}) {
  const opened = answer.break;
  const words = answer.said ? answer.said[isChinese() ? "zh" : "en"] : t("Four walls, one in front of each player");
  return s("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, class: "walls", role: "img", "aria-label": words },
    s("defs", {}, head("count-head"), head("order-head")),
    order(answer.direction), answer.walls.map((each) => wall(each, { opened, deal })));
}

const PARTS = { dead: "Dead wall", back: "Replacements come from here", flowers: "Flower stacks", loose: "Loose tiles", removed: "Taken out" };

/** Returns what the colours of a picture mean: [{kind, words}]. */
export function meanings(answer, { deal = false } = {}) {
  if (!answer.break) return [];
  const parts = [...new Set(answer.walls.flatMap(({ stacks }) => stacks.map(({ part }) => part)))].filter((part) => part in PARTS);
  return [
    { kind: "first", words: t("Taken first") },
    ...parts.map((part) => ({ kind: part, words: t(PARTS[part]) })),
    ...(deal ? answer.walls.map(({ seat }) => ({ kind: `to-${seat}`, words: t("dealt to {wind}", { wind: windName(seat) }) })) : []),
  ];
}
