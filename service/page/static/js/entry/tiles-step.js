// One hand of the second step: its tiles, from a photo or by hand, or only the worth that the table agrees on.

import { tellingProblems } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { entryOf } from "../state/draft.js";
import {
  addSet,
  addTile,
  allTiles,
  emptyHand,
  HAND_SIZE,
  hasRoom,
  markWinning,
  removeTile,
  tileCount,
} from "../state/hand.js";
import { PHOTO_DAYS } from "../state/photos.js";
import { order } from "../state/tiles.js";
import { roleOf, viewOf } from "../state/win.js";
import { isWinningTileUnknown } from "../state/winning-tile.js";
import { Later } from "../ui/hooks.js";
import { withPart } from "../ui/page.js";
import { tileName } from "../ui/tiles.js";
import { html } from "../vendor/preact.js";
import { calledStrip, isOffline } from "./claims.js";
import { Editor } from "./editor.js";
import { faceButton, Keyboard, Palette } from "./palette.js";
import { PhotoView } from "./photo-view.js";
import { entryWays, noHandNote, otherReadingCard, photoProgress, readingNotes } from "./reading.js";
import { scoreLine } from "./score.js";
import { openSetSheet, openTileSheet } from "./tile-sheet.js";
import { faanPart, scoresFoot, scoresPart } from "./worth-form.js";

/** @import { WinSession } from "./session.js" */
/** @import { Child, Hand, Result, SetKind } from "../types" */

/** @typedef {{ clash: Child, loserButton: Child }} Extras what the step adds to a hand */

/** The parts of a screen; `isComplete` if what follows from the hand can be shown. */
/** @typedef {{ body: Child, side?: Child, foot: Child, isComplete?: boolean }} Parts */

/** Return functions that change a player's hand as it is when they are called. @param {WinSession} session @param {number} player */
function editsOf(session, player) {
  const currentHand = () => entryOf(session.win.draft, player).hand ?? emptyHand();
  /** @param {Hand} hand */
  const change = (hand) => session.dispatch({ type: "changeHand", player, hand });
  return {
    change,
    /** Add the tiles for which there is room. @param {string[]} codes */
    addTiles: (codes) =>
      change(codes.reduce((hand, code) => (hasRoom(hand, code) ? addTile(hand, code) : hand), currentHand())),
    /** @type {(codes: string[], kind: SetKind) => void} */
    addSet: (codes, kind) => change(addSet(currentHand(), codes, kind)),
    removeLast() {
      const last = Math.max(-1, ...allTiles(currentHand()).map(({ id }) => id));
      if (last >= 0) change(removeTile(currentHand(), last));
    },
    /** @param {number} id */
    markWinning: (id) => change(markWinning(currentHand(), id)),
    /** @param {number} id */
    openSheet(id) {
      openTileSheet(currentHand(), id, roleOf(session.win.draft, player), change);
      setTimeout(() => session.setView(player, { selected: id })); // drawing the sheet is enough for one task
    },
  };
}

/** @param {WinSession} session @param {number} player @param {Hand} hand @param {(id: number) => void} onTile */
function photoPart(session, player, hand, onTile) {
  const { size, picture = null } = entryOf(session.win.draft, player);
  if (!size) return null;
  const shot = session.photos.of(player);
  const isHere = shot && (shot.picture ?? null) === picture;
  if (picture && !isHere) session.photos.borrow(player, picture);
  const url = isHere ? shot.url : null;
  const { selected = null } = viewOf(session.win, player);
  return [
    html`<${PhotoView} key=${url} url=${url} size=${size} hand=${hand} selected=${selected} onTile=${onTile} />`,
    !url && html`<p class="note">${t("photo-itself-not-here-outlines")}</p>`,
  ];
}

/** @param {WinSession} session @param {number} player */
function toolsPart(session, player) {
  const { isAdding } = viewOf(session.win, player);
  const { mode, hand } = entryOf(session.win.draft, player);
  const edits = editsOf(session, player);
  const shot = session.photos.of(player);
  return [
    isAdding &&
      html`<${Later} draw=${() => html`<${Palette} session=${session} player=${player} edits=${edits} />`} />`,
    html`<div class="pair tiles-tools">
      ${
        !isAdding
          ? html`<button class="add" onclick=${() => session.setView(player, { isAdding: true })}>${t("add-tiles")}</button>`
          : mode === "photo" &&
            html`<button class="quiet" onclick=${() => session.setView(player, { isAdding: false })}>${t("done-adding")}</button>`
      }
      <button class="quiet" onclick=${() => session.restart(player)}>
        ${mode === "photo" ? t("another-photo") : t("start-over")}
      </button>
    </div>`,
    shot?.url &&
      !shot.isHeld &&
      html`<label class="keep-photo">
        <input
          type="checkbox"
          checked=${Boolean(shot.isKept)}
          onchange=${({ target }) => session.changeShot(shot.key, { isKept: target.checked })}
        />
        <span>${t("keep-photo-with-hand", { n: PHOTO_DAYS })}</span>
      </label>`,
    shot?.url &&
      shot.reading &&
      hand &&
      html`<button type="button" class="text read-wrong" onclick=${() =>
        withPart(import("./misread.js"), ({ openMisread }) => openMisread(shot, hand))}>${t("read-wrong")}</button>`,
  ];
}

