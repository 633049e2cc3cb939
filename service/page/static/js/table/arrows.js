// What changed hands, drawn over the table: an arrow from everyone who paid to everyone who was paid.

import { t } from "../i18n/translation.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";

/** @import { LedgerEvent, Payment, PlayerState } from "../types" */

/**
 * Returns who gave whom how much, as few payments as the four changes allow: [{from, to, points}].
 *
 * Where one wins these are the payments themselves; where everybody settles with everybody, what is left of them.
 * Scores that only add up are no payments.
 *
 * @param {number[]} changes
 * @returns {Payment[]}
 */
export function flows(changes) {
  if (changes.reduce((sum, points) => sum + points, 0) !== 0) return [];
  const rest = [...changes];
  const found = [];
  for (;;) {
    const from = rest.indexOf(Math.min(...rest));
    const to = rest.indexOf(Math.max(...rest));
    const points = Math.min(-rest[from], rest[to]);
    if (!(points > 0)) return found; // also where nothing changed hands at all
    found.push({ from, to, points });
    rest[from] += points;
    rest[to] -= points;
  }
}

/**
 * Returns who paid whom for an event: [{from, to, points}].
 *
 * Where several won one discard each of them is paid by itself: fellow winners owe each other nothing, and all losers
 * bear each win by the same shares.
 *
 * @param {{ changes?: number[], due?: number[], wins?: unknown[], scores?: unknown, [more: string]: any }} given
 * @returns {Payment[]}
 */
export function paidFor({ changes = [], due = [], wins = [], scores = null }) {
  const whole = due.every((points, k) => points === changes[k]); // nobody had too little
  if (wins.length < 2 || scores || !whole) return flows(changes);
  const all = due.reduce((sum, points) => sum + Math.max(points, 0), 0);
  const players = [...due.keys()];
  return players
    .filter((k) => due[k] < 0)
    .flatMap((from) =>
      players.filter((k) => due[k] > 0).map((to) => ({ from, to, points: (due[to] * -due[from]) / all })),
    );
}

/** @param {number[]} points */
const total = (points) => points.reduce((sum, each) => sum + each, 0);

/**
 * Returns who paid whom for one of a game's events: nobody where its scores only add up.
 *
 * There the table holds more than it began with, even after a correction whose changes happen to make 0.
 *
 * @param {LedgerEvent} event
 * @param {LedgerEvent[]} events
 */
export const paidAt = (event, events) =>
  total(events[0].points) === total(/** @type {LedgerEvent} */ (events.at(-1)).points) ? paidFor(event) : [];

/**
 * Says the payments in words: "Ben pays Dee 64".
 *
 * @param {Payment[]} payments
 * @param {PlayerState[]} players
 */
export const flowWords = (payments, players) =>
  payments.map(({ from, to, points }) =>
    t("name-pays-other-points", { name: players[from].name, other: players[to].name, points }),
  );

/**
 * Places on the table, in pixels: a point, a card by its edges, all cards by their sides with the middle.
 *
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Box
 * @typedef {Record<string, Box>} Boxes
 * @typedef {Point & { width: number }} Label
 */

const UPRIGHT = ["top", "bottom"];
const GAP = 5; // pixels between an arrow's end and a card
const ASIDE = 40; // pixels from the words in the middle, where nobody sits beside them

/**
 * Neighbours are joined by a bow through the free corner between them.
 *
 * @param {string} from
 * @param {string} to
 * @param {Boxes} box
 * @returns {Point[]}
 */
function corner(from, to, box) {
  const [upright, level] = UPRIGHT.includes(from) ? [from, to] : [to, from];
  const flat = {
    x: level === "left" ? box[upright].left - GAP : box[upright].right + GAP,
    y: (box[upright].top + box[upright].bottom) / 2,
  };
  const steep = {
    x: (box[level].left + box[level].right) / 2,
    y: upright === "top" ? box[level].top - GAP : box[level].bottom + GAP,
  };
  const turn = { x: steep.x, y: flat.y };
  return from === upright ? [flat, turn, steep] : [steep, turn, flat];
}

/**
 * Opposite sides are joined by a straight line past the words in the middle.
 *
 * @param {string} from
 * @param {Boxes} box
 * @param {string} _to
 * @returns {Point[]}
 */
function across(from, _to, box) {
  const { middle } = box;
  if (UPRIGHT.includes(from)) {
    const x = box.right ? (middle.right + box.right.left) / 2 : middle.right + ASIDE;
    const [low, high] = [
      { x, y: box.bottom.top - GAP },
      { x, y: box.top.bottom + GAP },
    ];
    return from === "bottom" ? [low, low, high] : [high, high, low];
  }
  const y = Math.min(middle.bottom + 12, box.left.bottom - 12);
  const [left, right] = [
    { x: box.left.right + GAP, y },
    { x: box.right.left - GAP, y },
  ];
  return from === "left" ? [left, left, right] : [right, right, left];
}

