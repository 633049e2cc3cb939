// How a device learns to trust a service that vouches for itself, and what that is good for.

import { t } from "../i18n/translation.js";
import { games } from "../state/storage.js";
import { bar } from "../ui/bar.js";
import { useRedraw } from "../ui/hooks.js";
import { notice, show } from "../ui/page.js";
import { html } from "../vendor/preact.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { KnownGame } from "../types" */

/**
 * Whom to trust: what devices call it, and by what people recognise it.
 *
 * @typedef {{ name: string, fingerprint: string, until: string }} Authority
 */

const OFFERED = "tableside.trust"; // whether this device was told already
const CERTIFICATE = "/authority.crt";
const PROFILE = "/authority.mobileconfig";
// In the place of rules in a sheet, all of which comes with the first screen.
const LOOKS = {
  code: { overflowWrap: "anywhere", whiteSpace: "normal" },
  list: { paddingInlineStart: "1.5em", display: "grid", gap: "8px", marginBlock: "10px" },
  folded: { display: "block", paddingBlock: "4px 10px" },
  unfold: { minHeight: "48px", alignContent: "center" },
  title: { display: "inline" },
  link: { display: "flex", alignItems: "center", minHeight: "48px" },
};
const LINKS = 6; // tables to take along: more are looked up in the evening's messages
const secure = () => `https://${location.host}/`;

/** @returns {Promise<Authority | null>} null where somebody else vouches for the service */
async function authority() {
  const answer = await fetch("/authority");
  return answer.ok ? answer.json() : null;
}

/**
 * Returns whether this device trusts the service: a browser takes the worker from nobody else. Null where it cannot be
 * told.
 */
async function isTrusted() {
  if (location.protocol !== "https:" || !navigator.serviceWorker) return null;
  return navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).then(
    () => true,
    () => false,
  );
}

/** Returns the kind of this device, as the steps are called. */
function kindOf() {
  const agent = navigator.userAgent;
  if (/Android/.test(agent)) return "android";
  if (/iPhone|iPad/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1)) return "apple";
  if (/Windows/.test(agent)) return "windows";
  return /Macintosh/.test(agent) ? "mac" : "linux";
}

/**
 * @type {[string, TextId, string, TextId[]][]} the kinds of devices, each with the file that it takes and the steps
 * there
 */
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
const along = ({ id, token, names }) =>
  html`<li key=${id}>
    <a style=${LOOKS.link} href=${`${secure()}#game=${id}${token ? `&token=${token}` : ""}`}>${names?.length ? names.join(", ") : id}</a>
  </li>`;

/** Tables that the browser keeps for the plain address only; at the new one it knows none of them. */
function tables() {
  const known = location.protocol === "http:" ? games().filter(({ finished }) => !finished) : [];
  return (
    known.length > 0 &&
    html`<section class="card">
      <h2>${t("take-your-tables-along")}</h2>
      <p>${t("at-secure-address-device")}</p>
      <ul class="plain links">${known.slice(0, LINKS).map(along)}</ul>
    </section>`
  );
}

/** @param {boolean | null} trusted */
function verdict(trusted) {
  if (trusted === null)
    return html`<p><a class="button primary" href=${`${secure()}trust`}>${t("see-whether-trusted")}</a></p>`;
  return trusted
    ? html`<p class="note good-news" role="status"><b>${t("device-trusts-service-everything-works")}</b></p>`
    : html`<p class="note" role="status"><b>${t("device-not-trust-service-yet")}</b></p>`;
}

/** @param {{ told: Authority, trusted: boolean | null }} given */
function Trust({ told, trusted }) {
  const redraw = useRedraw();
  const own = kindOf();
  const { name, fingerprint } = told;
  return html`
    ${bar({ label: t("tableside-home"), redraw, href: secure() })}
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
      <code style=${LOOKS.code}>${fingerprint}</code>
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
      ]) => html`<details class="card trust" style=${LOOKS.folded} key=${kind} open=${kind === own} data-kind=${kind}>
        <summary style=${LOOKS.unfold}><h2 style=${LOOKS.title}>${t(title)}</h2></summary>
        <ol style=${LOOKS.list}>${steps.map((step) => html`<li key=${step}>${t(step, { name })}</li>`)}</ol>
        <a class="button" href=${file} download>${t("download-certificate")}</a>
      </details>`,
    )}
    ${tables()}
    <p><a class="button" href=${secure()}>${t("continue-to-page")}</a></p>
  `;
}

/** Shows the screen; returns what to call when it is left. */
export function trustView() {
  const wanted = Promise.all([authority(), isTrusted()]);
  wanted.then(
    ([told, trusted]) => {
      if (told) show(html`<${Trust} key="trust" told=${told} trusted=${trusted} />`);
      else location.replace("/");
    },
    () => notice(t("tables-computer-not-answer"), { alarm: true }),
  );
  return () => {};
}

/** Explains once, where a browser does not take the worker over https, how the service comes to be trusted. */
export async function offerTrust() {
  try {
    if (location.protocol === "http:" || localStorage.getItem(OFFERED) || !(await authority())) return;
    localStorage.setItem(OFFERED, "1");
  } catch {
    return; // storage switched off: it would be told each time
  }
  const how = { label: t("show-how"), run: () => location.assign("/trust") };
  notice(t("device-not-trust-service-yet"), { action: how });
}
