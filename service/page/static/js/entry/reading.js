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
import { html, useRef } from "../vendor/preact.js";

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
 * The camera shows a live picture where the address is secure; else, and where it is refused, it is the phone's own.
 *
 * @param {{ label: string, hint: string, sign: string, isCamera?: boolean, size?: number, onFile: (file: File, own?: OwnReading | null) => void }} given
 */
function FileChoice({ label, hint, sign, isCamera = false, size, onFile }) {
  const own = useRef(false); // the phone's own camera was asked for
  /** @param {UiEvent} event */
  const open = async (event) => {
    if (own.current || !canView()) {
      own.current = false;
      return;
    }
    event.preventDefault();
    const { currentTarget: input } = event;
    const { openViewfinder } = await withWords(import("./viewfinder.js"), "camera");
    openViewfinder({
      size,
      onPhoto: onFile,
      onPhone: () => {
        own.current = true;
        input.click();
      },
    });
  };
  /** @param {UiEvent} event */
  const take = ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) onFile(file);
  };
  return html`<label class="way">
    <span class="way-symbol">${icon(sign)}</span>
    <span><b>${label}</b><small>${hint}</small>${isCamera && layout()}${
      isCamera &&
      !canView() &&
      html`<small>${t("This address is not secure (https): the phone's own camera takes the photo.")}</small>`
    }</span>
    <input
      type="file"
      accept="image/*"
      capture=${isCamera ? "environment" : undefined}
      class="hidden-input"
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
 * `size` is how many tiles the hand has.
 *
 * @param {{ size: number, onFile: (file: File, own?: OwnReading | null) => void, onTiles: () => void, agreed?: { label: string, hint: string, run: () => void } | null, leave?: (() => void) | null }} given
 */
export function waysView({ size, onFile, onTiles, agreed = null, leave = null }) {
  return html`<section class="ways" aria-label=${t("The tiles of the hand")}>
    <${FileChoice}
      label=${t("Take a photo")}
      hint=${t("From above. The winning tile apart, called sets apart")}
      sign="camera"
      isCamera
      size=${size}
      onFile=${onFile}
    />
    <${FileChoice}
      label=${t("Choose a photo")}
      hint=${t("From this phone's pictures")}
      sign="picture"
      onFile=${onFile}
    />
    ${wayButton(t("Enter the tiles"), t("Tap them one by one"), "tiles", onTiles)}
    ${agreed && wayButton(agreed.label, agreed.hint, "count", agreed.run)}
    ${leave && html`<button type="button" class="quiet" onclick=${leave}>${t("Leave this hand unknown")}</button>`}
  </section>`;
}

/**
 * Returns a photo on its way; `progress` is 0 to 1, 1 while it is being read, null between two tries.
 *
 * @param {{ photo: { url: string | null } | null, progress: number | null, onStop: () => void }} given
 */
export function waitingView({ photo, progress, onStop }) {
  const words =
    progress === null
      ? t("No connection. Trying again …")
      : progress < 1
        ? t("Sending the photo …")
        : t("Reading the tiles …");
  return html`<section class="card busy" role="status">
    ${photo?.url && html`<img class="busy-photo" src=${photo.url} alt=${t("The photo that is being read")} />`}
    <p>${words}</p>
    <progress max="1" value=${progress === null || progress === 1 ? null : progress} aria-label=${words} />
    <button class="quiet" onclick=${onStop}>${t("Stop")}</button>
  </section>`;
}

/** @type {Record<string, string>} @texts */
const WAITS = {
  not_reached:
    "The table's computer does not answer. The photo is kept here and sent by itself as soon as it does: leave this page open.",
  busy: "Many photos are being read just now. This one is sent again by itself in a moment: leave this page open.",
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
    <h2>${t(waits ? "The photo waits to be sent" : "The photo was not read")}</h2>
    <p>${waits ? t(WAITS[problem.code] ?? WAITS.not_reached) : refusal(problem)}</p>
    ${waits && onOwn && html`<button class="primary" onclick=${onOwn}>${t("Continue with what this phone saw")}</button>`}
    <button class=${waits ? null : "primary"} onclick=${onAgain}>${t(waits ? "Send it now" : "Try again")}</button>
    <button onclick=${onOther}>${t("Another photo")}</button>
    <button onclick=${onTiles}>${t("Enter the tiles")}</button>
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
      <p>${t("This is the hand as it looks in the photo.")}</p>
      ${other(t("Take the hand that wins:"))}
    </section>`;
  return html`<section class="note otherwise">
    <p>
      ${t(
        "This hand wins only if the marked tiles are right: they look like others, or can hardly be seen. Compare them with the table.",
      )}
    </p>
    ${other(t("Take it as it looks:"))}
    <button type="button" class="text" onclick=${onRight}>${t("The marked tiles are right")}</button>
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
            ${plural(
              doubtful.length,
              "One tile is marked with “?”: tap and check.",
              "{n} tiles are marked with “?”: tap and check.",
            )}
          </span>`,
          html`<button class="text" onclick=${onSure}>${t(one ? "It is right" : "All are right")}</button>`,
        )
      : null,
  ];
}
