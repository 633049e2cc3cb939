// A house's own rules as a form: what a faan is worth, who pays, what counts; with what that comes to as it is changed.

import { keepHouseRules, previewHouseRules, ruleSet } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { rowName, t, translated } from "../i18n/translation.js";
import { keepHouse } from "../state/storage.js";
import { handSets } from "../ui/hands.js";
import { notice } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { whyUnplayable } from "./agreements.js";
import { houseMistake } from "./house-mistakes.js";
import { Rows } from "./house-rows.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { HousePreviewed, HouseTerms, RulesDetail, RulesOffered, UiEvent } from "../types" */

// Numbers have a `defaultValue`: what is being typed must outlast a preview that comes meanwhile and draws the form anew.

/** @typedef {HouseTerms & { base: string, name: string }} Terms */
/** @typedef {(change: Partial<Terms>) => void} Change */

const PAUSE = 250; // milliseconds after the last change, before what it comes to is asked for
const MOST_STEPS = 14; // lines of a house's own list: a faan each, up to thirteen

/** @type {[string, TextId, TextId | null][]} */
const LADDERS = [
  ["", "as-rule-sheet", null],
  ["half_spicy", "half-spicy", "doubles-up-to-4-then-half"],
  ["full_spicy", "full-spicy", "every-faan-doubles"],
  ["tiers", "in-steps", "doubles-up-to-4-faan"],
  ["own", "our-own-list", "amount-for-every-number"],
];
/** @type {[number, TextId][]} */
const UNITS = [
  [0.25, "0-25-share"],
  [0.5, "0-5-share"],
  [1, "1-share"],
];
/** @type {[string, TextId, TextId][]} */
const DISCARDS = [
  ["half_gun", "half-gun-label", "discarder-pays-double-others-single"],
  ["full_gun", "full-gun-label", "discarder-alone-pays"],
  ["three_shares", "all-of-self-draw", "discarder-alone-pays-what-self"],
  ["everybody_equal", "everybody-same", "whoever-discarded-all-pay-same"],
];

/**
 * Returns an object without what says nothing.
 *
 * @param {Record<string, any>} table
 */
const said = (table) => Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));

/**
 * A question with its answers, of which one is chosen.
 *
 * @param {{ name: string, legend: string, answers: [any, string, string?][], chosen: any, onpick: (value: any) => void, wide?: boolean }} given
 */
function Question({ name, legend, answers, chosen, onpick, wide = false }) {
  const field = (/** @type {any} */ value) =>
    html`<input type="radio" name=${`house-${name}`} value=${String(value)} checked=${value === chosen} onchange=${() => onpick(value)} />`;
  return html`<fieldset class="choice">
    <legend>${legend}</legend>
    ${
      wide
        ? answers.map(
            ([value, title, text]) => html`<label class="option-card" key=${value}>
              ${field(value)}<span><b>${title}</b>${text && html`<small>${text}</small>`}</span>
            </label>`,
          )
        : html`<div class="segments">
          ${answers.map(([value, title]) => html`<label key=${value}>${field(value)}<span>${title}</span></label>`)}
        </div>`
    }
  </fieldset>`;
}

/**
 * Returns the usual answers with the one that is given, which may be none of them.
 *
 * @param {number[]} usual
 * @param {any} given
 */
const withGiven = (usual, given) =>
  !Number.isInteger(given) || usual.includes(given) ? usual : [...usual, given].sort((a, b) => a - b);

/**
 * Returns what a table answers to a question that its base asks.
 *
 * @param {Terms} terms
 * @param {RulesDetail} base
 * @param {string} name
 */
const answered = (terms, base, name) =>
  terms.options?.[name] ?? base.options.find((option) => option.name === name)?.default;

/** @param {{ terms: Terms, base: RulesDetail, change: Change }} given */
function Bounds({ terms, base, change }) {
  const choose = (/** @type {string} */ name) => (/** @type {number} */ value) => {
    const options = { ...terms.options, [name]: value };
    const points = ladderOf(terms.points) === "own" ? ownList({ ...terms, options }, base) : terms.points;
    change({ options, points });
  };
  /** @type {(usual: number[], given: any) => [number, string][]} */
  const faan = (usual, given) => withGiven(usual, given).map((value) => [value, String(value)]);
  const [minimum, cap] = ["minimum", "cap"].map((name) => answered(terms, base, name));
  return html`
    <${Question} name="minimum" legend=${t("least-faan-to-win")} answers=${faan([0, 1, 2, 3, 5], minimum)} chosen=${minimum} onpick=${choose("minimum")} />
    <${Question} name="cap" legend=${t("most-faan-count")} answers=${faan([7, 8, 10, 13], cap)} chosen=${cap} onpick=${choose("cap")} />
  `;
}

