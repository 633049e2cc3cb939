// All that a table can play otherwise than its rule set, in one place and searched as one; with what that comes to as it is changed.

import { keepHouseRules, previewHouseRules } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { rowName, t, translate } from "../i18n/translation.js";
import { keepHouse } from "../state/storage.js";
import { searchField } from "../ui/fields.js";
import { handSets } from "../ui/hands.js";
import { Later } from "../ui/hooks.js";
import { notice } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { agreementOn, countsFaan, nextVersion, withoutGaps, withPayment, withTerms } from "./agreement.js";
import { PartChoices } from "./choices.js";
import { Rows } from "./house-rows.js";
import { Options } from "./options.js";
import { discardPart, ladderPart, parts, unitPart } from "./parts.js";
import { eastWords, Payments } from "./payments-table.js";
import { PRESET_WORDS } from "./rule-sets.js";

/** @import { Agreement, Terms } from "./agreement.js" */
/** @import { HousePreviewed, HouseRules, UiEvent } from "../types" */

// Numbers have a `defaultValue`: what is being typed must outlast a preview that comes meanwhile and draws the form anew.

/** @typedef {(agreement: Agreement) => void} OnAgree */
/** @typedef {(words: (string | null | undefined)[]) => boolean} IsFound */

const PAUSE = 250; // milliseconds after the last change, before what it comes to is asked for

/** @param {Agreement} agreement */
const named = (agreement) => {
  const terms = nextVersion(agreement);
  return { ...terms, name: terms.name.trim() };
};

/** @param {{ agreement: Agreement, shown: HousePreviewed | null, isFound: IsFound, onAgree: OnAgree }} given */
function Money({ agreement, shown, isFound, onAgree }) {
  const { points } = agreement.terms;
  const bounds = parts(agreement).filter(({ name }) => name === "minimum" || name === "cap");
  const all = [...bounds, ladderPart(agreement, shown?.payments), unitPart(agreement), discardPart(agreement)];
  /** @param {string} faan @returns {(event: UiEvent) => void} */
  const pays =
    (faan) =>
    ({ target }) =>
      onAgree(withTerms(agreement, { points: { ...points, [faan]: Number(target.value) } }));
  return html`
    ${all.map(
      (part) =>
        part &&
        html`<div key=${part.name} hidden=${!isFound([part.legend, ...part.choices.map(([, title]) => title)])}>
          <${PartChoices} part=${part} prefix="house-" onAgree=${onAgree} />
          ${
            part.name === "ladder" &&
            part.chosen === "own" &&
            html`<div class="own-ladder">
              ${Object.entries(points ?? {}).map(
                ([faan, amount]) => html`<label class="rule" key=${faan}><span>${t("n-faan", { n: faan })}</span>
                  <input type="number" min="0" step="any" inputmode="decimal" defaultValue=${amount} onchange=${pays(faan)} />
                </label>`,
              )}
            </div>`
          }
        </div>`,
    )}
    <${Payers} agreement=${agreement} shown=${shown} isFound=${isFound} onAgree=${onAgree} />
  `;
}

