// What the tiles step shows before there are tiles to see, and what it says about a photo that was read.

import { isPassing } from "../api/photo.js";
import { refusal } from "../i18n/refusals.js";
import { plural, t, withWords } from "../i18n/translation.js";
import { allTiles, emptyHand } from "../state/hand.js";
import { handText } from "../state/notation.js";
import { isSupposed } from "../state/reading.js";
import { handPictures } from "../ui/hands.js";
import { icon } from "../ui/icons.js";
import { readingProblem } from "../ui/words.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { OwnReading } from "../camera/own-reading.js" */
/** @import { Child, Entry, UiEvent, Refusal } from "../types" */

const canView = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

// Tiles of the picture below: the called set above the hand, the winning tile at the end, apart from it; in tiles.
const LAID = [
  ...[1, 2, 3].map((column) => ({ column, line: 0, kind: "called" })),
  ...Array.from({ length: 10 }, (_, column) => ({ column, line: 1, kind: "held" })),
  { column: 11, line: 1, kind: "won" },
];

/** How the tiles lie best on a photo. */
const layout = () => html`<svg class="laid" viewBox="0 0 156 40" aria-hidden="true">
  ${LAID.map(
    ({ column, line, kind }) =>
      html`<rect class=${kind} x=${1 + column * 13} y=${1 + line * 21} width="12" height="17" rx="2" />`,
  )}
</svg>`;

/**
 * A photo from the camera, or one that is there already.
 *
 * The camera shows a live picture where the address is secure, at once where it `opens` by itself; else, and where it is
 * refused, it is the phone's own.
 *
 * @param {{ label: string, hint: string, sign: string, isCamera?: boolean, opens?: boolean, size?: number, onFile: (file: File, own?: OwnReading | null) => void }} given
 */
function FileChoice({ label, hint, sign, isCamera = false, opens = false, size, onFile }) {
  const own = useRef(false); // the phone's own camera was asked for
  /** @type {import("../vendor/preact.js").RefObject<HTMLInputElement>} */
  const input = useRef(null);
  const view = async () => {
    const { openViewfinder } = await withWords(import("./viewfinder.js"), "camera");
    if (!input.current) return; // another screen has been opened meanwhile
    openViewfinder({
      size,
      onPhoto: onFile,
      onPhone: () => {
        own.current = true;
        input.current?.click();
      },
    });
  };
  /** @param {UiEvent} event */
  const open = (event) => {
    if (!own.current && canView()) {
      event.preventDefault();
      view();
    }
    own.current = false;
  };
  useEffect(() => {
    if (opens && canView()) view();
  }, []);
  /** @param {UiEvent} event */
  const take = ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) onFile(file);
  };
  return html`<label class="way">
    <span class="way-symbol">${icon(sign)}</span>
    <span><b>${label}</b><small>${hint}</small>${isCamera && layout()}${
      isCamera && !canView() && html`<small>${t("address-not-secure-https-phones")}</small>`
    }</span>
    <input
      type="file"
      accept="image/*"
      capture=${isCamera ? "environment" : undefined}
      class="hidden-input"
      ref=${input}
      onclick=${isCamera && open}
      onchange=${take}
    />
  </label>`;
}

/**
 * @param {string} label
 * @param {string} hint
 * @param {string} sign
 * @param {() => void} run
 */
function wayButton(label, hint, sign, run) {
  return html`<button type="button" class="way" onclick=${run}>
    <span class="way-symbol">${icon(sign)}</span>
    <span><b>${label}</b><small>${hint}</small></span>
  </button>`;
}

/**
 * Returns the ways to say which tiles a hand has; `agreed` is the way without tiles: {label, hint, run}; `leave` goes on without them.
 * `size` is how many tiles the hand has, `opens` opens the camera at once.
 *
 * @param {{ size: number, opens?: boolean, onFile: (file: File, own?: OwnReading | null) => void, onTiles: () => void, agreed?: { label: string, hint: string, run: () => void } | null, leave?: (() => void) | null }} given
 */
export function waysView({ size, opens = false, onFile, onTiles, agreed = null, leave = null }) {
  return html`<section class="ways" aria-label=${t("tiles-of-hand")}>
    <${FileChoice}
      label=${t("take-photo")}
      hint=${t("from-above-winning-tile-apart")}
      sign="camera"
      isCamera
      opens=${opens}
      size=${size}
      onFile=${onFile}
    />
    <${FileChoice}
      label=${t("choose-photo")}
      hint=${t("from-phones-pictures")}
      sign="picture"
      onFile=${onFile}
    />
    ${wayButton(t("enter-tiles"), t("tap-them-one-by-one"), "tiles", onTiles)}
    ${agreed && wayButton(agreed.label, agreed.hint, "count", agreed.run)}
    ${leave && html`<button type="button" class="quiet" onclick=${leave}>${t("leave-hand-unknown")}</button>`}
  </section>`;
}

