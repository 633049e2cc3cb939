// How the table is set up, by the rule set's own document: seats, walls, dice, the break and the deal.

import { setup } from "../api/client.js";
import { isChinese, t } from "../i18n/translation.js";
import { windTile } from "../state/tiles.js";
import { h, s } from "../ui/dom.js";
import { throwDice } from "../ui/random.js";
import { refusal } from "../ui/refusals.js";
import { openSheet } from "../ui/sheet.js";
import { picture, windName } from "../ui/tiles.js";

/** @import { Setup, SetupStep } from "../types" */

/** @param {Record<string, string>} said */
const inWords = (said) => said[isChinese() ? "zh" : "en"];

/** @type {Record<string, string>} */
const TITLES = {
  seats: "Seats",
  dealer: "Who deals",
  walls: "The walls",
  dice: "The dice",
  break: "Where the wall breaks",
  reserve: "What stays behind",
  deal: "The deal",
  bonus: "Flowers, seasons and kongs",
  first_turn: "The first turn",
};

/**
 * @param {Setup} answer
 * @param {{ deal?: boolean }=} options
 */
function figure(answer, options) {
  return h(
    "figure",
    { class: "setup-figure" },
    wallsPicture(answer, options),
    h(
      "figcaption",
      {},
      meanings(answer, options).map(({ kind, words }) => h("span", { class: `meaning ${kind}` }, words)),
    ),
  );
}

/**
 * The picture that belongs to a step, once there is something to see.
 *
 * @param {string} topic
 * @param {Setup} answer
 */
function pictureOf(topic, answer) {
  if (topic === "walls" && !answer.break) return figure(answer);
  if (topic === "break" && answer.break) return figure(answer);
  if (topic === "deal" && answer.break) return figure(answer, { deal: true });
  return null;
}

/**
 * @param {SetupStep} step
 * @param {Setup} answer
 */
function stepLine(step, answer) {
  return h(
    "li",
    { "data-topic": step.topic },
    h("h3", {}, t(TITLES[step.topic] ?? step.topic)),
    h("p", {}, inWords(step)),
    step.topic === "break" && answer.said && h("p", { class: "note", role: "status" }, inWords(answer.said)),
    pictureOf(step.topic, answer),
    step.unclear &&
      h(
        "details",
        { class: "unclear" },
        h("summary", {}, t("The rule sheet is unclear here")),
        h("p", { class: "hint" }, inWords(step.unclear)),
      ),
  );
}

/**
 * Who throws: a wind, or whoever's wall the first throw has found.
 *
 * @param {string | null} by
 * @param {Setup} answer
 */
const thrower = (by, answer) =>
  by
    ? t("{wind} throws", { wind: windName(by) })
    : answer.wall
      ? t("{wind} throws for the stack", { wind: windName(answer.wall) })
      : t("Then the owner of that wall throws");

/**
 * Opens the guide of a rule set; `options` are what the house agreed on.
 *
 * @param {string} rules
 * @param {Record<string, any>=} options
 */
export function openSetup(rules, options = {}) {
  openSheet(t("Set up the table"), () => {
    const steps = h("ol", { class: "plain setup-steps" });
    const throws = h("div", { class: "throws" });
    /** @type {ReturnType<typeof createDice>[]} */
    let dice = [];
    let latest = 0; // the newest question: answers may overtake each other

    /** @param {number[]} values */
    async function show(values) {
      latest += 1;
      const question = latest;
      let answer;
      try {
        answer = await setup(rules, { dice: values, options });
      } catch (problem) {
        steps.replaceChildren(h("li", { role: "alert" }, refusal(problem)));
        return;
      }
      if (question !== latest) return;
      if (!dice.length) layDice(answer);
      dice.forEach((each, k) => {
        /** @type {HTMLElement} */ (each.element.querySelector(".dice-label")).textContent = thrower(
          answer.throws[k].by,
          answer,
        );
      });
      steps.replaceChildren(...answer.steps.map((step) => stepLine(step, answer)));
    }
    // The first throw alone names the wall; the stack is known when all dice lie.
    function thrown() {
      const known = [];
      for (const each of dice) {
        if (!each.values().every(Boolean)) break;
        known.push(...each.values());
      }
      show(known);
    }
    /** @param {Setup} answer */
    function layDice(answer) {
      dice = answer.throws.map((/** @type {any} */ { by, dice: count }) =>
        createDice({ count, label: thrower(by, answer), onChange: thrown }),
      );
      throws.replaceChildren(
        ...dice.map(({ element }) => element),
        h(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: () =>
              dice.forEach((each) => {
                each.throw();
              }),
          },
          t("Throw the dice"),
        ),
        h("p", { class: "hint" }, t("Or throw your own and tap each die until it shows the same.")),
      );
    }
    show([]);
    return [throws, steps];
  });
}

