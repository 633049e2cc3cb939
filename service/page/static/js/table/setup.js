// A guide to setting up the table as the rule sheet has it: seats, walls, dice, the break and the deal.

import { setup } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { inLanguage, t, textOf } from "../i18n/translation.js";
import { windTile } from "../state/tiles.js";
import { useFetched } from "../ui/hooks.js";
import { throwDice } from "../ui/random.js";
import { openSheet } from "../ui/sheet.js";
import { picture, windName } from "../ui/tiles.js";
import { html, useState } from "../vendor/preact.js";

/** @import { Refusal, Setup, SetupStep } from "../types" */

/** @param {string} topic @param {Setup} answer */
function stepFigure(topic, answer) {
  const deal = topic === "deal";
  const isShown = answer.break ? deal || topic === "break" : topic === "walls";
  return (
    isShown &&
    html`<figure class="setup-figure">
      ${wallsPicture(answer, deal)}
      <figcaption>
        ${legend(answer, deal).map(([kind, words]) => html`<span class="meaning ${kind}">${words}</span>`)}
      </figcaption>
    </figure>`
  );
}

/** @param {SetupStep} step @param {Setup} answer */
function stepItem(step, answer) {
  return html`<li data-topic=${step.topic}>
    <h3>${textOf("setup-step", step.topic) ?? step.topic}</h3>
    <p>${inLanguage(step)}</p>
    ${step.topic === "break" && answer.said && html`<p class="note" role="status">${inLanguage(answer.said)}</p>`}
    ${stepFigure(step.topic, answer)}
    ${
      step.unclear &&
      html`<details class="unclear">
        <summary>${t("rule-sheet-unclear-here")}</summary>
        <p class="hint">${inLanguage(step.unclear)}</p>
      </details>`
    }
  </li>`;
}

/** @param {string | null} by a wind, or null for the owner of the wall found @param {Setup} answer */
const throwerWords = (by, answer) =>
  by
    ? t("wind-throws", { wind: windName(by) })
    : answer.wall
      ? t("wind-throws-for-stack", { wind: windName(answer.wall) })
      : t("then-owner-of-wall-throws");

/** @param {{ rules: string, options: Record<string, any> }} props */
function Guide({ rules, options }) {
  const [askedDice, setAskedDice] = useState(/** @type {number[]} */ ([])); // of the last request
  const [problem, setProblem] = useState(/** @type {Refusal | null} */ (null));
  const [rolls, setRolls] = useState(/** @type {number[][]} */ ([])); // the dice by throw, 0 for those not thrown
  const fetchSetup = async () => {
    const fetched = await setup(rules, { dice: askedDice, options });
    setProblem(null);
    return fetched;
  };
  const answer = useFetched(fetchSetup, askedDice, setProblem);
  const throws = answer?.throws ?? [];
  const dice = throws.map((/** @type {any} */ { dice: count }, k) => rolls[k] ?? Array(count).fill(0));
  /** Ask with the throws that are complete: the first alone finds the wall. @param {number[][]} newer */
  function changeDice(newer) {
    setRolls(newer);
    const unknown = newer.findIndex((values) => !values.every(Boolean));
    const known = unknown < 0 ? newer : newer.slice(0, unknown);
    if (known.length) setAskedDice(known.flat());
  }
  /** @param {number} which @param {number} die */
  const turnDie = (which, die) =>
    changeDice(
      dice.map((values, k) => (k === which ? values.map((value, n) => (n === die ? (value % 6) + 1 : value)) : values)),
    );
  return html`
    <div class="throws">
      ${
        answer && [
          dice.map((values, k) => diceRow(values, throwerWords(throws[k].by, answer), (die) => turnDie(k, die))),
          html`<button
            type="button"
            class="primary"
            onclick=${() => changeDice(dice.map((values) => throwDice(values.length)))}
          >
            ${t("throw-dice")}
          </button>`,
          html`<p class="hint">${t("or-throw-your-own")}</p>`,
        ]
      }
    </div>
    <ol class="plain setup-steps">
      ${problem ? html`<li role="alert">${refusal(problem)}</li>` : answer?.steps.map((step) => stepItem(step, answer))}
    </ol>
  `;
}

/** @param {string} rules @param {Record<string, any>} options */
export const openSetup = (rules, options) =>
  openSheet(t("set-up-table"), () => html`<${Guide} rules=${rules} options=${options} />`);

const SIZE = 400; // units of the picture's side
const PITCH = 16.5; // distance between stacks
const [WIDTH, DEPTH] = [15, 22]; // of a stack seen from above
const RADIUS = 178; // from the middle of the table to the outer edge of a wall
/** @type {Record<string, number>} */
const TURNS = { bottom: 0, right: -90, top: 180, left: 90 };

/** @param {string} wind */
const windInitial = (wind) => [...windName(wind)][0];

/** Return the x of a stack; stack 1 is at its owner's right. @param {number} number @param {number} stacks */
const stackX = (number, stacks) => SIZE / 2 + (stacks * PITCH) / 2 - number * PITCH;

const top = SIZE / 2 + RADIUS - DEPTH;

