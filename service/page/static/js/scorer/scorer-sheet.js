// Offers to fetch the scorer for this phone, for when the table's computer does not answer; its size is shown first.

import { t } from "../i18n/translation.js";
import { useFetched } from "../ui/hooks.js";
import { openSheet } from "../ui/sheet.js";
import { html, useState } from "../vendor/preact.js";
import { keepHouseFile, offerScorer, openScorer } from "./phone-scorer.js";

const MEGABYTE = 1e6;

/** @typedef {Awaited<ReturnType<typeof offerScorer>>} Offer */

/** @param {{ rules: string }} given */
function ScorerOffer({ rules }) {
  const [progress, setProgress] = useState(/** @type {number | null} */ (null));
  const [isOpen, setOpen] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const onFailure = () => {
    setProgress(null);
    setFailed(true);
  };
  const offer = useFetched(offerScorer, window.isSecureContext, onFailure);
  useFetched(() => keepHouseFile(rules), true);
  /** @param {Offer} given */
  const load = ({ parts }) => {
    setFailed(false);
    setProgress(0);
    openScorer(parts, setProgress).then(() => setOpen(true), onFailure);
  };
  if (!window.isSecureContext) return html`<p>${t("at-address-nothing-can-kept")}</p>`;
  const megabytes = ((offer?.bytes ?? 0) / MEGABYTE).toFixed(1);
  const loading = megabytes === "0.0" ? t("starting") : t("loading-n-mb-once", { n: megabytes });
  return html`
    <p>${t("while-tables-computer-not-answer")}</p>
    ${isFailed && html`<p role="alert">${t("what-counts-hands-on-phone")}</p>`}
    ${
      isOpen || offer?.bytes === 0
        ? html`<p role="status" class="scores-here">${t("phone-counts-hands-itself-now")}</p>`
        : progress !== null
          ? html`<p>${loading}</p>
              <progress max="1" value=${progress} aria-label=${loading} />`
          : offer &&
            html`<button type="button" class="primary" onclick=${() => load(offer)}>
              ${t("load-n-mb-once", { n: megabytes })}
            </button>`
    }
  `;
}

/** @param {string} rules of the table; a house's file is stored, too */
export const openScorerSheet = (rules) =>
  openSheet(t("score-without-network"), () => html`<${ScorerOffer} rules=${rules} />`);