/**
 * Returns which ladder a house has: one by name, its own or, as "", its base's.
 *
 * @param {Record<string, any> | undefined | null} points
 */
const ladderOf = (points) => points?.ladder ?? (points && Object.keys(points).length ? "own" : "");

/** @param {{ terms: Terms, base: RulesDetail, shown: HousePreviewed | null, change: Change }} given */
function Ladder({ terms, base, shown, change }) {
  const points = terms.points ?? {};
  const ladder = ladderOf(points);
  const unit = points.unit ?? 1;
  /** @param {string} name */
  const choose = (name) => {
    if (name === "") change({ points: undefined });
    else if (name === "own") change({ points: ownList(terms, base, shown) });
    else change({ points: { ladder: name, unit } });
  };
  return html`
    <${Question} name="ladder" wide legend=${t("what-faan-worth")} answers=${LADDERS.map(([id, title, text]) => [id, t(title), text && t(text)])} chosen=${ladder} onpick=${choose} />
    ${
      ladder &&
      ladder !== "own" &&
      html`<${Question}
          name="unit"
          legend=${t("what-each-loser-pays")}
          answers=${UNITS.map(([value, title]) => [value, t(title)])}
          chosen=${unit}
          onpick=${(/** @type {number} */ value) => change({ points: { ...points, unit: value } })}
        />
        <label class="rule"><span>${t("another-amount")}</span>
          <input key=${unit} type="number" min="0.01" step="any" inputmode="decimal" defaultValue=${unit} onchange=${(/** @type {UiEvent} */ { target }) => Number(target.value) > 0 && change({ points: { ...points, unit: Number(target.value) } })} />
        </label>`
    }
    ${
      ladder === "own" &&
      html`<div class="own-ladder">
        ${Object.keys(points).map(
          (faan) => html`<label class="rule" key=${faan}><span>${t("n-faan", { n: faan })}</span>
            <input type="number" min="0" step="any" inputmode="decimal" defaultValue=${points[faan]} onchange=${(/** @type {UiEvent} */ { target }) => change({ points: { ...points, [faan]: Number(target.value) } })} />
          </label>`,
        )}
      </div>`
    }
  `;
}

/**
 * Returns a house's own list, an amount for each number of faan that wins and counts: those given, and else what is paid
 * now or the line below them.
 *
 * @param {Terms} terms
 * @param {RulesDetail} base
 * @param {HousePreviewed | null=} shown
 */
function ownList(terms, base, shown = null) {
  const given = /** @type {Record<string, any>} */ (ladderOf(terms.points) === "own" ? terms.points : {});
  const steps = shown?.payments ?? base.payments;
  const [least, cap] = ["minimum", "cap"].map((name) => answered(terms, base, name));
  const most = Math.min(Number.isInteger(cap) ? cap : 13, least + MOST_STEPS - 1);
  /** @type {Record<string, number>} */
  const list = {};
  for (let faan = least; faan <= most; faan++)
    list[faan] =
      given[faan] ??
      Math.max(list[faan - 1] ?? 0, steps.findLast((/** @type {any} */ step) => step.faan <= faan)?.points ?? 1);
  return list;
}

/**
 * Returns why some terms cannot be played, in the reader's language; null where nothing is seen here.
 *
 * @param {Terms} terms
 * @param {RulesDetail} base
 */
function whyWrong(terms, base) {
  if (ladderOf(terms.points) === "own") {
    const steps = Object.entries(terms.points ?? {});
    const lower = steps.findIndex(([, points], n) => n > 0 && points < steps[n - 1][1]);
    if (lower > 0) return t("n-faan-pay-less", { n: steps[lower][0], m: steps[lower - 1][0] });
  }
  return whyUnplayable(terms.options ?? {}, base);
}

/**
 * Returns what a hand can bring by some rules: the steps from the least faan that win to the most that count.
 *
 * @param {RulesDetail} rules
 * @returns {any[]}
 */