/** @param {{ agreement: Agreement, shown: HousePreviewed | null, isFound: IsFound, onAgree: OnAgree }} given */
function Payers({ agreement, shown, isFound, onAgree }) {
  const pays = agreement.terms.payment ?? {};
  const set = (/** @type {Record<string, any>} */ change) => onAgree(withPayment(agreement, change));
  const ways = /** @type {Record<string, any>} */ (pays.responsibility ?? {});
  const times = Number(pays.dealer ?? 1);
  const answer =
    (/** @type {string} */ id) =>
    (/** @type {UiEvent} */ { target }) => {
      const all = withoutGaps({ ...ways, [id]: target.value || undefined });
      set({ responsibility: Object.keys(all).length ? all : undefined });
    };
  const east = eastWords(times > 1 ? times : 2);
  return html`
    <label class="rule" hidden=${!isFound([east])}><span>${east}</span>
      <input type="checkbox" role="switch" checked=${times > 1} onchange=${({ target }) => set({ dealer: target.checked ? 2 : undefined })} />
    </label>
    <label class="rule" hidden=${!isFound([t("most-one-player-pays")])}><span>${t("most-one-player-pays")}</span>
      <input type="number" min="0" step="any" inputmode="decimal" placeholder=${t("none-word")} defaultValue=${pays.most ?? ""} onchange=${({ target }) => set({ most: Number(target.value) || undefined })} />
    </label>
    ${(shown?.ways ?? []).map(
      (way) => html`<label class="rule stacked" key=${way.id} hidden=${!isFound([rowName(way), way.zh, way.needs])}>
        <span><b>${rowName(way)}</b><br /><small>${t("one-player-pays", { needs: translate(way.needs) })}</small></span>
        <select value=${ways[way.id] ?? ""} onchange=${answer(way.id)}>
          <option value="">${t("no")}</option>
          <option value="due">${t("yes-what-all-owe")}</option>
          <option value="self_draw">${t("yes-what-self-draw-brings")}</option>
        </select>
      </label>`,
    )}
  `;
}

/** @param {any} scored */
function gain(scored) {
  if (!scored.valid) return scored.problems.includes("below_minimum") ? t("no-win-too-few-faan") : t("no-win");
  const got = scored.payments ? Math.max(...Object.values(scored.payments)) : scored.score;
  return scored.faan === undefined ? `${got}` : t("n-faan-got", { n: scored.faan, got });
}

/** @param {{ shown: HousePreviewed, isFaan: boolean }} given */
const comesTo = ({ shown, isFaan }) => html`<section class="house-comes-to" aria-live="polite">
  ${isFaan && html`<h3>${t("what-hand-pays")}</h3><${Payments} rules=${shown} />`}
  <h3>${t("three-hands-by-rules")}</h3>
  <div class="examples">
    ${shown.examples.map(
      ({ hand, win, base, house }) => html`<figure key=${hand}>
        ${handSets(base)}
        <figcaption>
          <span>${t(win === "discard" ? "won-on-discard" : "self-drawn-word")}</span>
          <span>${gain(base) === gain(house) ? "" : html`<s>${gain(base)}</s> `}<b>${gain(house)}</b></span>
        </figcaption>
      </figure>`,
    )}
  </div>
</section>`;

/**
 * Returns what an agreement comes to, asked of the service a moment after each change, and what is wrong with it.
 *
 * @param {Agreement} agreement
 */