// Apart from the hand, where a tap always means a correction.
/** @param {Hand} hand @param {(id: number) => void} onPick */
function winningTileQuestion({ concealed }, onPick) {
  const candidates = [...new Map(concealed.map((tile) => [tile.code, tile])).values()];
  return html`<div class="which-won" role="group" aria-label=${t("which-tile-won")}>
    <p class="score-line"><b>${t("which-tile-won")}</b></p>
    <div class="which-tiles">
      ${candidates
        .sort((a, b) => order(a.code) - order(b.code))
        .map(({ code, id }) =>
          faceButton(code, () => onPick(id), { key: code, "aria-label": `${t("tile-won")}: ${tileName(code)}` }),
        )}
    </div>
  </div>`;
}

/**
 * Return whether the table has to say which tile won. Eight flowers need none, and a hand that does not win with any
 * tile is not asked about.
 *
 * @param {Hand} hand @param {Result} result
 */
function isWinningTileMissing(hand, { answer, waiting }) {
  const canWin = !answer || waiting || tellingProblems(answer.problems)[0] === "no_winning_tile";
  const isKnownToMatter = answer || !waiting;
  return isWinningTileUnknown(hand) && !answer?.valid && canWin && isKnownToMatter;
}

/** @param {WinSession} session @param {number} player @param {Hand} hand @param {Extras} extras @returns {Parts} */
function tilesPart(session, player, hand, { clash, loserButton }) {
  const { draft } = session.win;
  const { isAdding = false, selected = null } = viewOf(session.win, player);
  const [entry, role, edits] = [entryOf(draft, player), roleOf(draft, player), editsOf(session, player)];
  const isWinners = role === "winner";
  const result = session.prices.resultOf(player);
  const isValid = Boolean(result.answer?.valid);
  const isWhole = isValid || (isWinners && tileCount(hand) >= HAND_SIZE);
  const isAsking = isWinners && !session.prices.worths[player].isAllOne && isWinningTileMissing(hand, result);
  const body = [
    // Also without the palette, which closes in the midst of typing once the hand is complete.
    (isAdding || entry.mode === "palette") &&
      html`<${Keyboard} onFaces=${edits.addTiles} onBackspace=${edits.removeLast} />`,
    photoPart(session, player, hand, edits.openSheet),
    clash,
    noHandNote(entry),
    otherReadingCard(session, player),
    html`<${Editor}
      hand=${hand}
      role=${role}
      isAdding=${isAdding}
      selected=${selected}
      onTile=${edits.openSheet}
      onHand=${edits.change}
      onSet=${(/** @type {number} */ index) => openSetSheet(hand, index, edits.change)}
    />`,
    (!isAdding || isWhole) && calledStrip(session, player), // until then the palette has the room
    readingNotes(session, player),
  ];
  const tools = toolsPart(session, player);
  return {
    // The palette is beside the hand on a wide screen; the other tools stay below the tiles.
    body: [body, !isAdding && tools],
    side: isAdding && tools,
    foot: [
      isAsking ? winningTileQuestion(hand, edits.markWinning) : scoreLine(session, player),
      !isAdding &&
        isWinners &&
        !isWhole &&
        html`<button class="primary big" onclick=${() => session.setView(player, { isAdding: true })}>${t("add-what-missing")}</button>`,
      !isWinners && loserButton,
    ],
    isComplete: isWinners && !isAsking && isWhole && Boolean(result.answer || isOffline(result)),
  };
}

/** @param {WinSession} session @param {number} player @param {Extras} extras @returns {Parts} */
export function handParts(session, player, extras) {
  const { draft } = session.win;
  const entry = entryOf(draft, player);
  if (entry.mode === "faan") {
    const isFirst = player === draft.winner;
    const onFaan = (/** @type {number} */ faan) => {
      session.setEntry(player, { faan });
      if (!isFirst) session.go("hand");
    };
    const won = { ...session.won, winner: player, mode: entry.mode, faan: entry.faan };
    const restart = () => session.restart(player);
    const body = faanPart(session, won, { title: t("how-many-faan"), onFaan, restart });
    return { body, foot: null, isComplete: isFirst };
  }
  if (draft.mode === "scores") {
    const isComplete = draft.scores?.[session.won.winner] !== null;
    return { body: scoresPart(session), foot: isComplete ? null : scoresFoot(session), isComplete };
  }
  const progress = photoProgress(session, player);
  if (progress) return { body: progress, foot: null };
  if (entry.hand) return tilesPart(session, player, entry.hand, extras);
  return { body: entryWays(session, player), foot: null };
}