export function stepsOf(rules) {
  const [minimum, cap] = ["minimum", "cap"].map(
    (name) => rules.options.find((option) => option.name === name)?.default,
  );
  const steps = rules.payments.filter((/** @type {any} */ { faan }) => !Number.isInteger(cap) || faan <= cap);
  const least = steps.findLast((/** @type {any} */ { faan }) => faan <= minimum)?.faan ?? 0;
  return steps.filter((/** @type {any} */ { faan }) => faan >= least);
}

/** @param {{ terms: Terms, shown: HousePreviewed | null, change: Change }} given */
function Payers({ terms, shown, change }) {
  const pays = terms.payment ?? {};
  const set = (/** @type {Record<string, any>} */ more) => change({ payment: said({ ...pays, ...more }) });
  const ways = /** @type {Record<string, any>} */ (pays.responsibility ?? {});
  const answer =
    (/** @type {string} */ id) =>
    (/** @type {UiEvent} */ { target }) => {
      const { [id]: _, ...others } = ways;
      const all = target.value ? { ...others, [id]: target.value } : others;
      set({ responsibility: Object.keys(all).length ? all : undefined });
    };
  return html`
    <${Question}
      name="discard"
      wide
      legend=${t("who-pays-for-discard")}
      answers=${DISCARDS.map(([id, title, text]) => [id, t(title), t(text)])}
      chosen=${pays.discard ?? "half_gun"}
      onpick=${(/** @type {string} */ id) => set({ discard: id })}
    />
    <details class="more-rules">
      <summary>${t("east-bounds-and-who-pays")}</summary>
      <label class="rule"><span>${eastWords(Number(pays.dealer ?? 1) > 1 ? Number(pays.dealer) : 2)}</span>
        <input type="checkbox" role="switch" checked=${Number(pays.dealer ?? 1) > 1} onchange=${(/** @type {UiEvent} */ { target }) => set({ dealer: target.checked ? 2 : undefined })} />
      </label>
      <label class="rule"><span>${t("most-one-player-pays")}</span>
        <input type="number" min="0" step="any" inputmode="decimal" placeholder=${t("none-word")} defaultValue=${pays.most ?? ""} onchange=${(/** @type {UiEvent} */ { target }) => set({ most: Number(target.value) || undefined })} />
      </label>
      ${(shown?.ways ?? []).map(
        (way) => html`<label class="rule stacked" key=${way.id}>
          <span><b>${rowName(way)}</b><br /><small>${t("one-player-pays", { needs: translated(way.needs) })}</small></span>
          <select value=${ways[way.id] ?? ""} onchange=${answer(way.id)}>
            <option value="">${t("no")}</option>
            <option value="due">${t("yes-what-all-owe")}</option>
            <option value="self_draw">${t("yes-what-self-draw-brings")}</option>
          </select>
        </label>`,
      )}
    </details>
  `;
}

/** @param {number} times of what others pay, which East pays and gets */
const eastWords = (times) => (times === 2 ? t("east-pays-and-gets-double") : t("east-pays-and-gets-n", { n: times }));

/**
 * Returns what is paid for each number of faan, as a table.
 *
 * @param {{ rules: RulesDetail }} given
 */
