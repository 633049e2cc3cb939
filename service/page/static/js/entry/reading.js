// What the tiles step shows before there are tiles, and its notes on a photo that was read.

import { isRetryable } from "../api/photo.js";
import { refusal } from "../i18n/refusals.js";
import { plural, t, textOf, withWords } from "../i18n/translation.js";
import { confirmedTiles, entryOf, swappedReading } from "../state/draft.js";
import { doubtfulTiles, emptyHand, HAND_SIZE, sizeOf } from "../state/hand.js";
import { handText } from "../state/notation.js";
import { isProvisional } from "../state/reading.js";
import { everyoneScores } from "../state/rules.js";
import { roleOf, shotOf } from "../state/win.js";
import { handPictures } from "../ui/hands.js";
import { icon } from "../ui/icons.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { WinSession } from "./session.js" */
/** @import { Child, Entry, OwnReading, UiEvent } from "../types" */

const canOpenCamera = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

// The tiles of the picture below, in a grid: a called set above the hand, and the winning tile apart at its end.
const LAYOUT = [
  ...[1, 2, 3].map((column) => ({ column, line: 0, kind: "called" })),
  ...Array.from({ length: 10 }, (_, column) => ({ column, line: 1, kind: "held" })),
  { column: 11, line: 1, kind: "won" },
];

/** Return a picture of how to lay the tiles for a photo. */
const layoutPicture = () => html`<svg class="laid" viewBox="0 0 156 40" aria-hidden="true">
  ${LAYOUT.map(
    ({ column, line, kind }) =>
      html`<rect class=${kind} x=${1 + column * 13} y=${1 + line * 21} width="12" height="17" rx="2" />`,
  )}
</svg>`;

/**
 * Takes a photo, or chooses one that exists.
 *
 * The camera is the viewfinder if the address is secure, opened at once with `opensAtOnce`, and else the phone's own
 * camera.
 *
 * @param {{ label: string, hint: string, sign: string, isCamera?: boolean, opensAtOnce?: boolean, size?: number, onFile: (file: File, own?: OwnReading | null) => void }} given
 */
function FileChoice({ label, hint, sign, isCamera = false, opensAtOnce = false, size = HAND_SIZE, onFile }) {
  const wantsPhoneCamera = useRef(false);
  const input = useRef(null);
  const openCamera = async () => {
    const { openViewfinder } = await withWords(import("./viewfinder.js"), "screens");
    if (!input.current) return; // the screen was left meanwhile
    openViewfinder({
      size,
      onPhoto: onFile,
      onPhone: () => {
        wantsPhoneCamera.current = true;
        input.current?.click();
      },
    });
  };
  /** @param {UiEvent} event */
  const onClick = (event) => {
    if (!wantsPhoneCamera.current && canOpenCamera()) {
      event.preventDefault();
      openCamera();
    }
    wantsPhoneCamera.current = false;
  };
  useEffect(() => {
    if (opensAtOnce && canOpenCamera()) openCamera();
  }, []);
  /** @param {UiEvent} event */
  const onChange = ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) onFile(file);
  };
  return html`<label class="way">
    <span class="way-symbol">${icon(sign)}</span>
    <span><b>${label}</b><small>${hint}</small>${isCamera && layoutPicture()}${
      isCamera && !canOpenCamera() && html`<small>${t("address-not-secure-https-phones")}</small>`
    }</span>
    <input
      type="file"
      accept="image/*"
      capture=${isCamera ? "environment" : undefined}
      class="hidden-input"
      ref=${input}
      onclick=${isCamera && onClick}
      onchange=${onChange}
    />
  </label>`;
}

/** @param {string} label @param {string} hint @param {string} sign @param {() => void} onclick */
const wayButton = (label, hint, sign, onclick) => html`<button type="button" class="way" onclick=${onclick}>
  <span class="way-symbol">${icon(sign)}</span>
  <span><b>${label}</b><small>${hint}</small></span>
</button>`;

/** Return the ways to enter a hand. @param {WinSession} session @param {number | null} player */
export function entryWays(session, player) {
  const { draft, rules } = session.win;
  const role = roleOf(draft, player);
  const isPoints = everyoneScores(rules);
  const isFirst = player === null || player === draft.winner;
  /** @type {(file: File, own?: OwnReading | null) => void} */
  const onFile = (file, own) => session.photos.take(player, file, own);
  const onPoints = () => session.enterWorth(player, "scores");
  const onFaan = () => session.enterWorth(player, "faan");
  const hasChips = draft.step !== "hand" && player !== null; // a chip for each number of faan stands above
  return html`<section class="ways" aria-label=${t("tiles-of-hand")}>
    <${FileChoice}
      label=${t("take-photo")}
      hint=${t("from-above-winning-tile-apart")}
      sign="camera"
      isCamera
      opensAtOnce=${draft.mode === "camera" && player === null}
      size=${sizeOf(role)}
      onFile=${onFile}
    />
    <${FileChoice}
      label=${t("choose-photo")}
      hint=${t("from-phones-pictures")}
      sign="picture"
      onFile=${onFile}
    />
    ${wayButton(t("enter-tiles"), t("tap-them-one-by-one"), "tiles", () => session.enterByHand(player))}
    ${isPoints && isFirst && wayButton(t("only-points"), t("when-table-counts-for-itself"), "count", onPoints)}
    ${!isPoints && !hasChips && role === "winner" && wayButton(t("only-faan"), t("when-table-agrees-without-counting"), "count", onFaan)}
    ${role === "loser" && html`<button type="button" class="quiet" onclick=${() => session.go("hand")}>${t("leave-hand-unknown")}</button>`}
  </section>`;
}