/**
 * @param {string} from
 * @param {string} to
 */
const opposite = (from, to) => UPRIGHT.includes(from) === UPRIGHT.includes(to);
const SHARES = [0, 0.15, 0.3, 0.45]; // how much farther along its arrow a number may stand, so that none covers another
const HEIGHT = 20; // of a number's label
/**
 * @param {Label} label
 * @param {Label[]} others
 */
const isFree = (label, others) =>
  others.every(
    ({ x, y, width }) => Math.abs(x - label.x) > (width + label.width) / 2 || Math.abs(y - label.y) > HEIGHT,
  );

/**
 * Returns the way of a payment over the table and the place of its number, which keeps clear of the `others`.
 *
 * @param {Payment} given
 * @param {(player: number) => string} side
 * @param {Boxes} box
 * @param {Label[]} others
 */
function wayOf({ from, to, points }, side, box, others) {
  const isAcross = opposite(side(from), side(to));
  const [a, b, c] = (isAcross ? across : corner)(side(from), side(to), box);
  const words = String(points);
  const places = SHARES.map((more) => {
    const share = (isAcross ? 0.3 : 0.38) + more;
    const at = (/** @type {"x" | "y"} */ name) =>
      (1 - share) ** 2 * a[name] + 2 * share * (1 - share) * b[name] + share ** 2 * c[name];
    return { x: at("x"), y: at("y"), width: 14 + words.length * 8 };
  });
  return {
    path: `M${a.x} ${a.y}Q${b.x} ${b.y} ${c.x} ${c.y}`,
    words,
    label: places.find((place) => isFree(place, others)) ?? places[0],
  };
}

/**
 * @param {Payment[]} payments
 * @param {(player: number) => string} side
 * @param {{ box: Boxes, marks: Label[] }} felt `marks`: of the dealer, and who goes first
 */
function arrows(payments, side, { box, marks }) {
  const labels = [...marks];
  return payments.map((payment) => {
    const {
      path,
      words,
      label: { x, y, width },
    } = wayOf(payment, side, box, labels);
    labels.push({ x, y, width });
    return html`<g class="payment" data-from=${payment.from} data-to=${payment.to}>
      <path d=${path} marker-end="url(#pay-head)" />
      <rect x=${x - width / 2} y=${y - HEIGHT / 2} width=${width} height=${HEIGHT} rx=${HEIGHT / 2} />
      <text x=${x} y=${y}>${words}</text>
    </g>`;
  });
}

/**
 * @param {HTMLElement} felt
 * @returns {{ box: Boxes, marks: Label[] }}
 */
function placesOn(felt) {
  const { left, top } = felt.getBoundingClientRect();
  /** @param {Element} element */
  const boxOf = (element) => {
    const box = element.getBoundingClientRect();
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  };
  const sides = [.../** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll(".seat"))].map((each) => [
    each.dataset.side,
    boxOf(each),
  ]);
  const marks = [...felt.querySelectorAll(".mark")].map(boxOf).map((mark) => ({
    x: (mark.left + mark.right) / 2,
    y: (mark.top + mark.bottom) / 2,
    width: mark.right - mark.left,
  }));
  const middle = boxOf(/** @type {Element} */ (felt.querySelector(".middle")));
  return { box: Object.fromEntries([...sides, ["middle", middle]]), marks };
}

/**
 * Payments drawn over the table around them, anew when its size changes; `side(player)` says where each sits.
 *
 * @param {{ payments: Payment[], side: (player: number) => string }} given
 */
export function Arrows({ payments, side }) {
  const [place, measure] = useState(/** @type {{ box: Boxes, marks: Label[], size: number[] } | null} */ (null));
  /** @type {import("../vendor/preact.js").RefObject<SVGElement>} */
  const drawing = useRef(null);
  useLayoutEffect(() => {
    const felt = /** @type {HTMLElement} */ (drawing.current?.parentElement);
    const watch = new ResizeObserver(() => {
      measure({ ...placesOn(felt), size: [felt.clientWidth, felt.clientHeight] });
    });
    watch.observe(felt); // also once now
    return () => watch.disconnect();
  }, [side(0)]);
  return html`<svg class="arrows" aria-hidden="true" viewBox=${place && `0 0 ${place.size.join(" ")}`} ref=${drawing}>
    <defs>
      <marker id="pay-head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4.5" markerHeight="4.5" orient="auto">
        <path d="M0 0L10 5L0 10z" />
      </marker>
    </defs>
    ${place && arrows(payments, side, place)}
  </svg>`;
}
