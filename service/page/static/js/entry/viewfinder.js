// The camera's picture before the shot: how many tiles are seen, and what would make a better photo.
//
// Only where the address is secure; elsewhere the phone's own camera takes the photo. The service looks at a small
// picture a second at most and keeps none; where it has no time, it is asked less often and nothing is said of it.

import { lookAt } from "../api/client.js";
import { plural, t } from "../i18n/translation.js";
import { announce, h, s } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** @import { Frame } from "../types" */

const SIDE = 640; // pixels of a picture to look at
const QUALITY = 0.7;
const PACE = 1000; // milliseconds between two pictures, at least
const SLOWEST = 8000;
const DARK = 34; // of 255: mean lightness
const ENOUGH = 1600; // pixels: a video as fine as this makes the photo itself
const SHOT = 4000; // milliseconds that a camera may take for a photo
const WISH = { facingMode: { ideal: "environment" }, width: { ideal: 2560 }, height: { ideal: 1440 } };
const pause = (/** @type {number} */ time) =>
  new Promise((resolve) => {
    setTimeout(resolve, time);
  });

/**
 * What a look through the viewfinder has found.
 *
 * @typedef {Pick<Frame, "size" | "tiles" | "corners" | "advice">} Sight
 */

/**
 * Says what a look has found: the most pressing advice, or how many tiles are seen.
 *
 * @param {{ tiles: number, advice: string[] }} given
 * @param {boolean=} dark
 */
export function sightWords({ tiles, advice }, dark = false) {
  const seen = plural(tiles, "{n} tile seen", "{n} tiles seen");
  if (dark || advice.includes("more_light")) return t("Too dark. Switch on a light.");
  if (!tiles) return t("No tiles seen yet.");
  if (advice.includes("closer")) return t("Too far. Come closer: {seen}", { seen });
  if (advice.includes("less_glare")) return t("Light glares on the tiles. Tilt the phone: {seen}", { seen });
  return seen;
}

/**
 * Returns a picture of the video as it is now, its long side `side` pixels at most, and how light it is.
 *
 * @param {HTMLVideoElement} video
 * @param {number} side
 * @param {number} quality
 * @returns {Promise<{ blob: Blob, canvas: HTMLCanvasElement }>}
 */
async function still(video, side, quality) {
  const scale = Math.min(1, side / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await /** @type {Promise<Blob>} */ (
    new Promise((resolve) => {
      canvas.toBlob((made) => resolve(/** @type {Blob} */ (made)), "image/jpeg", quality);
    })
  );
  return { blob, canvas };
}

/** @param {HTMLCanvasElement} canvas */
function lightness(canvas) {
  const small = document.createElement("canvas");
  [small.width, small.height] = [16, 16];
  const context = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d"));
  context.drawImage(canvas, 0, 0, 16, 16);
  const { data } = context.getImageData(0, 0, 16, 16);
  let sum = 0;
  for (let k = 0; k < data.length; k += 4) sum += 0.3 * data[k] + 0.59 * data[k + 1] + 0.11 * data[k + 2];
  return sum / 256;
}

/**
 * @param {HTMLVideoElement} video
 * @param {MediaStreamTrack} track
 */
async function shot(video, track) {
  if (Math.max(video.videoWidth, video.videoHeight) < ENOUGH && "ImageCapture" in window) {
    const photo = await Promise.race([new ImageCapture(track).takePhoto().catch(() => null), pause(SHOT)]);
    if (photo) return photo;
  }
  return (await still(video, Infinity, 0.92)).blob;
}

/**
 * @param {SVGElement} drawing
 * @param {{ size: number[], corners: number[][][] }} given
 */
function outlines(drawing, { size, corners }) {
  drawing.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  drawing.replaceChildren(
    ...corners.map((quad) => s("polygon", { points: quad.map((point) => point.join(",")).join(" ") })),
  );
}

/**
 * Opens the viewfinder: `onPhoto` gets the photo as a file, `onPhone` is called for the phone's own camera.
 *
 * @param {{ onPhoto: (file: File) => void, onPhone: () => void }} given
 */
export async function openViewfinder({ onPhoto, onPhone }) {
  const over = new AbortController();
  const video = h("video", { playsinline: true, muted: true, "aria-hidden": "true" });
  video.muted = true;
  const drawing = s("svg", { class: "sights", "aria-hidden": "true" });
  const words = h("p", { class: "sight-words" }, t("Opening the camera …"));
  const shutter = h("button", {
    type: "button",
    class: "shutter",
    "aria-label": t("Take the photo"),
    disabled: true,
    autofocus: true,
  });
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "viewfinder", "aria-label": t("Camera") },
    h("div", { class: "sight" }, video, drawing),
    words,
    h(
      "div",
      { class: "sight-foot" },
      h(
        "button",
        {
          type: "button",
          class: "text",
          onclick: () => {
            dialog.close();
            onPhone();
          },
        },
        t("Phone's camera"),
      ),
      shutter,
      h(
        "button",
        { type: "button", class: "icon", "aria-label": t("Close the camera"), onclick: () => dialog.close() },
        icon("close"),
      ),
    ),
  );
  /** @type {MediaStream | null} */
  let stream = null;
  dialog.addEventListener("close", () => {
    over.abort();
    stream?.getTracks().forEach((track) => {
      track.stop();
    });
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();

  /** @param {string} text */
  const tell = (text) => {
    if (words.textContent === text) return;
    words.textContent = text;
    announce(text);
  };
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: WISH, audio: false });
  } catch {
    tell(t("The camera may not be used here. Take the photo with the phone's camera."));
    return;
  }
  if (over.signal.aborted) {
    stream.getTracks().forEach((track) => {
      track.stop();
    });
    return;
  }
  const [track] = stream.getVideoTracks();
  video.srcObject = stream;
  await video.play().catch(() => {});
  shutter.disabled = false;
  shutter.focus();
  shutter.addEventListener("click", async () => {
    shutter.disabled = true;
    const blob = await shot(video, track);
    dialog.close();
    onPhoto(new File([blob], "photo.jpg", { type: blob.type }));
  });
  await watch({
    video,
    over: over.signal,
    onSight: (sight, dark) => {
      tell(sightWords(sight, dark));
      outlines(drawing, sight);
    },
  });
}

/** @param {{ video: HTMLVideoElement, over: AbortSignal, onSight: (sight: Sight, dark: boolean) => void }} given */
async function watch({ video, over, onSight }) {
  let pace = PACE;
  while (!over.aborted) {
    const begun = performance.now();
    if (video.videoWidth && document.visibilityState === "visible") {
      const { blob, canvas } = await still(video, SIDE, QUALITY);
      const dark = lightness(canvas) < DARK;
      try {
        const sight = await lookAt(blob, over);
        pace = PACE;
        if (!over.aborted) onSight(sight, dark);
      } catch {
        pace = Math.min(SLOWEST, 2 * pace); // busy, or out of reach: the photo can be taken all the same
        if (dark && !over.aborted) onSight({ size: [1, 1], tiles: 0, corners: [], advice: [] }, dark);
      }
    }
    await pause(Math.max(0, pace - (performance.now() - begun)));
  }
}
