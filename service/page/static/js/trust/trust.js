// How a device learns to trust a service that vouches for itself, and what that is good for.

import { t } from "../i18n/translation.js";
import { games } from "../state/storage.js";
import { bar } from "../ui/bar.js";
import { useRedraw } from "../ui/hooks.js";
import { notice, show } from "../ui/page.js";
import { html } from "../vendor/preact.js";

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

/** Says whether this device trusts the service: a browser takes the worker from nobody else. Null where it cannot be told. */
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

const download = (href = CERTIFICATE) =>
  html`<a class="button" href=${href} download>${t("Download the certificate")}</a>`;

/** @param {string} name what devices call the authority */
const kinds = (name) => [
  {
    kind: "android",
    title: t("Android"),
    file: CERTIFICATE,
    steps: [
      t("Download the certificate; it goes into Downloads."),
      t(
        "In the settings, search for “CA certificate”. It is below Security, Encryption and credentials, Install a certificate.",
      ),
      t("Choose CA certificate, Install anyway, and the file tableside.crt."),
      t(
        "Chrome trusts it from now on. In Firefox: Settings, About Firefox, tap its picture seven times, go back, Secret Settings, Use third party CA certificates.",
      ),
    ],
  },
  {
    kind: "apple",
    title: t("iPhone and iPad"),
    file: PROFILE,
    steps: [
      t("Open this page in Safari, download the certificate and tap Allow."),
      t("In the settings, tap Profile Downloaded (or General, VPN & Device Management), and Install."),
      t("Then General, About, Certificate Trust Settings: switch on “{name}”. Without this step it is not trusted.", {
        name,
      }),
    ],
  },
  {
    kind: "windows",
    title: t("Windows"),
    file: CERTIFICATE,
    steps: [
      t("Download the certificate and open it; choose Install Certificate and Current User."),
      t("Choose Place all certificates in the following store, Browse, Trusted Root Certification Authorities."),
      t("Finish, say Yes to the question, and start the browser anew."),
    ],
  },
  {
    kind: "mac",
    title: t("Mac"),
    file: CERTIFICATE,
    steps: [
      t("Download the certificate and open it: Keychain Access takes it in, under login."),
      t("Open “{name}” there, unfold Trust, and choose Always Trust.", { name }),
    ],
  },
  {
    kind: "linux",
    title: t("Linux, and Firefox anywhere"),
    file: CERTIFICATE,
    steps: [
      t("Download the certificate."),
      t(
        "Chrome: open chrome://certificate-manager, Local certificates, Installed by you, and import it under Trusted Certificates.",
      ),
      t(
        "Firefox: Settings, Privacy & Security, View Certificates, Authorities, Import, Trust this CA to identify websites.",
      ),
    ],
  },
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
      <h2>${t("Take your tables along")}</h2>
      <p>${t("At the secure address this device does not know its tables yet. Open each of them once by this link.")}</p>
      <ul class="plain links">${known.slice(0, LINKS).map(along)}</ul>
    </section>`
  );
}

/** @param {boolean | null} trusted */
function verdict(trusted) {
  if (trusted === null)
    return html`<p><a class="button primary" href=${`${secure()}trust`}>${t("See whether it is trusted")}</a></p>`;
  return trusted
    ? html`<p class="note good-news" role="status"><b>${t("This device trusts the service. Everything works.")}</b></p>`
    : html`<p class="note" role="status"><b>${t("This device does not trust the service yet.")}</b></p>`;
}

/** @param {{ told: Authority, trusted: boolean | null }} given */
function Trust({ told, trusted }) {
  const redraw = useRedraw();
  const own = kindOf();
  const { name, fingerprint } = told;
  return html`
    ${bar({ label: t("Tableside: home"), redraw, href: secure() })}
    <h1 class="club-title">${t("Trust this service")}</h1>
    <section class="card trust">
      <p>
        ${t(
          "This page comes from a computer in your network. Nobody outside vouches for that computer, so it vouches for itself, and browsers warn until they are told to trust it.",
        )}
      </p>
      ${verdict(trusted)}
      <p><b>${t("If you go on past the warning")}</b></p>
      <p>${t("The live camera, a screen that stays awake, and the share menu work.")}</p>
      <p><b>${t("Once this device trusts it")}</b></p>
      <p>${t("There is no warning any more, and the page opens without a connection, too.")}</p>
    </section>
    <section class="card trust">
      <h2>${t("Is it the right one?")}</h2>
      <p>${t("The computer prints the same fingerprint (SHA-256), and the device shows it before or after installing:")}</p>
      <p><b>${name}</b></p>
      <code style=${LOOKS.code}>${fingerprint}</code>
      <p class="hint">
        ${t(
          "Trust it only if you trust who runs that computer. It can vouch for this computer and for others in its network, and for no address on the internet.",
        )}
      </p>
    </section>
    ${kinds(name).map(
      ({
        kind,
        title,
        file,
        steps,
      }) => html`<details class="card trust" style=${LOOKS.folded} key=${kind} open=${kind === own} data-kind=${kind}>
        <summary style=${LOOKS.unfold}><h2 style=${LOOKS.title}>${title}</h2></summary>
        <ol style=${LOOKS.list}>${steps.map((step) => html`<li key=${step}>${step}</li>`)}</ol>
        ${download(file)}
      </details>`,
    )}
    ${tables()}
    <p><a class="button" href=${secure()}>${t("Continue to the page")}</a></p>
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
    () => notice(t("The table's computer does not answer."), { alarm: true }),
  );
  return () => {};
}

/** Tells once, where a browser does not take the worker over https, how the service comes to be trusted. */
export async function offerTrust() {
  try {
    if (location.protocol === "http:" || localStorage.getItem(OFFERED) || !(await authority())) return;
    localStorage.setItem(OFFERED, "1");
  } catch {
    return; // storage switched off: it would be told each time
  }
  const how = { label: t("Show how"), run: () => location.assign("/trust") };
  notice(t("This device does not trust the service yet."), { action: how });
}
