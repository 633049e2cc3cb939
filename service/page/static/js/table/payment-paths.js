// The ways of payments over the table: past the seats, the words in the middle and each other's numbers.

/**
 * Places on the table, in pixels: a point, a box by its edges, all boxes by their sides with the middle.
 *
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Box
 * @typedef {Record<string, Box>} Boxes
 * @typedef {{ from: string, to: string, words: string }} SidePayment
 * @typedef {{ points: Point[], label: Box, words: string }} Way a quadratic curve by its three points, and where its number stands
 */

const UPRIGHT = ["top", "bottom"];
const GAP = 6; // pixels between an arrow's end and a seat
const BESIDE = 14; // between a way across and the words in the middle
const HEIGHT = 20; // of a number
const EDGE = 9; // between the outermost seats and the edge of the table, at least
const SHARES = [0.3, 0.4, 0.2, 0.5, 0.6, 0.7, 0.1, 0.8]; // where along its way a number may stand, the best first
const SHIFTS = [0, 0.15, -0.15, 0.3, -0.3, 0.5, -0.5, 0.75, -0.75];
/** By how much of its own size a number may stand beside its way, the least first. */
const OFFSETS = SHIFTS.flatMap((across) => SHIFTS.map((down) => ({ across, down }))).sort(
  (a, b) => Math.hypot(a.across, a.down) - Math.hypot(b.across, b.down),
);
const SAMPLES = Array.from({ length: 33 }, (_, k) => k / 32);

/** @param {Box} box */
const centre = ({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/**
 * Neighbours are joined by a bow through the free corner between them.
 *
 * @param {string} from
 * @param {string} to
 * @param {Boxes} box
 */
function corner(from, to, box) {
  const [upright, level] = UPRIGHT.includes(from) ? [from, to] : [to, from];
  const isLeft = level === "left";
  const edge = isLeft ? box[upright].left - GAP : box[upright].right + GAP;
  const flat = { x: edge, y: centre(box[upright]).y };
  const { x: middle } = centre(box[level]);
  const steep = {
    x: isLeft ? Math.min(middle, edge - GAP) : Math.max(middle, edge + GAP),
    y: upright === "top" ? box[level].top - GAP : box[level].bottom + GAP,
  };
  const turn = { x: steep.x, y: flat.y };
  return from === upright ? [flat, turn, steep] : [steep, turn, flat];
}

/**
 * Opposite sides are joined by a line past the words in the middle: upright on their right, level below them.
 *
 * @param {string} from
 * @param {string} _to
 * @param {Boxes} box
 */
function across(from, _to, box) {
  const { middle } = box;
  if (UPRIGHT.includes(from)) {
    const past = box.right
      ? Math.min(middle.right + BESIDE, (middle.right + box.right.left) / 2)
      : middle.right + BESIDE;
    const [low, turn, high] = [box.bottom.top - GAP, centre(middle).y, box.top.bottom + GAP].map((y) => ({
      x: past,
      y,
    }));
    return from === "bottom" ? [low, turn, high] : [high, turn, low];
  }
  const y = Math.min(middle.bottom + BESIDE, box.left.bottom - GAP);
  const [left, right] = [
    { x: box.left.right + GAP, y },
    { x: box.right.left - GAP, y },
  ];
  const turn = { x: (left.x + right.x) / 2, y };
  return from === "left" ? [left, turn, right] : [right, turn, left];
}

/**
 * Returns the point of a way at a share of its length.
 *
 * @param {Point[]} points
 * @param {number} share
 */
export function pointAt([a, b, c], share) {
  const at = (/** @type {"x" | "y"} */ name) =>
    (1 - share) ** 2 * a[name] + 2 * share * (1 - share) * b[name] + share ** 2 * c[name];
  return { x: at("x"), y: at("y") };
}

/** @param {Box} one @param {Box} other */
const overlap = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** @param {Point} point @param {number} width @returns {Box} */
const labelAt = ({ x, y }, width) => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - HEIGHT / 2,
  bottom: y + HEIGHT / 2,
});

/** @param {Box} box @param {Point} point */
export const isIn = ({ left, right, top, bottom }, { x, y }) => x > left && x < right && y > top && y < bottom;

/**
 * @param {Point[]} points
 * @param {number} width
 * @returns {Iterable<Box>} where the number of a way may stand, the best first
 */
function* placesOn(points, width) {
  for (const { across, down } of OFFSETS)
    for (const share of SHARES) {
      const { x, y } = pointAt(points, share);
      yield labelAt({ x: x + across * width, y: y + down * HEIGHT }, width);
    }
}

/**
 * Returns the first place that costs nothing, else the one that costs least.
 *
 * @param {Iterable<Box>} places
 * @param {(place: Box) => number} cost
 */
function cheapest(places, cost) {
  let [best, least] = [/** @type {Box | null} */ (null), Infinity];
  for (const place of places) {
    const its = cost(place);
    if (its < least) [best, least] = [place, its];
    if (least === 0) break;
  }
  return /** @type {Box} */ (best);
}

/**
 * Returns the ways of payments between sides of the table, each with the place of its number, which lies on no seat, not on
 * the words in the middle, on no other number and on no other way, as far as there is room.
 *
 * @param {SidePayment[]} payments
 * @param {Boxes} box
 */
export function waysOver(payments, box) {
  const ways = payments.map(({ from, to, words }) => ({
    points: (UPRIGHT.includes(from) === UPRIGHT.includes(to) ? across : corner)(from, to, box),
    width: 12 + words.length * 8,
    words,
  }));
  const taken = Object.values(box);
  const [left, right] = [Math.min(...taken.map((each) => each.left)), Math.max(...taken.map((each) => each.right))];
  const edges = { left: left - EDGE, right: right + EDGE };
  /** @type {Box[]} */
  const labels = [];
  ways.forEach(({ points, width }, k) => {
    const passing = ways
      .filter((_, other) => other !== k)
      .flatMap((other) => SAMPLES.map((share) => pointAt(other.points, share)));
    const cost = (/** @type {Box} */ place) =>
      [...taken, ...labels].reduce((sum, other) => sum + overlap(place, other), 0) +
      passing.filter((point) => isIn(place, point)).length * HEIGHT +
      Math.max(0, edges.left - place.left, place.right - edges.right) * HEIGHT;
    labels.push(cheapest(placesOn(points, width), cost));
  });
  return ways.map(({ points, words }, k) => ({ points, words, label: labels[k] }));
}
