// Shows the camera's picture before the shot, how many tiles are seen, and what would make a better photo.
//
// It needs a secure address; elsewhere the phone's own camera takes the photo. If the networks that name tiles were
// fetched to this phone, it names them and takes the photo by itself once the hand is complete. Until then the service
// looks at a small picture at most once a second, stores none, and is asked less often if it is busy.

import { readFrame } from "../api/client.js";
import { offerParts } from "../api/parts.js";
import { jpegOf, scaledCanvas } from "../api/photo.js";
import { frameOf, pause, watchFrames } from "../camera/frames.js";
import { ownReading } from "../camera/own-reading.js";
import { openNetworks } from "../camera/phone-networks.js";
import { sighting, sightingWords } from "../camera/sighting.js";
import { plural, t } from "../i18n/translation.js";
import { observable } from "../state/observable.js";
import { isAutoCapture, keepAutoCapture } from "../state/storage.js";
import { useObservable } from "../ui/hooks.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/page.js";
import { showDialog } from "../ui/sheet.js";
import { tileImage, tileLabel } from "../ui/tiles.js";
import { html, render, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";

/** @import { Frame, OwnReading, PartList, PhoneNetworks, Sighting } from "../types" */

const PREVIEW_SIDE = 640; // pixels of a picture that the service looks at
const PREVIEW_QUALITY = 0.7;
const INTERVAL = 1000; // milliseconds between two such pictures
const MAX_INTERVAL = 8000;
const ENOUGH_PIXELS = 1600; // on the long side of a video: then a frame of it makes the photo
const SHOT_TIMEOUT = 4000; // milliseconds
const MEGABYTE = 1e6;
const MAX_WANTS = 4; // missing faces that are shown
const CONSTRAINTS = { facingMode: { ideal: "environment" }, width: { ideal: 2560 }, height: { ideal: 1440 } };

/** @typedef {Pick<Frame, "size" | "tiles" | "corners" | "advice">} Sight what the service has found on a small picture */

/** Return the most important advice, or how many tiles are seen. @param {Sight} sight */
function sightWords({ tiles, advice }) {
  const seen = plural(tiles, "n-tile-seen");
  if (!tiles) return advice.includes("more_light") ? t("too-dark-switch-on-light") : t("no-tiles-seen-yet");
  if (advice.includes("closer")) return t("too-far-away-move-closer", { seen });
  if (advice.includes("less_glare")) return t("glare-on-tiles-tilt-phone", { seen });
  return seen;
}

/** Return the current frame, scaled down to `side` pixels at most. @param {HTMLVideoElement} video @param {number} side */
const currentFrame = (video, side) => scaledCanvas(video, { width: video.videoWidth, height: video.videoHeight }, side);

/** @param {HTMLVideoElement} video @param {MediaStreamTrack} track */
async function takePhoto(video, track) {
  if (Math.max(video.videoWidth, video.videoHeight) < ENOUGH_PIXELS && "ImageCapture" in window) {
    const photo = await Promise.race([new ImageCapture(track).takePhoto().catch(() => null), pause(SHOT_TIMEOUT)]);
    if (photo) return photo;
  }
  return /** @type {Blob} */ (await jpegOf(currentFrame(video, Infinity), 0.92));
}

/**
 * Open the viewfinder.
 * @param {object} given
 * @param {(file: File, own: OwnReading | null) => void} given.onPhoto gets the photo and this phone's own reading of it
 * @param {() => void} given.onPhone is called to use the phone's own camera
 * @param {number} given.size how many tiles the hand has
 */
export function openViewfinder({ onPhoto, onPhone, size }) {
  const dialog = document.createElement("dialog");
  dialog.className = "viewfinder";
  dialog.setAttribute("aria-label", t("camera-label"));
  const onClose = () => dialog.close();
  /** @param {Blob} blob @param {OwnReading | null} own */
  const onShot = (blob, own) => {
    onClose();
    onPhoto(new File([blob], "photo.jpg", { type: blob.type }), own);
  };
  const onOther = () => {
    onClose();
    onPhone();
  };
  render(html`<${Viewfinder} onShot=${onShot} onPhone=${onOther} onClose=${onClose} size=${size} />`, dialog);
  showDialog(dialog);
}

/** @param {MediaStream} stream */
const stopTracks = (stream) => {
  for (const track of stream.getTracks()) track.stop();
};

/** Return why there is no picture. @param {string} name of the browser's error */
function cameraWords(name) {
  if (["NotReadableError", "AbortError"].includes(name)) return t("another-app-using-camera-close");
  if (["NotFoundError", "OverconstrainedError"].includes(name)) return t("no-camera-found-choose-photo");
  return t("camera-may-not-used-here");
}

/** Return why tiles are not named on this phone. @param {Error} problem */
const networksWords = ({ name, message }) =>
  name === "RangeError" || /memory|allocat/i.test(message)
    ? t("phone-too-little-memory-free")
    : t("what-names-tiles-on-phone");

/** Return the offer to fetch the networks, its progress, or the switch for automatic capture. @param {Aim} aim */
function networksPart(aim) {
  const { parts, bytes, progress, isOpen, failure, isAutomatic } = aim.view.value();
  const megabytes = (bytes / MEGABYTE).toFixed(1);
  if (isOpen)
    return html`<label class="sight-switch">
      <input type="checkbox" checked=${isAutomatic} onchange=${({ target }) => aim.setAutomatic(target.checked)} />
      <span>${t("take-photo-by-itself")}</span>
    </label>`;
  if (progress !== null) {
    const words = bytes ? t("loading-n-mb-once", { n: megabytes }) : t("starting");
    return html`<p>${words}</p>
      <progress max="1" value=${progress} aria-label=${words} />`;
  }
  return [
    failure && html`<p role="alert">${failure}</p>`,
    parts &&
      html`<button type="button" class="quiet" onclick=${() => aim.load(parts)}>
        ${failure ? t("try-again") : t("name-tiles-while-you-aim", { n: megabytes })}
      </button>`,
  ];
}

/** @typedef {{ corners: number[][], code?: string, kind?: "beside" }} Outline of a tile, perhaps named or beside the hand */
/** @typedef {{ size: number[], outlines: Outline[], wants: string[] }} Overlay what is drawn over the picture */

/** @param {Sight} sight @returns {Overlay} */
const sightOverlay = ({ size, corners: all }) => ({ size, outlines: all.map((corners) => ({ corners })), wants: [] });

/** @param {Sighting} sighting @param {[number, number]} size @returns {Overlay} */
function sightingOverlay({ tiles, beside, wants }, size) {
  /** @param {{ quad: number[] }} tile */
  const cornersOf = ({ quad }) => [0, 2, 4, 6].map((k) => [quad[k], quad[k + 1]]);
  /** @type {Outline[]} */
  const outlines = [
    ...beside.map((tile) => ({ corners: cornersOf(tile), kind: /** @type {const} */ ("beside") })),
    ...tiles.map((tile) => ({ corners: cornersOf(tile), code: tile.code })),
  ];
  return { size, outlines, wants: wants.length > MAX_WANTS ? [] : wants };
}

/**
 * The open camera: the service or this phone watches its picture until the photo is taken. The `view` is what is drawn;
 * it has a `track` from the first picture until the shot.
 */
class Aim {
  closed = new AbortController();
  preview = new AbortController();
  /** @type {{ seen: Sighting, size: [number, number] } | null} */
  last = null;
  view = observable({
    words: t("opening-camera"),
    overlay: /** @type {Overlay | null} */ (null),
    track: /** @type {MediaStreamTrack | null} */ (null),
    parts: /** @type {PartList | null} */ (null), // of the networks that name tiles on this phone
    bytes: 0, // that have to be fetched for them
    progress: /** @type {number | null} */ (null), // 0 to 1 while they are fetched
    isOpen: false, // whether they name tiles now
    failure: /** @type {string | null} */ (null), // why not, in words
    isAutomatic: isAutoCapture(),
  });

  /** @param {{ onShot: (blob: Blob, own: OwnReading | null) => void, size: number }} given */
  constructor({ onShot, size }) {
    this.onShot = onShot;
    this.size = size;
  }

  /** @param {string} words @param {Overlay | null} overlay */
  show(words, overlay) {
    this.view.change({ words, overlay });
    announce(words);
  }

  /** @param {HTMLVideoElement} video */
  async open(video) {
    this.video = video;
    const { signal } = this.closed;
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: CONSTRAINTS, audio: false });
    } catch (problem) {
      this.show(cameraWords(problem.name), null);
      return;
    }
    if (signal.aborted) {
      stopTracks(stream);
      return;
    }
    signal.addEventListener("abort", () => stopTracks(stream));
    video.srcObject = stream;
    await video.play().catch(() => {});
    this.view.change({ track: stream.getVideoTracks()[0] });
    this.watchByService();
    this.offerNetworks();
  }

  /** Have the service look at small pictures, until this phone names tiles itself. */
  async watchByService() {
    this.preview = new AbortController();
    const { signal } = this.preview;
    this.closed.signal.addEventListener("abort", () => this.preview.abort());
    const video = /** @type {HTMLVideoElement} */ (this.video);
    let interval = INTERVAL;
    while (!signal.aborted) {
      const startedAt = performance.now();
      if (video.videoWidth && document.visibilityState === "visible") {
        try {
          const jpeg = await jpegOf(currentFrame(video, PREVIEW_SIDE), PREVIEW_QUALITY);
          const sight = await readFrame(/** @type {Blob} */ (jpeg), signal);
          interval = INTERVAL;
          if (!signal.aborted) this.show(sightWords(sight), sightOverlay(sight));
        } catch {
          interval = Math.min(MAX_INTERVAL, 2 * interval); // busy, or not reached: photos can be taken all the same
        }
      }
      await pause(Math.max(0, interval - (performance.now() - startedAt)));
    }
  }

  /** Return the camera's track for the first caller only, as one photo is enough. */
  takeTrack() {
    const { track } = this.view.value();
    this.view.change({ track: null });
    return track;
  }

  async shoot() {
    const track = this.takeTrack();
    if (!track || !this.video) return;
    const own = this.last?.seen.tiles.length ? ownReading(this.last.seen, this.last.size) : null;
    this.onShot(await takePhoto(this.video, track), own);
  }

  /**
   * Take the photo if it still shows the tiles that were seen, since the table may have changed.
   * @param {PhoneNetworks} networks @param {Sighting} seen
   */
  async autoCapture(networks, seen) {
    const { track, isAutomatic } = this.view.value();
    if (!track || !this.video || !isAutomatic) return;
    const blob = await takePhoto(this.video, track);
    const look = await networks.look(await frameOf(blob));
    const onPhoto = sighting(look, this.size);
    const now = this.view.value();
    if (onPhoto.key !== seen.key || now.track !== track || !now.isAutomatic) return;
    this.takeTrack();
    this.onShot(blob, ownReading(onPhoto, look.size));
  }

  /** Fetch and open the networks, and watch with them. @param {PartList} parts */
  async load(parts) {
    const ended = new AbortController(); // when the camera closes, or the networks fail
    this.closed.signal.addEventListener("abort", () => ended.abort());
    this.view.change({ progress: 0, failure: null });
    try {
      const onProgress = (/** @type {number} */ progress) => this.view.change({ progress });
      const networks = await openNetworks(parts, { signal: ended.signal, onProgress });
      this.view.change({ isOpen: true, progress: null, bytes: 0 });
      this.preview.abort();
      await watchFrames(/** @type {HTMLVideoElement} */ (this.video), {
        networks,
        size: this.size,
        over: ended.signal,
        onSight: (seen, size) => {
          this.last = { seen, size };
          this.show(sightingWords(seen, this.view.value().isAutomatic), sightingOverlay(seen, size));
        },
        onSteady: (seen) => this.autoCapture(networks, seen),
      });
    } catch (problem) {
      ended.abort();
      if (this.closed.signal.aborted) return;
      this.last = null;
      this.view.change({ isOpen: false, progress: null, failure: networksWords(problem) });
      if (this.preview.signal.aborted) this.watchByService();
    }
  }

  /** Offer to fetch the networks, or open them if they are here. */
  async offerNetworks() {
    const offer = await offerParts("camera").catch(() => null);
    if (!offer || this.closed.signal.aborted) return;
    this.view.change(offer);
    if (!offer.bytes) this.load(offer.parts);
  }

  /** @param {boolean} isAutomatic */
  setAutomatic(isAutomatic) {
    this.view.change({ isAutomatic });
    keepAutoCapture(isAutomatic);
  }
}

