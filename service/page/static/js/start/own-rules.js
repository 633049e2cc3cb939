// All that a table can change in its rule set, in one searchable sheet, with a preview of what the changes bring.

import { keepHouseRules, previewHouseRules } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { rowName, t, translate } from "../i18n/translation.js";
import { keepHouse } from "../state/storage.js";
import { searchField } from "../ui/fields.js";
import { handSets } from "../ui/hands.js";
import { Later, useFetched } from "../ui/hooks.js";
import { notice } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { agreementOn, countsFaan, termsToKeep, withoutUndefined, withPayment, withTerms } from "./agreement.js";
import { PartChoices } from "./choices.js";
import { Rows } from "./house-rows.js";
import { Options } from "./options.js";
import { discardPart, ladderPart, parts, unitPart } from "./parts.js";
import { eastWords, Payments } from "./payments-table.js";
import { PRESET_WORDS } from "./rule-sets.js";

/** @import { Agreement, Terms } from "./agreement.js" */
/** @import { HousePreviewed, HouseRules, UiEvent } from "../types" */

// Number fields have a `defaultValue`, so that a preview that redraws the form does not undo what is being typed.

/** @typedef {(agreement: Agreement) => void} OnAgree */
/** @typedef {(words: (string | null | undefined)[]) => boolean} IsFound */

const PAUSE = 250; // milliseconds after the last change, before a preview is fetched

/** @param {Agreement} agreement */
const trimmedTerms = (agreement) => {
  const terms = termsToKeep(agreement);
  return { ...terms, name: terms.name.trim() };
};

/** @typedef {{ agreement: Agreement, preview: HousePreviewed | null, isFound: IsFound, onAgree: OnAgree }} FormProps */

/** @param {FormProps} props */
function Money({ agreement, preview, isFound, onAgree }) {
  const { points } = agreement.terms;
  const bounds = parts(agreement).filter(({ name }) => name === "minimum" || name === "cap");
  const all = [...bounds, ladderPart(agreement, preview?.payments), unitPart(agreement), discardPart(agreement)];
  /** @param {string} faan @returns {(event: UiEvent) => void} */
  const changeAmount =
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
                  <input type="number" min="0" step="any" inputmode="decimal" defaultValue=${amount} onchange=${changeAmount(faan)} />
                </label>`,
              )}
            </div>`
          }
        </div>`,
    )}
    <${Payers} agreement=${agreement} preview=${preview} isFound=${isFound} onAgree=${onAgree} />
  `;
}

/** @param {FormProps} props */
function Payers({ agreement, preview, isFound, onAgree }) {
  const payment = agreement.terms.payment ?? {};
  const set = (/** @type {Record<string, any>} */ change) => onAgree(withPayment(agreement, change));
  const ways = /** @type {Record<string, any>} */ (payment.responsibility ?? {});
  const times = Number(payment.dealer ?? 1);
  const changeWay =
    (/** @type {string} */ id) =>
    (/** @type {UiEvent} */ { target }) => {
      const all = withoutUndefined({ ...ways, [id]: target.value || undefined });
      set({ responsibility: Object.keys(all).length ? all : undefined });
    };
  const east = eastWords(times > 1 ? times : 2);
  return html`
    <label class="rule" hidden=${!isFound([east])}><span>${east}</span>
      <input type="checkbox" role="switch" checked=${times > 1} onchange=${({ target }) => set({ dealer: target.checked ? 2 : undefined })} />
    </label>
    <label class="rule" hidden=${!isFound([t("most-one-player-pays")])}><span>${t("most-one-player-pays")}</span>
      <input type="number" min="0" step="any" inputmode="decimal" placeholder=${t("none-word")} defaultValue=${payment.most ?? ""} onchange=${({ target }) => set({ most: Number(target.value) || undefined })} />
    </label>
    ${(preview?.ways ?? []).map(
      (way) => html`<label class="rule stacked" key=${way.id} hidden=${!isFound([rowName(way), way.zh, way.needs])}>
        <span><b>${rowName(way)}</b><br /><small>${t("one-player-pays", { needs: translate(way.needs) })}</small></span>
        <select value=${ways[way.id] ?? ""} onchange=${changeWay(way.id)}>
          <option value="">${t("no")}</option>
          <option value="due">${t("yes-what-all-owe")}</option>
          <option value="self_draw">${t("yes-what-self-draw-brings")}</option>
        </select>
      </label>`,
    )}
  `;
}

/** @param {any} scored */
function resultWords(scored) {
  if (!scored.valid) return scored.problems.includes("below_minimum") ? t("no-win-too-few-faan") : t("no-win");
  const amount = scored.payments ? Math.max(...Object.values(scored.payments)) : scored.score;
  return scored.faan === undefined ? `${amount}` : t("n-faan-got", { n: scored.faan, got: amount });
}

/** @param {HousePreviewed} preview @param {boolean} isFaan */
const previewSection = (preview, isFaan) => html`<section class="house-comes-to" aria-live="polite">
  ${isFaan && html`<h3>${t("what-hand-pays")}</h3><${Payments} rules=${preview} />`}
  <h3>${t("three-hands-by-rules")}</h3>
  <div class="examples">
    ${preview.examples.map(
      ({ hand, win, base, house }) => html`<figure key=${hand}>
        ${handSets(base)}
        <figcaption>
          <span>${t(win === "discard" ? "won-on-discard" : "self-drawn-word")}</span>
          <span>${resultWords(base) === resultWords(house) ? "" : html`<s>${resultWords(base)}</s> `}<b>${resultWords(house)}</b></span>
        </figcaption>
      </figure>`,
    )}
  </div>
</section>`;