/**
 * Returns a photo on its way; `progress` is 0 to 1, 1 while it is being read, null between two tries.
 *
 * @param {{ photo: { url: string | null } | null, progress: number | null, onStop: () => void }} given
 */
export function waitingView({ photo, progress, onStop }) {
  const words =
    progress === null ? t("no-connection-trying-again") : progress < 1 ? t("sending-photo") : t("reading-tiles");
  return html`<section class="card busy" role="status">
    ${photo?.url && html`<img class="busy-photo" src=${photo.url} alt=${t("photo-being-read")} />`}
    <p>${words}</p>
    <progress max="1" value=${progress === null || progress === 1 ? null : progress} aria-label=${words} />
    <button class="quiet" onclick=${onStop}>${t("stop")}</button>
  </section>`;
}

/** @type {Record<string, TextId>} */
const WAITS = {
  not_reached: "tables-computer-not-answer-photo",
  busy: "many-photos-being-read",
};

/**
 * Returns why a photo was not read, and the ways on: one that waits for the service is sent again by itself.
 * `onOwn` goes on with what this phone saw, where it saw anything.
 *
 * @param {{ problem: Refusal, onAgain: () => void, onOther: () => void, onTiles: () => void, onOwn: (() => void) | null }} given
 */
export function failureView({ problem, onAgain, onOther, onTiles, onOwn }) {
  const waits = isPassing(problem);
  return html`<section class="card busy" role="alert">
    <h2>${t(waits ? "photo-waits-to-sent" : "photo-not-read")}</h2>
    <p>${waits ? t(WAITS[problem.code] ?? WAITS.not_reached) : refusal(problem)}</p>
    ${waits && onOwn && html`<button class="primary" onclick=${onOwn}>${t("continue-with-what-phone-saw")}</button>`}
    <button class=${waits ? null : "primary"} onclick=${onAgain}>${t(waits ? "send-now" : "try-again")}</button>
    <button onclick=${onOther}>${t("another-photo")}</button>
    <button onclick=${onTiles}>${t("enter-tiles")}</button>
  </section>`;
}

/** @param {...Child} content */
const note = (...content) => html`<p class="note">${content}</p>`;

/**
 * Returns a word on a photo in which no hand was found, else null.
 *
 * @param {Entry} given
 */
export function emptyNote({ hand, mode }) {
  return mode === "photo" && !hand?.concealed.length && !hand?.sets.length ? note(readingProblem("no_hand")) : null;
}

/**
 * Returns both readings of a photo to choose between, null where there is one; `onOther` takes the other, `onRight` keeps this one.
 *
 * @param {Entry} entry
 * @param {{ onOther: () => void, onRight: () => void }} given
 */
export function otherwiseCard(entry, { onOther, onRight }) {
  const { otherwise } = entry;
  if (!otherwise || (otherwise.seen && !isSupposed(entry))) return null;
  /** @param {string} words */
  const other = (words) => html`<button type="button" class="other-reading" onclick=${onOther}>
    <span>${words}</span>
    ${handPictures(handText(otherwise.hand))}
  </button>`;
  if (!otherwise.seen)
    return html`<section class="note otherwise">
      <p>${t("hand-as-looks-in-photo")}</p>
      ${other(t("take-hand-wins"))}
    </section>`;
  return html`<section class="note otherwise">
    <p>
      ${t("hand-wins-only-if-marked")}
    </p>
    ${other(t("take-as-looks"))}
    <button type="button" class="text" onclick=${onRight}>${t("marked-tiles-right")}</button>
  </section>`;
}

/**
 * Returns what to look at in a hand that was read; `onSure` is called when all marked tiles were found right.
 *
 * @param {Entry} given
 * @param {() => void} onSure
 */
export function readingNotes({ hand, notes = [], mode, otherwise }, onSure) {
  if (mode !== "photo") return [];
  const words = [...new Set(notes.map(readingProblem).filter(Boolean))];
  const doubtful = allTiles({ ...(hand ?? emptyHand()), other: [] }).filter(({ unsure }) => unsure);
  const one = doubtful.length === 1;
  return [
    words.map((each) => note(each)),
    doubtful.length && !isSupposed({ hand, otherwise })
      ? note(
          html`<span>
            ${plural(doubtful.length, "one-tile-marked-with-tap")}
          </span>`,
          html`<button class="text" onclick=${onSure}>${t(one ? "it-is-right" : "all-right")}</button>`,
        )
      : null,
  ];
}
