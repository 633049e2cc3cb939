// A link as a QR code, drawn on this phone.

import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { generate } from "../vendor/qr.js";
import { Later } from "./hooks.js";
import { shareLink } from "./share.js";

/** @import { Child } from "../types" */

const QUIET = 4; // white squares around a code, which its readers need
const [SQUARE, LEAST] = [4, 200]; // pixels: of a square, so that a camera tells it from the next; of a code

/**
 * Return a link as a QR code and as text, with its purpose and another way (`also`).
 *
 * @param {{ title: string, text: string, url: string, subject: string, also?: Child }} given
 */
export const shareLine = ({ title, text, url, subject, also = null }) => html`<section class="share-line">
  <h3>${title}</h3>
  <p class="hint">${text}</p>
  <${Later} key=${url} draw=${() => qrCode(url)} />
  ${also}
  ${shareLink({ title, url, subject })}
</section>`;

/** @param {string} url */
function qrCode(url) {
  const code = generate(url);
  const side = code.size + 2 * QUIET;
  const width = Math.max(LEAST, SQUARE * side);
  let dark = "";
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) dark += `M${x} ${y}h1v1h-1z`;
  return html`<svg
    class="qr"
    width=${width}
    role="img"
    aria-label=${t("qr-code-of-link")}
    viewBox=${`${-QUIET} ${-QUIET} ${side} ${side}`}
    shape-rendering="crispEdges"
  >
    <rect x=${-QUIET} y=${-QUIET} width=${side} height=${side} fill="#fff" />
    <path d=${dark} />
  </svg>`;
}