/** Return a preview, fetched a moment after each change, and a complaint. @param {Agreement} agreement */
function usePreview(agreement) {
  const [complaint, setComplaint] = useState("");
  const fetchPreview = () => {
    const terms = trimmedTerms(agreement);
    return previewHouseRules({ ...terms, name: terms.name || t("our-rules") });
  };
  useEffect(() => setComplaint(""), [agreement]);
  const preview = useFetched(fetchPreview, agreement, (problem) => setComplaint(refusal(problem)), PAUSE);
  return { preview, complaint, setComplaint };
}

/** @param {Agreement} agreement @param {OnAgree} onAgree */
function presetChips(agreement, onAgree) {
  const all = Object.entries(agreement.base.presets ?? {});
  if (!all.length) return null;
  return html`<div class="chips presets" role="group" aria-label=${t("usual-agreements")}>
    ${all.map(
      ([
        name,
        options,
      ]) => html`<button type="button" class="chip" key=${name} onclick=${() => onAgree(agreementOn(agreement.base, { name: agreement.terms.name, options }, agreement.origin))}>
        ${name in PRESET_WORDS ? t(PRESET_WORDS[name]) : translate(name)}
      </button>`,
    )}
  </div>`;
}

/** Says that the search finds nothing, once all options are drawn. @param {{ query: string }} props */
function NothingFound({ query }) {
  const [isNone, setNone] = useState(false);
  useEffect(() => {
    const all = [...document.querySelectorAll(".own-terms :is(.rule, fieldset.choice)")];
    setNone(query !== "" && all.every((each) => each.closest("[hidden]")));
  }, [query]);
  return isNone && html`<p class="hint" role="status">${t("no-house-rule-words")}</p>`;
}

/** @param {{ agreement: Agreement, preview: HousePreviewed | null, query: string, onAgree: OnAgree }} props */
function Terms({ agreement, preview, query, onAgree }) {
  /** @type {IsFound} */
  const isFound = (words) => words.some((each) => each?.toLowerCase().includes(query));
  const isFaan = countsFaan(agreement);
  const rows =
    () => html`<${Rows} terms=${agreement.terms} base=${agreement.base} preview=${preview} isFound=${isFound} isOpen=${query !== ""}
    change=${(/** @type {Partial<Terms>} */ change) => onAgree(withTerms(agreement, change))} />`;
  const options = () => [
    html`<${Options} agreement=${agreement} isFound=${isFound} onAgree=${onAgree} />`,
    html`<${NothingFound} query=${query} />`,
  ];
  return html`<div class="own-terms">
    ${isFaan && html`<${Money} agreement=${agreement} preview=${preview} isFound=${isFound} onAgree=${onAgree} />`}
    <${Later} draw=${rows} />
    <${Later} draw=${options} />
  </div>`;
}

/** @param {{ initial: Agreement, onAgree?: OnAgree, onKept: (house: HouseRules) => void, close: () => void }} props */
function OwnRules({ initial, onAgree, onKept, close }) {
  const [agreement, setAgreement] = useState(initial);
  const [query, setQuery] = useState("");
  const [isSending, setSending] = useState(false);
  const { preview, complaint, setComplaint } = usePreview(agreement);
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
      const house = await keepHouseRules(trimmedTerms(agreement));
      keepHouse(house.hash);
      onKept(house);
      notice(() => t("kept-from-now-on-name", { name: house.name }));
      close();
    } catch (problem) {
      setComplaint(refusal(problem));
      setSending(false);
    }
  };
  return html`<form class="house-form" onsubmit=${keep}>
    ${searchField(t("search-house-rules"), setQuery)}
    ${presetChips(agreement, agree)}
    <${Terms} agreement=${agreement} preview=${preview} query=${query} onAgree=${agree} />
    ${preview && html`<${Later} draw=${() => previewSection(preview, countsFaan(agreement))} />`}
    <div class="house-foot">
      ${complaint && html`<p class="wrong" role="alert">${complaint}</p>`}
      <div class="house-name">
        <label><span>${t("what-you-call-them")}</span>
          <input name="house" required maxlength="60" autocomplete="off" value=${agreement.terms.name} oninput=${({ target }) => agree(withTerms(agreement, { name: target.value }))} />
        </label>
        <button class=${onAgree ? "keep-house" : "keep-house primary"} type="submit" disabled=${isSending || Boolean(complaint)}>${t("keep")}</button>
      </div>
      ${onAgree && html`<button class="primary big" type="button" onclick=${close}>${t("done-label")}</button>`}
    </div>
  </form>`;
}

/**
 * Open all that a table can agree on. `onAgree` is called with each change, `onKept` when the rules are stored.
 *
 * @param {Agreement} agreement
 * @param {{ onAgree?: OnAgree, onKept: (house: HouseRules) => void }} listeners
 */
export function openOwnRules(agreement, { onAgree, onKept }) {
  const initial = withTerms(agreement, { name: agreement.terms.name || t("our-rules") });
  openSheet(
    t("our-house-rules"),
    (close) => html`<${OwnRules} initial=${initial} onAgree=${onAgree} onKept=${onKept} close=${close} />`,
  );
}