export function Payments({ rules }) {
  const steps = stepsOf(rules);
  if (!steps.length) return null;
  const shared = steps.some(({ discard }) => discard.each_other);
  const east = Number(rules.payment?.dealer ?? 1);
  return html`${east > 1 && html`<p class="hint">${eastWords(east)}</p>`}<table class="what-faan-pay">
    <thead>
      <tr>
        <th scope="col">${t("faan-label")}</th>
        <th scope="col">${t("discarder-label")}</th>
        ${shared && html`<th scope="col">${t("each-other")}</th>`}
        <th scope="col">${t("self-draw-each")}</th>
      </tr>
    </thead>
    <tbody>
      ${steps.map(
        ({ faan, discard, self_draw: drawn }) => html`<tr key=${faan}>
          <th scope="row">${faan}</th>
          <td>${discard.discarder}</td>
          ${shared && html`<td>${discard.each_other}</td>`}
          <td>${drawn.each_other}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {any} answer */
function gain(answer) {
  if (!answer.valid) return answer.problems.includes("below_minimum") ? t("no-win-too-few-faan") : t("no-win");
  const got = answer.payments ? Math.max(...Object.values(answer.payments)) : answer.score;
  return answer.faan === undefined ? `${got}` : t("n-faan-got", { n: answer.faan, got });
}

/** @param {{ shown: HousePreviewed }} given */
function Examples({ shown }) {
  return html`<div class="examples">
    ${shown.examples.map(
      ({ hand, win, base, house }) => html`<figure key=${hand}>
        ${handSets(base)}
        <figcaption>
          <span>${t(win === "discard" ? "won-on-discard" : "self-drawn-word")}</span>
          <span>${gain(base) === gain(house) ? "" : html`<s>${gain(base)}</s> `}<b>${gain(house)}</b></span>
        </figcaption>
      </figure>`,
    )}
  </div>`;
}

/** @param {{ begun: Terms, base: RulesDetail, onKept: (rules: RulesOffered) => void, close: () => void }} given */
function HouseForm({ begun, base, onKept, close }) {
  const [terms, setTerms] = useState(begun);
  /** @type {[HousePreviewed | null, (shown: HousePreviewed) => void]} */
  const [shown, setShown] = useState(/** @type {HousePreviewed | null} */ (null));
  const [wrong, setWrong] = useState("");
  const [isSending, setSending] = useState(false);
  const asked = useRef(0);
  const mistake = (/** @type {any} */ problem) =>
    houseMistake(problem, { base, ready: shown?.ready, own: terms.row ?? [] });
  /** @type {Change} */
  const change = (more) => setTerms((now) => /** @type {Terms} */ (said({ ...now, ...more })));
  useEffect(() => {
    const number = ++asked.current;
    const why = whyWrong(terms, base);
    if (why) {
      setWrong(why);
      return undefined;
    }
    const timer = setTimeout(
      () =>
        previewHouseRules(terms).then(
          (answer) => {
            if (number !== asked.current) return;
            setShown(answer);
            setWrong("");
          },
          (problem) => number === asked.current && setWrong(mistake(problem)),
        ),
      PAUSE,
    );
    return () => clearTimeout(timer);
  }, [terms]);

  /** @param {UiEvent} event */
  const keep = async (event) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    try {
      const { hash, name, base: from } = await keepHouseRules({ ...terms, name: terms.name.trim() });
      keepHouse(hash);
      onKept({ id: hash, name, base: from });
      notice(t("kept-from-now-on-name", { name }));
      close();
    } catch (problem) {
      setWrong(mistake(problem));
      setSending(false);
    }
  };
  const countsFaan = Boolean(base.payments?.length);
  return html`<form class="house-form" onsubmit=${keep}>
    <label class="rule stacked">
      <span>${t("what-you-call-them")}</span>
      <input name="house" required maxlength="60" autocomplete="off" value=${terms.name} oninput=${(/** @type {UiEvent} */ { target }) => change({ name: target.value })} />
    </label>
    ${
      countsFaan &&
      html`
      <${Bounds} terms=${terms} base=${base} change=${change} />
      <${Ladder} terms=${terms} base=${base} shown=${shown} change=${change} />
      <${Payers} terms=${terms} shown=${shown} change=${change} />
    `
    }
    <${Rows} terms=${terms} base=${base} shown=${shown} change=${change} />
    ${
      shown &&
      html`<section class="house-comes-to" aria-live="polite">
      ${countsFaan && html`<h3>${t("what-hand-pays")}</h3><${Payments} rules=${shown} />`}
      <h3>${t("three-hands-by-rules")}</h3>
      <${Examples} shown=${shown} />
    </section>`
    }
    <div class="house-foot">
      ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
      <button class="primary big" type="submit" disabled=${isSending || Boolean(wrong)}>${t("keep")}</button>
    </div>
  </form>`;
}

/**
 * Opens the form for what a house plays, beginning with some terms; `onKept` gets the rules that are kept.
 *
 * @param {Terms} begun
 * @param {(rules: RulesOffered) => void} onKept
 */
export async function openHouseForm(begun, onKept) {
  let base;
  try {
    base = await ruleSet(begun.base);
  } catch (problem) {
    notice(refusal(problem), { alarm: true });
    return;
  }
  openSheet(
    t("our-house-rules"),
    (close) => html`<${HouseForm} begun=${begun} base=${base} onKept=${onKept} close=${close} />`,
  );
}