/** @param {any} stack @param {{ stacks: number, deal: boolean, first: boolean, turn: number }} options */
function stackPicture({ number, tiles, part, to }, { stacks, deal, first, turn }) {
  const x = stackX(number, stacks);
  const dealt = deal && to[0] !== null;
  const kind = [part, first && "first", dealt && `to-${to[0]}`].filter(Boolean).join(" ");
  const split = dealt && to[1] !== null && to[1] !== to[0];
  const [cx, cy] = [x + WIDTH / 2, top + DEPTH / 2];
  return html`<g class="stack ${kind}">
    <rect x=${x} y=${top} width=${WIDTH} height=${DEPTH} rx="2" />
    ${split && html`<rect x=${x} y=${top + DEPTH / 2} width=${WIDTH} height=${DEPTH / 2} class="to-${to[1]}" />`}
    ${tiles > 2 && html`<rect x=${x + 2} y=${top - 7} width=${WIDTH - 4} height="14" rx="2" class="on-top" />`}
    ${dealt && !split && html`<text x=${cx} y=${cy} transform="rotate(${-turn} ${cx} ${cy})">${windInitial(to[0])}</text>`}
  </g>`;
}

/** Return an arrow over the stacks counted off. @param {any} opened @param {number} stacks @param {number} turn */
function countArrow(opened, stacks, turn) {
  const from = stackX(1, stacks) + WIDTH;
  const { wall, stack } = opened.counted;
  const to = wall === opened.wall ? stackX(stack, stacks) : stackX(stacks, stacks);
  const y = top + DEPTH + 9;
  const [cx, cy] = [(from + to) / 2, y + 1];
  return html`<g class="counting">
    <path d="M${from} ${y}H${to + 2}" marker-end="url(#count-head)" />
    <circle cx=${cx} cy=${cy} r="11" />
    <text x=${cx} y=${cy} transform="rotate(${-turn} ${cx} ${cy})">${opened.count}</text>
  </g>`;
}

/** @param {any} answer @param {{ opened: any, deal: boolean }} options */
function wallPicture({ seat, side, stacks }, { opened, deal }) {
  const turn = TURNS[side];
  /** @param {number} number */
  const first = (number) => opened?.first.wall === seat && opened.first.stack === number;
  const [x, y] = [SIZE / 2, SIZE / 2 + 118];
  return html`<g
    transform="rotate(${turn} ${SIZE / 2} ${SIZE / 2})"
    class=${opened?.wall === seat ? "wall broken" : "wall"}
  >
    ${stacks.map((/** @type {any} */ stack) =>
      stackPicture(stack, { stacks: stacks.length, deal, first: first(stack.number), turn }),
    )}
    ${opened?.wall === seat && countArrow(opened, stacks.length, turn)}
    <image
      href=${picture(windTile(seat))}
      x=${x - 18}
      y=${y - 24}
      width="36"
      height="48"
      transform="rotate(${-turn} ${x} ${y})"
    />
  </g>`;
}

/** @param {string} direction */
const playArrow = (
  direction,
) => html`<g class="order" transform=${direction === "cw" ? null : `translate(${SIZE} 0) scale(-1 1)`}>
  <path d="M200 262A62 62 0 1 1 262 200" marker-end="url(#order-head)" />
</g>`;

/** @param {string} id */
const arrowHead = (id) => html`<marker
  id=${id}
  viewBox="0 0 10 10"
  refX="7"
  refY="5"
  markerWidth="6"
  markerHeight="6"
  orient="auto-start-reverse"
>
  <path d="M0 0L10 5L0 10z" />
</marker>`;

/** @param {Setup} answer @param {boolean} deal whether to show who gets which tiles */
function wallsPicture(answer, deal) {
  const opened = answer.break;
  const words = answer.said ? inLanguage(answer.said) : t("four-walls-one-in-front");
  return html`<svg viewBox="0 0 ${SIZE} ${SIZE}" class="walls" role="img" aria-label=${words}>
    <defs>${arrowHead("count-head")}${arrowHead("order-head")}</defs>
    ${playArrow(answer.direction)}
    ${answer.walls.map((each) => wallPicture(each, { opened, deal }))}
  </svg>`;
}

/** Return the legend of a picture, by the class of its colour. @param {Setup} answer @param {boolean} deal */
function legend(answer, deal) {
  if (!answer.break) return [];
  const shown = new Set(answer.walls.flatMap(({ stacks }) => stacks.map((/** @type {any} */ { part }) => part)));
  return [
    ["first", t("taken-first")],
    ...[...shown].map((part) => [part, textOf("wall-part", part)]).filter(([, words]) => words),
    ...(deal ? answer.walls.map(({ seat }) => [`to-${seat}`, t("dealt-to-wind", { wind: windName(seat) })]) : []),
  ];
}

const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"]; // by number, on a grid of three by three

/** As on Chinese dice, one and four are red, and the one is large. @param {number} number */
const dieFace = (number) => html`<svg viewBox="0 0 100 100" aria-hidden="true">
  ${[...PIPS[number]].map(
    (place) => html`<circle
      cx=${25 + 25 * (Number(place) % 3)}
      cy=${25 + 25 * Math.floor(Number(place) / 3)}
      r=${number === 1 ? 17 : 10}
      class=${number === 1 || number === 4 ? "pip red" : "pip"}
    />`,
  )}
</svg>`;

/** @param {number[]} values @param {string} label @param {(die: number) => void} onTap */
const diceRow = (values, label, onTap) => html`<div class="dice" role="group" aria-label=${label}>
  <span class="dice-label">${label}</span>
  <span class="dice-row">
    ${values.map((n, k) => {
      const words = n ? t("die-k-n-tap", { k: k + 1, n }) : t("die-k-not-thrown-tap", { k: k + 1 });
      return html`<button type="button" class="die" aria-label=${words} onclick=${() => onTap(k)}>
        ${n ? dieFace(n) : "?"}
      </button>`;
    })}
  </span>
</div>`;
