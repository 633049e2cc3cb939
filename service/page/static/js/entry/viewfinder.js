// The camera's picture before the shot: how many tiles are seen, and what would make a better photo.
//
// Only where the address is secure; elsewhere the phone's own camera takes the photo. Where somebody has fetched what
// names tiles on this phone, it says which they are and takes the photo by itself once the hand is whole. Until then the
// service looks at a small picture a second at most and keeps none; where it has no time, it is asked less often and
// nothing is said of it.

import { readFrame } from "../api/client.js";
import { listParts, missingBytes } from "../api/parts.js";
import { jpegOf, scaledCanvas } from "../api/photo.js";
import { frameOf, pause, watchFrames } from "../camera/frames.js";
import { ownReading } from "../camera/own-reading.js";
import { openNetworks } from "../camera/phone-networks.js";
import { sighting, sightingWords, WINNING } from "../camera/sighting.js";
import { plural, t } from "../i18n/translation.js";
import { observable } from "../state/observable.js";
import { keepTakesItself, takesItself } from "../state/storage.js";
import { useObservable } from "../ui/hooks.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/page.js";
import { showDialog } from "../ui/sheet.js";
import { tileImage, tileLabel } from "../ui/tiles.js";
import { html, render, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";

/** @import { Frame, OwnReading, PartList, PhoneNetworks, Sighting } from "../types" */

const SIDE = 640; // pixels of a picture to look at
const QUALITY = 0.7;
const PACE = 1000; // milliseconds between two pictures, at least
const SLOWEST = 8000;
const ENOUGH = 1600; // pixels: a video as fine as this makes the photo itself
const SHOT = 4000; // milliseconds that a camera may take for a photo
const MEGABYTE = 1e6;
const SHOWN = 4; // faces that may be missing: of more none is shown
const WISH = { facingMode: { ideal: "environment" }, width: { ideal: 2560 }, height: { ideal: 1440 } };

/**
 * What a look through the viewfinder has found.
 * @typedef {Pick<Frame, "size" | "tiles" | "corners" | "advice">} Sight
 */

/** @param {{ tiles: number, advice: string[] }} given @returns the most pressing advice, or how many tiles are seen */
function sightWords({ tiles, advice }) {
  const seen = plural(tiles, "n-tile-seen");
  if (!tiles) return advice.includes("more_light") ? t("too-dark-switch-on-light") : t("no-tiles-seen-yet");
  if (advice.includes("closer")) return t("too-far-away-move-closer", { seen });
  if (advice.includes("less_glare")) return t("glare-on-tiles-tilt-phone", { seen });
  return seen;
}

/**
 * @param {HTMLVideoElement} video @param {number} side
 * @returns {HTMLCanvasElement} the picture as it is now, so many pixels long at most
 */
const still = (video, side) => scaledCanvas(video, { width: video.videoWidth, height: video.videoHeight }, side);

/** @param {HTMLVideoElement} video @param {MediaStreamTrack} track */
async function shot(video, track) {
  if (Math.max(video.videoWidth, video.videoHeight) < ENOUGH && "ImageCapture" in window) {
    const photo = await Promise.race([new ImageCapture(track).takePhoto().catch(() => null), pause(SHOT)]);
    if (photo) return photo;
  }
  return /** @type {Blob} */ (await jpegOf(still(video, Infinity), 0.92));
}

/** Fetches the viewfinder's sheet, once: who never opens it needs none. */
async function style() {
  const { href } = new URL("./viewfinder.css", import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  await new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/**
 * Opens the viewfinder: `onPhoto` gets the photo as a file, and what this phone saw itself on it; `onPhone` is called for
 * the phone's own camera. `size` is how many tiles the hand has.
 *
 * @param {{ onPhoto: (file: File, own: OwnReading | null) => void, onPhone: () => void, size?: number }} given
 */
export async function openViewfinder({ onPhoto, onPhone, size = WINNING }) {
  await style();
  const dialog = document.createElement("dialog");
  dialog.className = "viewfinder";
  dialog.setAttribute("aria-label", t("camera-label"));
  const close = () => dialog.close();
  /** @param {Blob} blob @param {OwnReading | null} own */
  const take = (blob, own) => {
    close();
    onPhoto(new File([blob], "photo.jpg", { type: blob.type }), own);
  };
  const leave = () => {
    close();
    onPhone();
  };
  render(html`<${Viewfinder} onShot=${take} onPhone=${leave} onClose=${close} size=${size} />`, dialog);
  showDialog(dialog);
}

/** @param {MediaStream} stream */
const end = (stream) => {
  for (const track of stream.getTracks()) track.stop();
};

/** Returns why there is no picture, by the name of what the browser raised. @param {string} name */
function cameraWords(name) {
  if (["NotReadableError", "AbortError"].includes(name)) return t("another-app-using-camera-close");
  if (["NotFoundError", "OverconstrainedError"].includes(name)) return t("no-camera-found-choose-photo");
  return t("camera-may-not-used-here");
}

/** Returns why tiles are not named on this phone; photos are taken and read all the same. @param {Error} problem */
const networksWords = ({ name, message }) =>
  name === "RangeError" || /memory|allocat/i.test(message)
    ? t("phone-too-little-memory-free")
    : t("what-names-tiles-on-phone");

/**
 * What names tiles on this phone: `bytes` to fetch, `progress` 0 to 1 while it comes, why it does not work.
 *
 * @typedef {{ told: PartList | null, bytes: number, progress: number | null, isOpen: boolean, failed: string | null }} NetworksState
 */

/**
 * Returns the offer to fetch what names tiles on this phone, how far that is, or the switch that it brings.
 *
 * @param {NetworksState} networks
 * @param {{ byItself: boolean, onLoad: () => void, onByItself: (on: boolean) => void }} given
 */
function networksPart({ told, bytes, progress, isOpen, failed }, { byItself, onLoad, onByItself }) {
  const megabytes = (bytes / MEGABYTE).toFixed(1);
  if (isOpen)
    return html`<label class="sight-switch">
      <input type="checkbox" checked=${byItself} onchange=${({ target }) => onByItself(target.checked)} />
      <span>${t("take-photo-by-itself")}</span>
    </label>`;
  if (progress !== null) {
    const words = bytes ? t("loading-n-mb-once", { n: megabytes }) : t("starting");
    return html`<p>${words}</p>
      <progress max="1" value=${progress} aria-label=${words} />`;
  }
  return [
    failed && html`<p role="alert">${failed}</p>`,
    told &&
      html`<button type="button" class="quiet" onclick=${onLoad}>
        ${failed ? t("try-again") : t("name-tiles-while-you-aim", { n: megabytes })}
      </button>`,
  ];
}

/**
 * @typedef {{ size: number[], corners: number[][][], beside: number[][][], labels: { code: string, corners: number[][] }[], wants: string[] }} Drawn
 */

/** @param {Sight} given @returns {Drawn} */
const drawnSight = ({ size, corners }) => ({ size, corners, beside: [], labels: [], wants: [] });

/** @param {Sighting} seen @param {[number, number]} size @returns {Drawn} */
function drawnSighting({ tiles, beside, wants }, size) {
  /** @param {number[]} quad */
  const cornersOf = (quad) => [0, 2, 4, 6].map((k) => [quad[k], quad[k + 1]]);
  return {
    size,
    corners: tiles.map(({ quad }) => cornersOf(quad)),
    beside: beside.map(({ quad }) => cornersOf(quad)),
    labels: tiles.map(({ code, quad }) => ({ code, corners: cornersOf(quad) })),
    wants: wants.length > SHOWN ? [] : wants,
  };
}

/** @param {number[][]} quad @param {string=} kind */
const outlined = (quad, kind) =>
  html`<polygon class=${kind} points=${quad.map((point) => point.join(",")).join(" ")} />`;

/**
 * The camera while one aims: what it sees is watched, by the service or by this phone, until the photo is taken.
 *
 * What is drawn is in `view`: the words, what was seen, the track once there is a picture, the networks.
 */
class Aim {
  over = new AbortController();
  glances = new AbortController();
  /** @type {{ seen: Sighting, size: [number, number] } | null} */
  last = null;
  view = observable({
    words: t("opening-camera"),
    drawn: /** @type {Drawn | null} */ (null),
    track: /** @type {MediaStreamTrack | null} */ (null),
    networks: /** @type {NetworksState} */ ({ told: null, bytes: 0, progress: null, isOpen: false, failed: null }),
    byItself: takesItself(),
  });

  /** @param {{ onShot: (blob: Blob, own: OwnReading | null) => void, size: number }} given */
  constructor({ onShot, size }) {
    this.onShot = onShot;
    this.size = size;
  }

  /** @param {string} words @param {Drawn=} drawn */
  tell(words, drawn) {
    this.view.change(drawn ? { words, drawn } : { words });
    announce(words);
  }

  /** @param {Partial<NetworksState>} patch */
  change(patch) {
    this.view.change({ networks: { ...this.view.value().networks, ...patch } });
  }

  /** @param {HTMLVideoElement} video */
  async open(video) {
    this.video = video;
    const { signal } = this.over;
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: WISH, audio: false });
    } catch (problem) {
      this.tell(cameraWords(problem.name));
      return;
    }
    if (signal.aborted) {
      end(stream);
      return;
    }
    signal.addEventListener("abort", () => end(stream));
    video.srcObject = stream;
    await video.play().catch(() => {});
    this.view.change({ track: stream.getVideoTracks()[0] });
    this.glance();
    this.offer();
  }

  /** Has the service look at small pictures, until this phone does. */
  glance() {
    this.glances = new AbortController();
    this.over.signal.addEventListener("abort", () => this.glances.abort());
    watch({
      video: /** @type {HTMLVideoElement} */ (this.video),
      over: this.glances.signal,
      onSight: (seen) => this.tell(sightWords(seen), drawnSight(seen)),
    });
  }

  /** Takes the camera's track: one photo is enough. */
  takeTrack() {
    const { track } = this.view.value();
    this.view.change({ track: null });
    return track;
  }

  async shoot() {
    const track = this.takeTrack();
    if (!track || !this.video) return;
    const own = this.last?.seen.tiles.length ? ownReading(this.last.seen, this.last.size) : null;
    this.onShot(await shot(this.video, track), own);
  }

  /**
   * The table may have changed since: only a photo that still shows what was seen is taken.
   * @param {PhoneNetworks} opened @param {Sighting} seen
   */
  async autoCapture(opened, seen) {
    const { track } = this.view.value();
    if (!track || !this.video || !this.view.value().byItself) return;
    const blob = await shot(this.video, track);
    const look = await opened.look(await frameOf(blob));
    const again = sighting(look, this.size);
    const { track: now, byItself } = this.view.value();
    if (again.key !== seen.key || now !== track || !byItself) return;
    this.takeTrack();
    this.onShot(blob, ownReading(again, look.size));
  }

  /** @param {PartList} told */
  async load(told) {
    const ended = new AbortController(); // with the camera, or with what went wrong
    this.over.signal.addEventListener("abort", () => ended.abort());
    this.change({ progress: 0, failed: null });
    try {
      const onProgress = (/** @type {number} */ progress) => this.change({ progress });
      const opened = await openNetworks(told, { signal: ended.signal, onProgress });
      this.change({ isOpen: true, progress: null, bytes: 0 });
      this.glances.abort();
      await watchFrames(/** @type {HTMLVideoElement} */ (this.video), {
        networks: opened,
        size: this.size,
        over: ended.signal,
        onSight: (seen, size) => {
          this.last = { seen, size };
          this.tell(sightingWords(seen, this.view.value().byItself), drawnSighting(seen, size));
        },
        onSteady: (seen) => this.autoCapture(opened, seen),
      });
    } catch (problem) {
      ended.abort();
      if (this.over.signal.aborted) return;
      this.last = null;
      this.change({ isOpen: false, progress: null, failed: networksWords(problem) });
      if (this.glances.signal.aborted) this.glance();
    }
  }

  async offer() {
    const told = await listParts("camera").catch(() => null);
    if (!told || this.over.signal.aborted) return; // out of reach, and never fetched: the service is asked, too
    const bytes = await missingBytes("camera", told);
    this.change({ told, bytes });
    if (!bytes && !this.over.signal.aborted) this.load(told);
  }

  /** @param {boolean} byItself */
  switchByItself(byItself) {
    this.view.change({ byItself });
    keepTakesItself(byItself);
  }
}

