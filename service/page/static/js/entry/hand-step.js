// The second step of a win: the tiles of the shown player or the worth that the table agrees on, and below complete winning tiles
// what follows from them.

import { shownProblems } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { strayTiles } from "../state/arrangement.js";
import { isWinningTileUnknown } from "../state/claims.js";
import { changedHand, entryOf, isWinner } from "../state/draft.js";
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
import { handText } from "../state/notation.js";
import { PHOTO_DAYS } from "../state/photos.js";
import { isProvisional } from "../state/reading.js";
import { everyoneScores } from "../state/rules.js";
import { order } from "../state/tiles.js";
import { roleOf, shotOf, viewOf } from "../state/win.js";
import { askFalseWin, openMovePoints } from "../table/incidents.js";
import { Later } from "../ui/hooks.js";
import { withPart } from "../ui/page.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { Fragment, html } from "../vendor/preact.js";
import { calledChoice, calledStrip, isCallAsked, isOffline } from "./claims.js";
import { Editor } from "./editor.js";
import { ResultMoment } from "./moment.js";
import { faceButton, Keyboard, Palette } from "./palette.js";
import { PhotoView } from "./photo-view.js";
import { entryWays, noHandNote, otherReadingCard, photoProgress, readingNotes } from "./reading.js";
import {
  circumstanceChips,
  circumstancesLink,
  clashCard,
  nextHand,
  payLine,
  recordButton,
  recordState,
  scoreCards,
  scoreLine,
  unknownHand,
  worthCards,
} from "./score.js";
import { openSetSheet, openTileSheet } from "./tile-sheet.js";
import { handsBar } from "./winner.js";
import { faanPart, scoresFoot, scoresPart } from "./worth-form.js";

/** @import { WinSession } from "./session.js" */
/** @import { TextId } from "../i18n/text-ids" */
/** @import { Child, Hand, Result, SetKind } from "../types" */

/** The parts of a screen; `isComplete` if what follows from the hand can be shown. */
/** @typedef {{ body: Child, side?: Child, foot: Child, isComplete?: boolean }} Parts */

/** Return functions that change a player's hand as it is when they are called. @param {WinSession} session @param {number} player */
function editsOf(session, player) {
  const currentHand = () => entryOf(session.win.draft, player).hand ?? emptyHand();
  /** @param {Hand} hand */
  const change = (hand) => session.setEntry(player, changedHand(session.win.draft, player, hand));
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
  const shot = shotOf(session.win, player);
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
  const shot = shotOf(session.win, player);
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
  const canWin = answer ? waiting || shownProblems(answer.problems)[0] === "no_winning_tile" : !waiting;
  return isWinningTileUnknown(hand) && !answer?.valid && canWin;
}

/** @param {WinSession} session @param {number} player @param {Hand} hand @returns {Parts} */
function tilesPart(session, player, hand) {
  const { draft } = session.win;
  const { isAdding = false, selected = null } = viewOf(session.win, player);
  const [entry, role, edits] = [entryOf(draft, player), roleOf(draft, player), editsOf(session, player)];
  const isWinners = role === "winner";
  const result = session.prices.worths[player].result;
  const isValid = Boolean(result.answer?.valid);
  const isWhole = isValid || (isWinners && tileCount(hand) >= HAND_SIZE);
  const isAsking = isWinners && !session.prices.worths[player].isAllOne && isWinningTileMissing(hand, result);
  const body = [
    // Also without the palette, which closes in the midst of typing once the hand is complete.
    (isAdding || entry.mode === "palette") &&
      html`<${Keyboard} onFaces=${edits.addTiles} onBackspace=${edits.removeLast} />`,
    photoPart(session, player, hand, edits.openSheet),
    clashCard(session, player),
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
      !isWinners && loserButton(session, player),
    ],
    isComplete: isWinners && !isAsking && isWhole && Boolean(result.answer || isOffline(result)),
  };
}

/** @param {WinSession} session @param {number} player @returns {Parts} */
function handParts(session, player) {
  const { draft } = session.win;
  const entry = entryOf(draft, player);
  if (entry.mode === "faan") {
    const onFaan = (/** @type {number} */ faan) => {
      session.setEntry(player, { faan });
      session.go("hand");
    };
    const won = { ...session.won, winner: player, mode: entry.mode, faan: entry.faan };
    const restart = () => session.restart(player);
    const body = faanPart(session, won, { title: t("how-many-faan"), onFaan, restart });
    return { body, foot: null };
  }
  if (draft.mode === "scores") {
    const isComplete = draft.scores?.[session.won.winner] !== null;
    return { body: scoresPart(session), foot: isComplete ? null : scoresFoot(session), isComplete };
  }
  const progress = photoProgress(session, player);
  if (progress) return { body: progress, foot: null };
  if (entry.hand) return tilesPart(session, player, entry.hand);
  return { body: entryWays(session, player), foot: null };
}