/** @type {Record<string, TextId>} */
const WAITING_WORDS = {
  not_reached: "tables-computer-not-answer-photo",
  busy: "many-photos-being-read",
};

/**
 * Return the photo that is being read, or why it was not read with what to do; null if neither.
 * @param {WinSession} session @param {number | null} player
 */
export function photoProgress(session, player) {
  const shot = shotOf(session.win, player);
  if (!shot) return null;
  const { url, progress, problem, own } = shot;
  const restart = () => session.restart(player);
  if (progress !== undefined) {
    const words =
      progress === null ? t("no-connection-trying-again") : progress < 1 ? t("sending-photo") : t("reading-tiles");
    return html`<section class="card busy" role="status">
      ${url && html`<img class="busy-photo" src=${url} alt=${t("photo-being-read")} />`}
      <p>${words}</p>
      <progress max="1" value=${progress === 1 ? null : progress} aria-label=${words} />
      <button class="quiet" onclick=${restart}>${t("stop")}</button>
    </section>`;
  }
  if (!problem) return null;
  const isWaiting = isRetryable(problem);
  const onOwn = () => session.photos.takeOwn(player);
  return html`<section class="card busy" role="alert">
    <h2>${t(isWaiting ? "photo-waits-to-sent" : "photo-not-read")}</h2>
    <p>${isWaiting ? t(WAITING_WORDS[problem.code] ?? WAITING_WORDS.not_reached) : refusal(problem)}</p>
    ${isWaiting && own && html`<button class="primary" onclick=${onOwn}>${t("continue-with-what-phone-saw")}</button>`}
    <button class=${isWaiting ? null : "primary"} onclick=${() => session.photos.send(shot.key)}>
      ${t(isWaiting ? "send-now" : "try-again")}
    </button>
    <button onclick=${restart}>${t("another-photo")}</button>
    <button onclick=${() => session.enterByHand(player)}>${t("enter-tiles")}</button>
  </section>`;
}

/** @param {...Child} content */
const note = (...content) => html`<p class="note">${content}</p>`;

/** Return the note on a photo in which no hand was found, else null. @param {Entry} entry */
export const noHandNote = ({ hand, mode }) =>
  mode === "photo" && !hand?.concealed.length && !hand?.sets.length ? note(textOf("photo-problem", "no_hand")) : null;

/** Return the choice between two readings of a photo, or null. @param {WinSession} session @param {number} player */
export function otherReadingCard(session, player) {
  const entry = entryOf(session.win.draft, player);
  const { otherwise } = entry;
  if (!otherwise || (otherwise.seen && !isProvisional(entry))) return null;
  const { seen } = otherwise;
  return html`<section class="note otherwise">
    <p>${t(seen ? "hand-wins-only-if-marked" : "hand-as-looks-in-photo")}</p>
    <button
      type="button"
      class="other-reading"
      onclick=${() => session.setEntry(player, swappedReading(entry))}
    >
      <span>${t(seen ? "take-as-looks" : "take-hand-wins")}</span>
      ${handPictures(handText(otherwise.hand))}
    </button>
    ${seen && html`<button type="button" class="text" onclick=${() => session.setEntry(player, confirmedTiles(entry))}>${t("marked-tiles-right")}</button>`}
  </section>`;
}

/** Return the notes on what to check in a hand that was read. @param {WinSession} session @param {number} player */
export function readingNotes(session, player) {
  const entry = entryOf(session.win.draft, player);
  const { hand, notes = [], mode } = entry;
  if (mode !== "photo") return [];
  const sentences = [...new Set(notes.map((name) => textOf("photo-problem", name)).filter(Boolean))];
  const doubtful = doubtfulTiles(hand ?? emptyHand()).length;
  return [
    sentences.map((each) => note(each)),
    doubtful > 0 &&
      !isProvisional(entry) &&
      note(
        html`<span>${plural(doubtful, "one-tile-marked-with-tap")}</span>`,
        html`<button class="text" onclick=${() => session.setEntry(player, confirmedTiles(entry))}>
          ${t(doubtful === 1 ? "it-is-right" : "all-right")}
        </button>`,
      ),
  ];
}