const SIZE = 400; // units of the picture's side
const PITCH = 16.5; // from stack to stack
const [WIDTH, DEPTH] = [15, 22]; // of a stack seen from above
const OUT = 178; // from the middle of the table to the outer edge of a wall
/** @type {Record<string, number>} */
const TURNS = { bottom: 0, right: -90, top: 180, left: 90 };
/** @type {Record<string, string>} */
const CHARACTERS = { E: "東", S: "南", W: "西", N: "北" };
/** @param {string} wind */
const letter = (wind) => (isChinese() ? CHARACTERS[wind] : wind);

/**
 * A stack's place in the wall at the bottom, counted from its owner's right hand.
 *
 * @param {number} number
 * @param {number} stacks
 */
const left = (number, stacks) => SIZE / 2 + (stacks * PITCH) / 2 - number * PITCH;

const top = SIZE / 2 + OUT - DEPTH;

/**
 * @param {any} given
 * @param {{ stacks: number, deal: boolean, first: boolean, turn: number }} place
 */
function stackOf({ number, tiles, part, to }, { stacks, deal, first, turn }) {
  const x = left(number, stacks);
  const dealt = deal && to[0] !== null;
  const kind = [part, first && "first", dealt && `to-${to[0]}`].filter(Boolean).join(" ");
  const split = dealt && to[1] !== null && to[1] !== to[0];
  const [cx, cy] = [x + WIDTH / 2, top + DEPTH / 2];
  return s(
    "g",
    { class: `stack ${kind}` },
    s("rect", { x, y: top, width: WIDTH, height: DEPTH, rx: 2 }),
    split && s("rect", { x, y: top + DEPTH / 2, width: WIDTH, height: DEPTH / 2, class: `to-${to[1]}` }),
    tiles > 2 && s("rect", { x: x + 2, y: top - 7, width: WIDTH - 4, height: 14, rx: 2, class: "on-top" }),
    dealt && !split && s("text", { x: cx, y: cy, transform: `rotate(${-turn} ${cx} ${cy})` }, letter(to[0])),
  );
}

/**
 * From the owner's right end to the last stack counted, with the number.
 *
 * @param {any} opened
 * @param {number} stacks
 * @param {number} turn
 */
function counting(opened, stacks, turn) {
  const from = left(1, stacks) + WIDTH;
  const { wall, stack } = opened.counted;
  const to = wall === opened.wall ? left(stack, stacks) : left(stacks, stacks);
  const y = top + DEPTH + 9;
  const [cx, cy] = [(from + to) / 2, y + 1];
  return s(
    "g",
    { class: "counting" },
    s("path", { d: `M${from} ${y}H${to + 2}`, "marker-end": "url(#count-head)" }),
    s("circle", { cx, cy, r: 11 }),
    s("text", { x: cx, y: cy, transform: `rotate(${-turn} ${cx} ${cy})` }, opened.count),
  );
}

/**
 * @param {any} given
 * @param {{ opened: any, deal: boolean }} shown
 */
function wall({ seat, side, stacks }, { opened, deal }) {
  const turn = TURNS[side];
  /** @param {number} number */
  const first = (number) => opened?.first.wall === seat && opened.first.stack === number;
  const [x, y] = [SIZE / 2, SIZE / 2 + 118];
  return s(
    "g",
    { transform: `rotate(${turn} ${SIZE / 2} ${SIZE / 2})`, class: opened?.wall === seat ? "wall broken" : "wall" },
    stacks.map((/** @type {any} */ stack) =>
      stackOf(stack, { stacks: stacks.length, deal, first: first(stack.number), turn }),
    ),
    opened?.wall === seat && counting(opened, stacks.length, turn),
    s("image", {
      href: picture(windTile(seat)),
      x: x - 18,
      y: y - 24,
      width: 36,
      height: 48,
      transform: `rotate(${-turn} ${x} ${y})`,
    }),
  );
}

/** @param {string} direction */
const order = (direction) =>
  s(
    "g",
    { class: "order", transform: direction === "cw" ? null : `translate(${SIZE} 0) scale(-1 1)` },
    s("path", { d: "M200 262A62 62 0 1 1 262 200", "marker-end": "url(#order-head)" }),
  );