/**
 * @param {{ onShot: (blob: Blob, own: OwnReading | null) => void, onPhone: () => void, onClose: () => void, size: number }} given
 */
function Viewfinder({ onShot, onPhone, onClose, size }) {
  const video = useRef(null);
  const shutter = useRef(null);
  const [aim] = useState(() => new Aim({ onShot, size }));
  const { words, overlay, track } = useObservable(aim.view);
  useEffect(() => {
    aim.open(video.current);
    return () => aim.closed.abort();
  }, []);
  useLayoutEffect(() => {
    if (track) shutter.current?.focus();
  }, [track]);
  return html`
    <div class="sight">
      <video playsinline muted aria-hidden="true" ref=${video} />
      <svg class="sights" aria-hidden="true" viewBox=${overlay && `0 0 ${overlay.size.join(" ")}`}>
        ${overlay?.outlines.map(
          ({ corners, kind }) =>
            html`<polygon class=${kind} points=${corners.map((point) => point.join(",")).join(" ")} />`,
        )}
        ${overlay?.outlines.map(({ corners, code }) => code && tileLabel({ corners, code }))}
      </svg>
    </div>
    <p class="sight-words">
      <span>${words}</span>
      ${Boolean(overlay?.wants.length) && html`<span class="sight-wants">${overlay?.wants.map((code) => tileImage(code))}</span>`}
    </p>
    <div class="sight-networks">${track && networksPart(aim)}</div>
    <div class="sight-foot">
      <button type="button" class="text" onclick=${onPhone}>${t("phones-camera")}</button>
      <button
        type="button"
        class="shutter"
        aria-label=${t("take-the-photo")}
        disabled=${!track}
        autofocus
        onclick=${() => aim.shoot()}
        ref=${shutter}
      />
      <button type="button" class="icon close-camera" aria-label=${t("close-camera")} onclick=${onClose}>
        ${icon("close")}
      </button>
    </div>
  `;
}
