// The camera's picture before the shot: how many tiles are seen, and what would make a better photo.
//
// Only where the address is secure; elsewhere the phone's own camera takes the photo. The service looks at a small
// picture a second at most and keeps none; where it has no time, it is asked less often and nothing is said of it.

import { lookAt } from "../api/client.js";
import { plural, t } from "../i18n/translation.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/page.js";
import { html, render, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";

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
 * Opens the viewfinder: `onPhoto` gets the photo as a file, `onPhone` is called for the phone's own camera.
 *
 * @param {{ onPhoto: (file: File) => void, onPhone: () => void }} given
 */
export function openViewfinder({ onPhoto, onPhone }) {
  const dialog = document.createElement("dialog");
  dialog.className = "viewfinder";
  dialog.setAttribute("aria-label", t("Camera"));
  const close = () => dialog.close();
  /** @param {Blob} blob */
  const take = (blob) => {
    close();
    onPhoto(new File([blob], "photo.jpg", { type: blob.type }));
  };
  const leave = () => {
    close();
    onPhone();
  };
  render(html`<${Viewfinder} onShot=${take} onPhone=${leave} onClose=${close} />`, dialog);
  dialog.addEventListener("close", () => {
    render(null, dialog);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {MediaStream} stream */
const end = (stream) => {
  for (const track of stream.getTracks()) track.stop();
};

/** @param {{ onShot: (blob: Blob) => void, onPhone: () => void, onClose: () => void }} given */
function Viewfinder({ onShot, onPhone, onClose }) {
  /** @type {import("../vendor/preact.js").RefObject<HTMLVideoElement>} */
  const picture = useRef(null);
  /** @type {import("../vendor/preact.js").RefObject<HTMLButtonElement>} */
  const shutter = useRef(null);
  const [words, say] = useState(() => t("Opening the camera …"));
  const [sight, see] = useState(/** @type {Sight | null} */ (null));
  const [track, hold] = useState(/** @type {MediaStreamTrack | null} */ (null)); // once there is a picture
  /** @param {string} text */
  const tell = (text) => {
    say(text);
    announce(text);
  };
  /** @param {AbortSignal} over */
  async function run(over) {
    const video = /** @type {HTMLVideoElement} */ (picture.current);
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: WISH, audio: false });
    } catch {
      tell(t("The camera may not be used here. Take the photo with the phone's camera."));
      return;
    }
    if (over.aborted) {
      end(stream);
      return;
    }
    over.addEventListener("abort", () => end(stream));
    video.srcObject = stream;
    await video.play().catch(() => {});
    hold(stream.getVideoTracks()[0]);
    await watch({
      video,
      over,
      onSight: (seen, dark) => {
        tell(sightWords(seen, dark));
        see(seen);
      },
    });
  }
  useEffect(() => {
    const over = new AbortController();
    run(over.signal);
    return () => over.abort();
  }, []);
  useLayoutEffect(() => {
    if (track) shutter.current?.focus();
  }, [track]);
  const shoot = async () => {
    if (!track) return;
    hold(null); // one photo is enough
    onShot(await shot(/** @type {HTMLVideoElement} */ (picture.current), track));
  };
  return html`
    <div class="sight">
      <video playsinline muted aria-hidden="true" ref=${picture} />
      <svg class="sights" aria-hidden="true" viewBox=${sight && `0 0 ${sight.size.join(" ")}`}>
        ${sight?.corners.map((quad) => html`<polygon points=${quad.map((point) => point.join(",")).join(" ")} />`)}
      </svg>
    </div>
    <p class="sight-words">${words}</p>
    <div class="sight-foot">
      <button type="button" class="text" onclick=${onPhone}>${t("Phone's camera")}</button>
      <button
        type="button"
        class="shutter"
        aria-label=${t("Take the photo")}
        disabled=${!track}
        autofocus
        onclick=${shoot}
        ref=${shutter}
      />
      <button type="button" class="icon" aria-label=${t("Close the camera")} onclick=${onClose}>
        ${icon("close")}
      </button>
    </div>
  `;
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