/** @param {string} id */
const head = (id) =>
  s(
    "marker",
    { id, viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 6, markerHeight: 6, orient: "auto-start-reverse" },
    s("path", { d: "M0 0L10 5L0 10z" }),
  );

/**
 * Returns the walls of a set-up answer; `deal` shows who gets what, else only where the wall breaks.
 *
 * @param {Setup} answer
 * @param {{ deal?: boolean }=} given
 */
export function wallsPicture(answer, { deal = false } = {}) {
  const opened = answer.break;
  const words = answer.said ? answer.said[isChinese() ? "zh" : "en"] : t("Four walls, one in front of each player");
  return s(
    "svg",
    { viewBox: `0 0 ${SIZE} ${SIZE}`, class: "walls", role: "img", "aria-label": words },
    s("defs", {}, head("count-head"), head("order-head")),
    order(answer.direction),
    answer.walls.map((each) => wall(each, { opened, deal })),
  );
}

/** @type {Record<string, string>} */
const PARTS = {
  dead: "Dead wall",
  back: "Replacements come from here",
  flowers: "Flower stacks",
  loose: "Loose tiles",
  removed: "Taken out",
};

/**
 * Returns what the colours of a picture mean: [{kind, words}].
 *
 * @param {Setup} answer
 * @param {{ deal?: boolean }=} given
 * @returns {{ kind: string, words: string }[]}
 */
export function meanings(answer, { deal = false } = {}) {
  if (!answer.break) return [];
  const parts = [
    ...new Set(answer.walls.flatMap(({ stacks }) => stacks.map((/** @type {any} */ { part }) => part))),
  ].filter((part) => part in PARTS);
  return [
    { kind: "first", words: t("Taken first") },
    ...parts.map((part) => ({ kind: part, words: t(PARTS[part]) })),
    ...(deal
      ? answer.walls.map(({ seat }) => ({ kind: `to-${seat}`, words: t("dealt to {wind}", { wind: windName(seat) }) }))
      : []),
  ];
}

const [A, B, C] = [25, 50, 75];

/** @type {Record<number, number[][]>} */
const PIPS = {
  1: [[B, B]],
  2: [
    [A, A],
    [C, C],
  ],
  3: [
    [A, A],
    [B, B],
    [C, C],
  ],
  4: [
    [A, A],
    [C, A],
    [A, C],
    [C, C],
  ],
  5: [
    [A, A],
    [C, A],
    [B, B],
    [A, C],
    [C, C],
  ],
  6: [
    [A, A],
    [C, A],
    [A, B],
    [C, B],
    [A, C],
    [C, C],
  ],
};

/**
 * As on dice of the East: one and four are red, and the one is large.
 *
 * @param {number} number
 */
const face = (number) =>
  s(
    "svg",
    { viewBox: "0 0 100 100", "aria-hidden": "true" },
    (PIPS[number] ?? []).map(([cx, cy]) =>
      s("circle", { cx, cy, r: number === 1 ? 17 : 10, class: number === 1 || number === 4 ? "pip red" : "pip" }),
    ),
  );

/**
 * Dice to throw or to set by tapping: {element, values()}; `onChange` gets the numbers once all are known.
 *
 * @param {{ count: number, label: string, onChange: (values: number[]) => void }} given
 */
export function createDice({ count, label, onChange }) {
  /** @type {number[]} */
  let values = Array(count).fill(0);
  const buttons = values.map((_, k) => h("button", { type: "button", class: "die", onclick: () => set(k) }));
  const element = h(
    "div",
    { class: "dice", role: "group", "aria-label": label },
    h("span", { class: "dice-label" }, label),
    h("span", { class: "dice-row" }, buttons),
  );

  function render() {
    buttons.forEach((button, k) => {
      button.setAttribute(
        "aria-label",
        values[k]
          ? t("Die {k}: {n}. Tap for the next number.", { k: k + 1, n: values[k] })
          : t("Die {k}: not thrown. Tap to set it.", { k: k + 1 }),
      );
      button.replaceChildren(values[k] ? face(values[k]) : "?");
    });
  }
  /** @param {number[]} newer */
  function change(newer) {
    values = newer;
    render();
    if (values.every(Boolean)) onChange(values);
  }
  /** @param {number} die */
  const set = (die) => change(values.map((value, k) => (k === die ? (value % 6) + 1 : value)));
  render();
  return { element, values: () => values, throw: () => change(throwDice(count)) };
}
