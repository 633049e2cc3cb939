// Installing the certificate of a service that signs its own, step by step for each kind of device.

import { t } from "../i18n/translation.js";
import { recall, remember } from "../state/memory.js";
import { games } from "../state/storage.js";
import { bar } from "../ui/bar.js";
import { notice, show } from "../ui/page.js";
import { html } from "../vendor/preact.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { KnownGame } from "../types" */

/** @typedef {{ name: string, fingerprint: string, until: string }} Authority of the certificate */

const OFFERED = "tableside.trust"; // storage key: this device has seen the offer
const CERTIFICATE = "/authority.crt";
const PROFILE = "/authority.mobileconfig";
const MOST_LINKS = 6; // to tables
const secureUrl = () => `https://${location.host}/`;

/** @returns {Promise<Authority | null>} null if the certificate is from elsewhere */
async function fetchAuthority() {
  const answer = await fetch("/authority");
  return answer.ok ? answer.json() : null;
}

/** Return whether this device trusts the service, as it then accepts the service worker; null if unknown. */
async function isTrusted() {
  if (location.protocol !== "https:" || !navigator.serviceWorker) return null;
  return navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).then(
    () => true,
    () => false,
  );
}

/** Return the kind of this device, one of KINDS. */
function deviceKind() {
  const agent = navigator.userAgent;
  if (/Android/.test(agent)) return "android";
  if (/iPhone|iPad/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1)) return "apple";
  if (/Windows/.test(agent)) return "windows";
  return /Macintosh/.test(agent) ? "mac" : "linux";
}

/** @type {[string, TextId, string, TextId[]][]} kinds of devices, each with its name, its file and its steps */
const KINDS = [
  [
    "android",
    "android-label",
    CERTIFICATE,
    [
      "download-certificate-goes-into-downloads",
      "in-settings-search-for-ca",
      "choose-ca-certificate-install-anyway",
      "chrome-trusts-from-now",
    ],
  ],
  [
    "apple",
    "iphone-and-ipad",
    PROFILE,
    ["open-page-in-safari-download", "in-settings-tap-profile-downloaded", "then-general-about-certificate-trust"],
  ],
  [
    "windows",
    "windows-label",
    CERTIFICATE,
    ["download-certificate-and-open-choose", "choose-place-all-certificates", "finish-and-restart-browser"],
  ],
  ["mac", "mac-label", CERTIFICATE, ["download-certificate-and-open-keychain", "open-name-unfold-trust"]],
  [
    "linux",
    "linux-and-firefox-anywhere",
    CERTIFICATE,
    ["download-the-certificate", "chrome-open-chrome-certificate-manager", "firefox-settings-privacy-security-view"],
  ],
];

/** @param {KnownGame} game */
const tableLink = ({ id, token, names }) =>
  html`<li key=${id}>
    <a class="secure-link" href=${`${secureUrl()}#game=${id}${token ? `&token=${token}` : ""}`}>${names?.length ? names.join(", ") : id}</a>
  </li>`;

/** Return links to the tables that the browser knows at the http address only. */
function tableLinks() {
  const known = location.protocol === "http:" ? games().filter(({ finished }) => !finished) : [];
  return (
    known.length > 0 &&
    html`<section class="card">
      <h2>${t("take-your-tables-along")}</h2>
      <p>${t("at-secure-address-device")}</p>
      <ul class="plain links">${known.slice(0, MOST_LINKS).map(tableLink)}</ul>
    </section>`
  );
}

/** @param {boolean | null} trusted */
function verdict(trusted) {
  if (trusted === null)
    return html`<p><a class="button primary" href=${`${secureUrl()}trust`}>${t("see-whether-trusted")}</a></p>`;
  return trusted
    ? html`<p class="note good-news" role="status"><b>${t("device-trusts-service-everything-works")}</b></p>`
    : html`<p class="note" role="status"><b>${t("device-not-trust-service-yet")}</b></p>`;
}

/** @param {{ authority: Authority, trusted: boolean | null }} props */
function Trust({ authority, trusted }) {
  const own = deviceKind();
  const { name, fingerprint } = authority;
  return html`
    ${bar({ label: t("tableside-home"), href: secureUrl() })}
    <h1 class="club-title">${t("trust-service")}</h1>
    <section class="card trust">
      <p>
        ${t("page-comes-from-computer")}
      </p>
      ${verdict(trusted)}
      <p><b>${t("if-you-go-on-past")}</b></p>
      <p>${t("live-camera-screen-stays-awake")}</p>
      <p><b>${t("once-device-trusts")}</b></p>
      <p>${t("no-warning-any-more")}</p>
    </section>
    <section class="card trust">
      <h2>${t("right-one")}</h2>
      <p>${t("computer-prints-same-fingerprint-sha")}</p>
      <p><b>${name}</b></p>
      <code>${fingerprint}</code>
      <p class="hint">
        ${t("trust-only-if-you-trust")}
      </p>
    </section>
    ${KINDS.map(
      ([
        kind,
        title,
        file,
        steps,
      ]) => html`<details class="card trust" key=${kind} open=${kind === own} data-kind=${kind}>
        <summary><h2>${t(title)}</h2></summary>
        <ol>${steps.map((step) => html`<li key=${step}>${t(step, { name })}</li>`)}</ol>
        <a class="button" href=${file} download>${t("download-certificate")}</a>
      </details>`,
    )}
    ${tableLinks()}
    <p><a class="button" href=${secureUrl()}>${t("continue-to-page")}</a></p>
  `;
}

/** Show the screen. */
export function trustView() {
  Promise.all([fetchAuthority(), isTrusted()]).then(
    ([authority, trusted]) => {
      if (authority) show(() => html`<${Trust} authority=${authority} trusted=${trusted} />`);
      else location.replace("/");
    },
    () => notice(() => t("tables-computer-not-answer"), { alarm: true }),
  );
}

/** Offer the steps, once, to a browser that rejects the service worker over https. */
export async function offerTrust() {
  if (location.protocol === "http:" || recall(OFFERED, false) || !(await fetchAuthority().catch(() => null))) return;
  if (!remember(OFFERED, true)) return; // without storage it would be offered each time
  const run = () => location.assign("/trust");
  notice(() => t("device-not-trust-service-yet"), { action: { label: "show-how", run } });
}
