// The curves of payments over the table, which avoid the seats, the words in the middle and each other's numbers.

/**
 * Positions on the felt, in pixels: `Boxes` are by side, with the words in the "middle". A path is a quadratic curve by
 * its three points, with the box of its number.
 *
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Box
 * @typedef {Record<string, Box>} Boxes
 * @typedef {{ from: string, to: string, words: string }} SidePayment
 * @typedef {{ points: Point[], label: Box, words: string }} Path
 */

const UPRIGHT = ["top", "bottom"];
const GAP = 6; // pixels between an arrow's end and a seat
const MIDDLE_GAP = 14; // between a straight path and the words in the middle
const LABEL_HEIGHT = 20;
const EDGE = 9; // between the outermost seats and the edge of the felt, at least
const SHARES = [0.3, 0.4, 0.2, 0.5, 0.6, 0.7, 0.1, 0.8]; // positions of a number along its path, the best first
const SHIFTS = [0, 0.15, -0.15, 0.3, -0.3, 0.5, -0.5, 0.75, -0.75];
// Offsets of a number from its path, in its own widths and heights, the smallest first.
const OFFSETS = SHIFTS.flatMap((across) => SHIFTS.map((down) => ({ across, down }))).sort(
  (a, b) => Math.hypot(a.across, a.down) - Math.hypot(b.across, b.down),
);
const SAMPLES = Array.from({ length: 33 }, (_, k) => k / 32);

/** @param {Box} box */
const centre = ({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** Return a curve through the free corner. @param {string} from @param {string} to @param {Boxes} box */
function cornerPath(from, to, box) {
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
 * Return a line between opposite sides, past the words in the middle: upright on their right, level below them.
 *
 * @param {string} from
 * @param {string} _to
 * @param {Boxes} box
 */
function straightPath(from, _to, box) {
  const { middle } = box;
  if (UPRIGHT.includes(from)) {
    const x = Math.min(middle.right + MIDDLE_GAP, box.right ? (middle.right + box.right.left) / 2 : Infinity);
    const [low, turn, high] = [box.bottom.top - GAP, centre(middle).y, box.top.bottom + GAP].map((y) => ({ x, y }));
    return from === "bottom" ? [low, turn, high] : [high, turn, low];
  }
  const y = Math.min(middle.bottom + MIDDLE_GAP, box.left.bottom - GAP);
  const [left, right] = [
    { x: box.left.right + GAP, y },
    { x: box.right.left - GAP, y },
  ];
  const turn = { x: (left.x + right.x) / 2, y };
  return from === "left" ? [left, turn, right] : [right, turn, left];
}

/** @param {Point[]} points @param {number} share of the path's length */
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
  top: y - LABEL_HEIGHT / 2,
  bottom: y + LABEL_HEIGHT / 2,
});

/** @param {Box} box @param {Point} point */
export const isIn = ({ left, right, top, bottom }, { x, y }) => x > left && x < right && y > top && y < bottom;

/** @param {Point[]} points @param {number} width @returns {Iterable<Box>} the best first */
function* labelBoxes(points, width) {
  for (const { across, down } of OFFSETS)
    for (const share of SHARES) {
      const { x, y } = pointAt(points, share);
      yield labelAt({ x: x + across * width, y: y + down * LABEL_HEIGHT }, width);
    }
}

/** @param {Iterable<Box>} boxes @param {(box: Box) => number} costOf */
function cheapest(boxes, costOf) {
  let [best, least] = [/** @type {Box | null} */ (null), Infinity];
  for (const box of boxes) {
    const cost = costOf(box);
    if (cost < least) [best, least] = [box, cost];
    if (least === 0) break;
  }
  return /** @type {Box} */ (best);
}

/**
 * Return the paths of payments between sides of the felt. If there is room, numbers avoid the seats, the words in the
 * middle, each other and the other paths.
 *
 * @param {SidePayment[]} payments
 * @param {Boxes} box
 * @returns {Path[]}
 */
export function paymentPaths(payments, box) {
  const paths = payments.map(({ from, to, words }) => ({
    points: (UPRIGHT.includes(from) === UPRIGHT.includes(to) ? straightPath : cornerPath)(from, to, box),
    width: 12 + words.length * 8,
    words,
  }));
  const obstacles = Object.values(box);
  const left = Math.min(...obstacles.map((each) => each.left)) - EDGE;
  const right = Math.max(...obstacles.map((each) => each.right)) + EDGE;
  /** @type {Box[]} */
  const labels = [];
  paths.forEach(({ points, width }, k) => {
    const otherPaths = paths
      .filter((_, other) => other !== k)
      .flatMap((other) => SAMPLES.map((share) => pointAt(other.points, share)));
    const cost = (/** @type {Box} */ label) =>
      [...obstacles, ...labels].reduce((sum, other) => sum + overlap(label, other), 0) +
      otherPaths.filter((point) => isIn(label, point)).length * LABEL_HEIGHT +
      Math.max(0, left - label.left, label.right - right) * LABEL_HEIGHT;
    labels.push(cheapest(labelBoxes(points, width), cost));
  });
  return paths.map(({ points, words }, k) => ({ points, words, label: labels[k] }));
}