function usePreview(agreement) {
  const [shown, show] = useState(/** @type {HousePreviewed | null} */ (null));
  const [wrong, complain] = useState("");
  useEffect(() => {
    complain("");
    let gone = false;
    const timer = setTimeout(
      () =>
        previewHouseRules({ ...named(agreement), name: named(agreement).name || t("our-rules") }).then(
          (answer) => gone || show(answer),
          (problem) => gone || complain(refusal(problem)),
        ),
      PAUSE,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [agreement]);
  return { shown, wrong, complain };
}

/** @param {{ agreement: Agreement, onAgree: OnAgree }} given */
function presets({ agreement, onAgree }) {
  const all = Object.entries(agreement.base.presets ?? {});
  if (!all.length) return null;
  return html`<div class="chips presets" role="group" aria-label=${t("usual-agreements")}>
    ${all.map(
      ([
        name,
        options,
      ]) => html`<button type="button" class="chip" key=${name} onclick=${() => onAgree(agreementOn(agreement.base, { name: agreement.terms.name, options: { ...options } }, agreement.origin))}>
        ${name in PRESET_WORDS ? t(PRESET_WORDS[name]) : translate(name)}
      </button>`,
    )}
  </div>`;
}

/** Says that nothing is found by what is sought, once all that can be agreed on is drawn. @param {{ sought: string }} given */
function NothingFound({ sought }) {
  const [isNone, setNone] = useState(false);
  useEffect(() => {
    const all = [...document.querySelectorAll(".own-terms :is(.rule, fieldset.choice)")];
    setNone(sought !== "" && all.every((each) => each.closest("[hidden]")));
  }, [sought]);
  return isNone && html`<p class="hint" role="status">${t("no-house-rule-words")}</p>`;
}

/**
 * Returns all that can be agreed on, as far as it is sought.
 *
 * @param {{ agreement: Agreement, shown: HousePreviewed | null, sought: string, onAgree: OnAgree }} given
 */
function Terms({ agreement, shown, sought, onAgree }) {
  /** @type {IsFound} */
  const isFound = (words) => words.some((each) => each?.toLowerCase().includes(sought));
  const isFaan = countsFaan(agreement);
  const rows =
    () => html`<${Rows} terms=${agreement.terms} base=${agreement.base} shown=${shown} isFound=${isFound} isSought=${sought !== ""}
    change=${(/** @type {Partial<Terms>} */ change) => onAgree(withTerms(agreement, change))} />`;
  const options = () => [
    html`<${Options} agreement=${agreement} isFound=${isFound} onAgree=${onAgree} />`,
    html`<${NothingFound} sought=${sought} />`,
  ];
  return html`<div class="own-terms">
    ${isFaan && html`<${Money} agreement=${agreement} shown=${shown} isFound=${isFound} onAgree=${onAgree} />`}
    <${Later} draw=${rows} />
    <${Later} draw=${options} />
  </div>`;
}

/** @param {{ begun: Agreement, onAgree?: OnAgree, onKept: (house: HouseRules) => void, close: () => void }} given */
function OwnRules({ begun, onAgree, onKept, close }) {
  const [agreement, setAgreement] = useState(begun);
  const [sought, search] = useState("");
  const [isSending, setSending] = useState(false);
  const { shown, wrong, complain } = usePreview(agreement);
  /** @type {OnAgree} */
  const agree = (changed) => {
    setAgreement(changed);
    onAgree?.(changed);
  };
  /** @param {UiEvent} event */
  const keep = async (event) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    try {
      const house = await keepHouseRules(named(agreement));
      keepHouse(house.hash);
      onKept(house);
      notice(t("kept-from-now-on-name", { name: house.name }));
      close();
    } catch (problem) {
      complain(refusal(problem));
      setSending(false);
    }
  };
  return html`<form class="house-form" onsubmit=${keep}>
    ${searchField(t("search-house-rules"), search)}
    ${presets({ agreement, onAgree: agree })}
    <${Terms} agreement=${agreement} shown=${shown} sought=${sought} onAgree=${agree} />
    ${shown && html`<${Later} draw=${() => comesTo({ shown, isFaan: countsFaan(agreement) })} />`}
    <div class="house-foot">
      ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
      <div class="house-name">
        <label><span>${t("what-you-call-them")}</span>
          <input name="house" required maxlength="60" autocomplete="off" value=${agreement.terms.name} oninput=${({ target }) => agree(withTerms(agreement, { name: target.value }))} />
        </label>
        <button class=${onAgree ? "keep-house" : "keep-house primary"} type="submit" disabled=${isSending || Boolean(wrong)}>${t("keep")}</button>
      </div>
      ${onAgree && html`<button class="primary big" type="button" onclick=${close}>${t("done-label")}</button>`}
    </div>
  </form>`;
}

/**
 * Opens all that a table can agree on: `onAgree` hears of each change, `onKept` gets the rules once they are kept under a name.
 *
 * @param {Agreement} begun
 * @param {{ onAgree?: OnAgree, onKept: (house: HouseRules) => void }} given
 */
export function openOwnRules(begun, { onAgree, onKept }) {
  const agreement = withTerms(begun, { name: begun.terms.name || t("our-rules") });
  openSheet(
    t("our-house-rules"),
    (close) => html`<${OwnRules} begun=${agreement} onAgree=${onAgree} onKept=${onKept} close=${close} />`,
  );
}
