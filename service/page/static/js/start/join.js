// Joining a table: by six letters that somebody says, by its link, or by the code of it that the camera sees.

import { acceptInvitation } from "../api/client.js";
import { scaledCanvas } from "../api/photo.js";
import { t } from "../i18n/translation.js";
import { fileButton } from "../ui/fields.js";
import { icon } from "../ui/icons.js";
import { complain, notice } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @import { UiEvent } from "../types" */

const GLANCE = 200; // milliseconds between looks at what the camera sees
const LOOKED_AT = 800; // pixels of a picture's longer side: enough for a code that fills a third of it
const CODE = /^[a-z]{6}$/i;

/**
 * Returns the part of a link that names a table, or null.
 *
 * @param {string} text
 */
const tableIn = (text) => /#(game=[\w-]+(?:&token=[\w.~-]+)?)/.exec(text)?.[1] ?? null;

/**
 * Returns the address of the table that a link or six letters lead to; null for what is neither.
 *
 * @param {string} text
 */
async function addressOf(text) {
  const letters = text.replace(/[\s-]/g, "");
  if (!CODE.test(letters)) return tableIn(text);
  const { game_id: id, token } = await acceptInvitation(letters);
  return `game=${id}${token ? `&token=${token}` : ""}`;
}

/** Returns what reads the QR code in a picture: the browser where it can, else a decoder that is fetched. */
async function codeReader() {
  const { BarcodeDetector } = /** @type {any} */ (window);
  const formats = await Promise.resolve(BarcodeDetector?.getSupportedFormats()).catch(() => []);
  if (formats?.includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (/** @type {HTMLCanvasElement} */ canvas) => (await detector.detect(canvas))[0]?.rawValue ?? null;
  }
  const { decodeQR } = await import("../vendor/qr-decode.js");
  return async (/** @type {HTMLCanvasElement} */ canvas) => {
    const { width, height } = canvas;
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height);
    try {
      return pixels ? decodeQR({ width, height, data: pixels.data }) : null;
    } catch {
      return null; // there is no code in it
    }
  };
}

/**
 * @param {{ onCode: (text: string) => boolean, onFail: () => void }} given `onCode` says whether it leads to a table
 */
function Scanner({ onCode, onFail }) {
  const video = useRef(null);
  useEffect(() => {
    const over = new AbortController();
    const scan = async () => {
      const [read, stream] = await Promise.all([
        codeReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false }),
      ]);
      const end = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      over.signal.addEventListener("abort", end);
      const shown = video.current;
      if (over.signal.aborted || !shown) return end();
      shown.srcObject = stream;
      await shown.play();
      while (!over.signal.aborted) {
        const size = { width: shown.videoWidth, height: shown.videoHeight };
        const text = size.width ? await read(scaledCanvas(shown, size, LOOKED_AT)) : null;
        if (text && !over.signal.aborted && onCode(text)) return undefined;
        await new Promise((resolve) => setTimeout(resolve, GLANCE));
      }
      return undefined;
    };
    scan().catch(() => over.signal.aborted || onFail());
    return () => over.abort();
  }, []);
  return html`<video class="code-scanner" ref=${video} muted playsinline aria-label=${t("what-camera-sees")}></video>`;
}

/**
 * The choice of a photo of the code, where the page may not use the camera itself.
 *
 * @param {(text: string) => boolean} onCode
 */
function codePhoto(onCode) {
  const read = async (/** @type {File[]} */ [file]) => {
    try {
      const picture = await createImageBitmap(file);
      const reads = await codeReader();
      const text = await reads(scaledCanvas(picture, picture, LOOKED_AT));
      if (text && onCode(text)) return;
    } catch {
      // no picture that this phone can show
    }
    notice(t("no-code-of-table-in-photo"), { alarm: true });
  };
  return fileButton(t("photograph-the-code"), {
    class: "",
    sign: icon("camera"),
    accept: "image/*",
    capture: "environment",
    onFiles: read,
  });
}

/** @param {{ close: () => void }} given */
function Join({ close }) {
  const [isScanning, scan] = useState(false);
  const [hasCamera, know] = useState(Boolean(navigator.mediaDevices));
  /** @param {string} address */
  const go = (address) => {
    close();
    location.hash = address;
  };
  /** @param {string} text */
  const onCode = (text) => {
    const address = tableIn(text);
    if (address) go(address);
    return Boolean(address);
  };
  /** @param {UiEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    try {
      const address = await addressOf(event.currentTarget.elements.namedItem("link").value.trim());
      if (address) go(address);
      else notice(t("not-link-of-table"), { alarm: true });
    } catch (problem) {
      complain(problem);
    }
  };
  const fail = () => {
    scan(false);
    know(false);
  };
  return html`<form class="fields join" onsubmit=${submit}>
    <label><span>${t("six-letters-or-link")}</span>
      <input name="link" autocomplete="off" autocapitalize="characters" spellcheck=${false} required />
    </label>
    <button class="primary" type="submit">${t("open-table")}</button>
    ${
      !hasCamera
        ? codePhoto(onCode)
        : isScanning
          ? html`<${Scanner} onCode=${onCode} onFail=${fail} />`
          : html`<button type="button" onclick=${() => scan(true)}>${icon("camera")} ${t("scan-the-code")}</button>`
    }
  </form>`;
}

/** Asks which table to join. */
export const openJoin = () => openSheet(t("join-table"), (close) => html`<${Join} close=${close} />`);
