// Sharing links and files, by the phone's share sheet or by copying.

import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { notice } from "./page.js";

/** @import { TextId } from "../i18n/text-ids" */

/** Open the phone's share sheet; return whether it opened, even if the player closed it. @param {ShareData} given */
export const shareByPhone = (given) =>
  navigator.share?.(given).then(
    () => true,
    ({ name }) => name === "AbortError",
  );

/**
 * Share a link or a text by the share sheet, or else copy it and show whether that worked.
 *
 * @param {ShareData} given with `url` or `text`, which is copied
 * @param {HTMLInputElement | HTMLTextAreaElement | null} field with the same text
 * @param {{ copied: TextId, failed: TextId }} messages
 */
export async function shareOrCopy(given, field, messages) {
  if (await shareByPhone(given)) return;
  // Browsers offer the clipboard on https only; a table's computer often has plain http.
  field?.select();
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(given.url ?? given.text ?? "").then(
        () => true,
        () => false,
      )
    : document.execCommand("copy");
  notice(() => t(copied ? messages.copied : messages.failed));
}

/** Save a file on the phone. @param {File} file */
export function saveFile(file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(URL.revokeObjectURL, 60_000, href); // a browser may read it later
}

/** @param {{ title: string, url: string, subject: string }} given */
export function shareLink({ title, url, subject }) {
  /** @type {import("../vendor/preact.js").RefObject<HTMLInputElement>} */
  const field = { current: null };
  return html`<div class="pair">
    <input class="link-field" readonly value=${url} aria-label=${title} ref=${field} />
    <button class="primary" onclick=${() =>
      shareOrCopy({ title: subject, url }, field.current, {
        copied: "link-copied",
        failed: "press-and-hold-link",
      })}>${t("share-label")}</button>
  </div>`;
}

/** Return the address of the page for other phones: the one that the service is configured with, else the one in use. */
export const pageAddress = () =>
  document.querySelector("meta[name=address]")?.getAttribute("content") ?? location.origin + location.pathname;

/** Return whether the address, like "localhost", works on this computer only. */
export const isOwnAddress = () => /^https?:..(localhost|127\.[\d.]+|\[::1\])[:/]/.test(pageAddress());

/** Return a note that other phones cannot open such an address, with the command that helps. */
export const ownAddressNote = () => html`<p class="note">
  ${t("address-works-on-computer")
    .split(/(--host [\d.]+)/)
    .map((part) => (part.startsWith("--") ? html`<code>${part}</code>` : part))}
</p>`;
