// A link to be given to another phone, as text or by what the phone shares with.

import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { notice } from "./page.js";

/**
 * Offers what the phone shares with; returns whether it could, also where nothing was chosen there.
 *
 * @param {ShareData} given
 */
export const shareByPhone = (given) =>
  navigator.share?.(given).then(
    () => true,
    ({ name }) => name === "AbortError",
  );

/**
 * Hands a link or a text on by what the phone shares with; else copies it, and says what came of that.
 *
 * @param {ShareData} given with `url` or `text`, which is what is copied
 * @param {HTMLInputElement | HTMLTextAreaElement | null} field has it, too
 * @param {{ copied: string, failed: string }} said
 */
export async function handOn(given, field, said) {
  if (await shareByPhone(given)) return;
  // Browsers offer the clipboard on https only; a table's computer often has plain http.
  field?.select();
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(given.url ?? given.text ?? "").then(
        () => true,
        () => false,
      )
    : document.execCommand("copy");
  notice(copied ? said.copied : said.failed);
}

/** Saves a file on the phone. @param {File} file */
export function saveFile(file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(URL.revokeObjectURL, 60_000, href); // a browser may begin to read it later
}

/** @param {{ title: string, url: string, subject: string }} given */
export function shareLink({ title, url, subject }) {
  /** @type {import("../vendor/preact.js").RefObject<HTMLInputElement>} */
  const field = { current: null };
  return html`<div class="pair">
    <input class="link-field" readonly value=${url} aria-label=${title} ref=${field} />
    <button class="primary" onclick=${() =>
      handOn({ title: subject, url }, field.current, {
        copied: t("link-copied"),
        failed: t("press-and-hold-link"),
      })}>${t("share-label")}</button>
  </div>`;
}

/** Returns the address of the page for other phones: the one that the service was told, else where it was opened. */
export const pageAddress = () =>
  document.querySelector("meta[name=address]")?.getAttribute("content") ?? location.origin + location.pathname;

// "localhost" and its like name the computer that the page is on: another phone would look for the table in itself.
export const isOwnAddress = () => /^https?:..(localhost|127\.[\d.]+|\[::1\])[:/]/.test(pageAddress());

/** Shows that other phones cannot open such an address, and what helps; what is to be typed stays in one piece. */
export const ownAddressNote = () => html`<p class="note">
  ${t("address-works-on-computer")
    .split(/(--host [\d.]+)/)
    .map((part) => (part.startsWith("--") ? html`<code>${part}</code>` : part))}
</p>`;
