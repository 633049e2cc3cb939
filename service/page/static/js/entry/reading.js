// What the tiles step shows before there are tiles to see, and what it says about a photo that was read.

import { isRetryable } from "../api/photo.js";
import { refusal } from "../i18n/refusals.js";
import { plural, t, withWords } from "../i18n/translation.js";
import { entryOf } from "../state/draft.js";
import { doubtfulTiles, emptyHand } from "../state/hand.js";
import { handText } from "../state/notation.js";
import { isSupposed } from "../state/reading.js";
import { everyoneScores, faanLimits } from "../state/rules.js";
import { roleOf } from "../state/win.js";
import { readingProblem } from "../ui/hand-words.js";
import { handPictures } from "../ui/hands.js";
import { icon } from "../ui/icons.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { WinSession } from "./session.js" */
/** @import { Child, Entry, OwnReading, UiEvent } from "../types" */

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

/** @param {string} label @param {string} hint @param {string} sign @param {() => void} run */
function wayButton(label, hint, sign, run) {
  return html`<button type="button" class="way" onclick=${run}>
    <span class="way-symbol">${icon(sign)}</span>
    <span><b>${label}</b><small>${hint}</small></span>
  </button>`;
}

/**
 * @param {WinSession} session @param {number | null} player @param {(() => void)=} leave goes on without tiles
 * @returns the ways to say which a hand has
 */
export function waysOf(session, player, leave) {
  const { draft, rules, state } = session.win;
  const isWinners = roleOf(draft, player) === "winner";
  const isPoints = everyoneScores(rules);
  const isFirst = player === null || player === draft.winner;
  /** @type {(file: File, own?: OwnReading | null) => void} */
  const onFile = (file, own) => session.photos.take(player, file, own);
  const onPoints = () => session.dispatch({ type: "enterScores", player });
  const onFaan = () => {
    const faan = player === null ? undefined : Math.max(faanLimits(state, rules).minimum, 1);
    session.dispatch({ type: "enterFaan", player, faan });
  };
  return html`<section class="ways" aria-label=${t("tiles-of-hand")}>
    <${FileChoice}
      label=${t("take-photo")}
      hint=${t("from-above-winning-tile-apart")}
      sign="camera"
      isCamera
      opens=${draft.mode === "camera" && player === null}
      size=${isWinners ? 14 : 13 /* a kong counts as three */}
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
    ${!isPoints && isWinners && wayButton(t("only-faan"), t("when-table-agrees-without-counting"), "count", onFaan)}
    ${leave && html`<button type="button" class="quiet" onclick=${leave}>${t("leave-hand-unknown")}</button>`}
  </section>`;
}

/** @type {Record<string, TextId>} */
const WAITS = {
  not_reached: "tables-computer-not-answer-photo",
  busy: "many-photos-being-read",
};

/**
 * @param {WinSession} session @param {number | null} player
 * @returns the photo on its way, or why it was not read and the ways on; else null
 */
export function photoOnItsWay(session, player) {
  const shot = session.photos.of(player);
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
  const waits = isRetryable(problem);
  const onOwn = () => session.photos.takeOwn(player);
  return html`<section class="card busy" role="alert">
    <h2>${t(waits ? "photo-waits-to-sent" : "photo-not-read")}</h2>
    <p>${waits ? t(WAITS[problem.code] ?? WAITS.not_reached) : refusal(problem)}</p>
    ${waits && own && html`<button class="primary" onclick=${onOwn}>${t("continue-with-what-phone-saw")}</button>`}
    <button class=${waits ? null : "primary"} onclick=${() => session.photos.send(shot.key)}>
      ${t(waits ? "send-now" : "try-again")}
    </button>
    <button onclick=${restart}>${t("another-photo")}</button>
    <button onclick=${() => session.enterByHand(player)}>${t("enter-tiles")}</button>
  </section>`;
}

/** @param {...Child} content */
const note = (...content) => html`<p class="note">${content}</p>`;

/** @param {Entry} given @returns a word on a photo in which no hand was found, else null */
export function emptyNote({ hand, mode }) {
  return mode === "photo" && !hand?.concealed.length && !hand?.sets.length ? note(readingProblem("no_hand")) : null;
}

/**
 * @param {WinSession} session @param {number} player
 * @returns both readings of a photo to choose between, null where there is one
 */
export function otherwiseCard(session, player) {
  const entry = entryOf(session.win.draft, player);
  const { otherwise } = entry;
  if (!otherwise || (otherwise.seen && !isSupposed(entry))) return null;
  const { seen } = otherwise;
  return html`<section class="note otherwise">
    <p>${t(seen ? "hand-wins-only-if-marked" : "hand-as-looks-in-photo")}</p>
    <button
      type="button"
      class="other-reading"
      onclick=${() => session.dispatch({ type: "swapReading", player })}
    >
      <span>${t(seen ? "take-as-looks" : "take-hand-wins")}</span>
      ${handPictures(handText(otherwise.hand))}
    </button>
    ${seen && html`<button type="button" class="text" onclick=${() => session.dispatch({ type: "settle", player })}>${t("marked-tiles-right")}</button>`}
  </section>`;
}

/** @param {WinSession} session @param {number} player @returns what to look at in a hand that was read */
export function readingNotes(session, player) {
  const entry = entryOf(session.win.draft, player);
  const { hand, notes = [], mode } = entry;
  if (mode !== "photo") return [];
  const words = [...new Set(notes.map(readingProblem).filter(Boolean))];
  const doubtful = doubtfulTiles(hand ?? emptyHand()).length;
  return [
    words.map((each) => note(each)),
    doubtful > 0 &&
      !isSupposed(entry) &&
      note(
        html`<span>${plural(doubtful, "one-tile-marked-with-tap")}</span>`,
        html`<button class="text" onclick=${() => session.dispatch({ type: "settle", player })}>
          ${t(doubtful === 1 ? "it-is-right" : "all-right")}
        </button>`,
      ),
  ];
}