/**
 * @param {{ onShot: (blob: Blob, own: OwnReading | null) => void, onPhone: () => void, onClose: () => void, size: number }} given
 */
function Viewfinder({ onShot, onPhone, onClose, size }) {
  const picture = useRef(null);
  const shutter = useRef(null);
  const [aim] = useState(() => new Aim({ onShot, size }));
  const { words, drawn, track, networks, byItself } = useObservable(aim.view);
  useEffect(() => {
    aim.open(picture.current);
    return () => aim.over.abort();
  }, []);
  useLayoutEffect(() => {
    if (track) shutter.current?.focus();
  }, [track]);
  const offered = {
    byItself,
    onLoad: () => networks.told && aim.load(networks.told),
    onByItself: (/** @type {boolean} */ on) => aim.switchByItself(on),
  };
  return html`
    <div class="sight">
      <video playsinline muted aria-hidden="true" ref=${picture} />
      <svg class="sights" aria-hidden="true" viewBox=${drawn && `0 0 ${drawn.size.join(" ")}`}>
        ${drawn?.beside.map((quad) => outlined(quad, "beside"))}
        ${drawn?.corners.map((quad) => outlined(quad))}
        ${drawn?.labels.map(tileLabel)}
      </svg>
    </div>
    <p class="sight-words">
      <span>${words}</span>
      ${Boolean(drawn?.wants.length) && html`<span class="sight-wants">${drawn?.wants.map((code) => tileImage(code))}</span>`}
    </p>
    <div class="sight-networks">${track && networksPart(networks, offered)}</div>
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
      <button type="button" class="icon" aria-label=${t("close-camera")} onclick=${onClose}>
        ${icon("close")}
      </button>
    </div>
  `;
}

/** @param {{ video: HTMLVideoElement, over: AbortSignal, onSight: (sight: Sight) => void }} given */
async function watch({ video, over, onSight }) {
  let pace = PACE;
  while (!over.aborted) {
    const begun = performance.now();
    if (video.videoWidth && document.visibilityState === "visible") {
      const canvas = still(video, SIDE);
      try {
        const sight = await readFrame(/** @type {Blob} */ (await jpegOf(canvas, QUALITY)), over);
        pace = PACE;
        if (!over.aborted) onSight(sight);
      } catch {
        pace = Math.min(SLOWEST, 2 * pace); // busy, or out of reach: the photo can be taken all the same
      }
    }
    await pause(Math.max(0, pace - (performance.now() - begun)));
  }
}