/**
 * Return the button that ends a hand, or the question whether a set was called.
 * @param {WinSession} session @param {number} player @param {string} what @param {() => void} run
 */
const doneButton = (session, player, what, run) =>
  isCallAsked(session, player)
    ? calledChoice(session, player, { what, ready: true, run })
    : html`<button class="primary big" onclick=${run}>${what}</button>`;

/** Return the button to the next unknown hand, or back to the winner's. @param {WinSession} session @param {number} player */
function loserButton(session, player) {
  const next = session.isCounted(session.won.winner) ? unknownHand(session, player) : undefined;
  const words = next === undefined ? t("done-with-hand") : t("next-names-hand", session.win.state.players[next]);
  return doneButton(session, player, words, () => session.go("hand", next ?? null));
}

/**
 * Return what can be done with a hand that cannot be recorded. If it is no winning hand, the tiles in no set are shown.
 * @param {WinSession} session @param {boolean} isNoWin
 */
function alternativesToWin(session, isNoWin) {
  const { state, rules } = session.win;
  const { winner } = session.won;
  const { hand } = session.prices.countedDraft();
  const incident = {
    ...{ state, rules },
    send: (/** @type {string} */ what, /** @type {object} */ body, /** @type {number=} */ seq) =>
      session.recordIncident(what, body, seq),
  };
  const strays = isNoWin && hand ? strayTiles(hand.concealed.map(({ code }) => code)) : [];
  /** @type {[TextId, () => void]} */
  const [words, settle] = !isNoWin
    ? ["move-points", () => openMovePoints(incident)]
    : everyoneScores(rules)
      ? ["only-points", () => session.enterWorth(winner, "scores")]
      : ["only-faan", () => session.enterWorth(winner, "faan")];
  return [
    strays.length > 0 &&
      html`<p class="strays">
        <span>${t("left-over")}</span>
        <span class="row-tiles">${strays.map((code) => tileImage(code))}</span>
      </p>`,
    html`<div class="short-ways" role="group">
      <button type="button" onclick=${() => askFalseWin(incident, winner, hand ? handText(hand) : "")}>
        ${t("false-win-label")}
      </button>
      <button type="button" onclick=${settle}>${t(words)}</button>
      <button type="button" onclick=${() => session.askToDrop()}>${t("play-on")}</button>
    </div>`,
  ];
}

/** Return what records the winner's hand, or what can be recorded in its place. @param {WinSession} session */
function recordPart(session) {
  const { winner, correcting } = session.won;
  const problems = correcting ? [] : (session.prices.worths[winner].result.answer?.problems ?? []);
  const isNoWin = problems.includes("not_a_winning_hand");
  if (isNoWin || problems.includes("below_minimum")) return alternativesToWin(session, isNoWin);
  const next = nextHand(session);
  if (!isCallAsked(session, winner)) return [next ?? payLine(session), recordButton(session)];
  return [next, calledChoice(session, winner, { ...recordState(session), run: () => session.confirm() })];
}

/** Return the moment of the result, once, when the hand is known to win. @param {WinSession} session */
function momentOf(session) {
  const { won } = session;
  const { answer } = session.prices.worths[won.winner].result;
  const move = session.prices.payments().answer;
  const isReady = won.hand && answer?.valid && move && session.isSettled() && !isProvisional(won);
  if (session.win.isMomentOver || !isReady) return null;
  return html`<${ResultMoment}
    answer=${answer}
    gain=${move.event?.changes[won.winner]}
    onEnd=${() => session.show({ isMomentOver: true })}
  />`;
}

/** @param {WinSession} session @param {number} player whose hand is shown @returns {Parts} */
export function handStep(session, player) {
  const { draft } = session.win;
  const isLoser = !isWinner(draft, player);
  const { isComplete, ...parts } = handParts(session, player);
  // Keyed, so that nothing of one hand stays on the screen of another.
  // At one depth, complete or not, so that the hand is not drawn anew when its last tile comes.
  const moment = isComplete && player === draft.winner && momentOf(session);
  const body = [handsBar(session, player), html`<${Fragment} key=${player}>${parts.body}<//>`, moment];
  const side = html`<${Fragment} key=${player}>${parts.side}<//>`;
  if (!isComplete) {
    const worth = isLoser && session.prices.worths[player].result.answer?.valid && worthCards(session, player);
    return { body, side: [side, worth], foot: [parts.foot] };
  }
  if (player !== draft.winner) {
    const special = entryOf(draft, player).hand && circumstanceChips(session, player);
    const done = doneButton(session, player, t("done-with-hand"), () => session.go("hand"));
    return { body, side: [side, special, worthCards(session, player)], foot: [parts.foot, done] };
  }
  return {
    body,
    side: [side, html`<${Later} draw=${() => scoreCards(session)} />`],
    foot: [parts.foot, circumstancesLink(session), recordPart(session)],
  };
}
