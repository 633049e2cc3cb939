// Joining a table: by six letters, by its link, or by scanning its QR code.

import { acceptInvitation } from "../api/client.js";
import { scaledCanvas } from "../api/photo.js";
import { t } from "../i18n/translation.js";
import { fileButton } from "../ui/fields.js";
import { icon } from "../ui/icons.js";
import { complain, notice } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @import { UiEvent } from "../types" */

const SCAN_INTERVAL = 200; // milliseconds
const SCAN_SIDE = 800; // pixels of a picture's longer side: enough for a code that fills a third of it
const CODE = /^[a-z]{6}$/i;

/** Return the part of a link that names a table, or null. @param {string} text */
const tableHash = (text) => /#(game=[\w-]+(?:&token=[\w.~-]+)?)/.exec(text)?.[1] ?? null;

/** Return where a link or six letters lead; null for anything else. @param {string} text */
async function resolveHash(text) {
  const letters = text.replace(/[\s-]/g, "");
  if (!CODE.test(letters)) return tableHash(text);
  const { game_id: id, token } = await acceptInvitation(letters);
  return `game=${id}${token ? `&token=${token}` : ""}`;
}

/** Return a function that reads the QR code in a picture, by the browser if it can, else by a fetched decoder. */
async function createCodeReader() {
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
      return null; // no code found
    }
  };
}

/** @param {{ onCode: (text: string) => boolean, onFail: () => void }} props `onCode` accepts a table's code */
function Scanner({ onCode, onFail }) {
  const video = useRef(null);
  useEffect(() => {
    const abort = new AbortController();
    const scan = async () => {
      const [readCode, stream] = await Promise.all([
        createCodeReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false }),
      ]);
      const stop = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      abort.signal.addEventListener("abort", stop);
      const element = video.current;
      if (abort.signal.aborted || !element) return stop();
      element.srcObject = stream;
      await element.play();
      while (!abort.signal.aborted) {
        const size = { width: element.videoWidth, height: element.videoHeight };
        const text = size.width ? await readCode(scaledCanvas(element, size, SCAN_SIDE)) : null;
        if (text && !abort.signal.aborted && onCode(text)) return undefined;
        await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL));
      }
      return undefined;
    };
    scan().catch(() => abort.signal.aborted || onFail());
    return () => abort.abort();
  }, []);
  return html`<video class="code-scanner" ref=${video} muted playsinline aria-label=${t("what-camera-sees")}></video>`;
}

/** Return a button for pages that may not use the camera. @param {(text: string) => boolean} onCode */
function codePhotoButton(onCode) {
  const readPhoto = async (/** @type {File[]} */ [file]) => {
    try {
      const picture = await createImageBitmap(file);
      const readCode = await createCodeReader();
      const text = await readCode(scaledCanvas(picture, picture, SCAN_SIDE));
      if (text && onCode(text)) return;
    } catch {
      // This phone cannot show the picture.
    }
    notice(() => t("no-code-of-table-in-photo"), { alarm: true });
  };
  return fileButton(t("photograph-the-code"), {
    class: "",
    sign: icon("camera"),
    accept: "image/*",
    capture: "environment",
    onFiles: readPhoto,
  });
}

/** @param {{ close: () => void }} props */
function Join({ close }) {
  const [isScanning, setScanning] = useState(false);
  const [hasCamera, setCamera] = useState(Boolean(navigator.mediaDevices));
  /** @param {string} hash */
  const open = (hash) => {
    close();
    location.hash = hash;
  };
  /** @param {string} text */
  const onCode = (text) => {
    const hash = tableHash(text);
    if (hash) open(hash);
    return Boolean(hash);
  };
  /** @param {UiEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    try {
      const hash = await resolveHash(event.currentTarget.elements.namedItem("link").value.trim());
      if (hash) open(hash);
      else notice(() => t("not-link-of-table"), { alarm: true });
    } catch (problem) {
      complain(problem);
    }
  };
  const fail = () => {
    setScanning(false);
    setCamera(false);
  };
  return html`<form class="fields join" onsubmit=${submit}>
    <label><span>${t("six-letters-or-link")}</span>
      <input name="link" autocomplete="off" autocapitalize="characters" spellcheck=${false} required />
    </label>
    <button class="primary" type="submit">${t("open-table")}</button>
    ${
      !hasCamera
        ? codePhotoButton(onCode)
        : isScanning
          ? html`<${Scanner} onCode=${onCode} onFail=${fail} />`
          : html`<button type="button" onclick=${() => setScanning(true)}>${icon("camera")} ${t("scan-the-code")}</button>`
    }
  </form>`;
}

export const openJoin = () => openSheet(t("join-table"), (close) => html`<${Join} close=${close} />`);
