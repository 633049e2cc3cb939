// Second step of a win: the tiles of one player, from a photo or by hand, or only what the table agrees on.

import { shownProblems } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { entryOf } from "../state/draft.js";
import { addSet, addTile, allTiles, count, emptyHand, hasRoom, markWinning, removeTile } from "../state/hand.js";
import { DAYS } from "../state/photos.js";
import { order } from "../state/tiles.js";
import { roleOf, viewOf } from "../state/win.js";
import { isWinnerUnsaid } from "../state/winning-tile.js";
import { Later } from "../ui/hooks.js";
import { withPart } from "../ui/page.js";
import { tileName } from "../ui/tiles.js";
import { html } from "../vendor/preact.js";
import { calledStrip, isAway } from "./claims.js";
import { Editor } from "./editor.js";
import { faceButton, Keyboard, Palette } from "./palette.js";
import { PhotoView } from "./photo-view.js";
import { emptyNote, otherwiseCard, photoOnItsWay, readingNotes, waysOf } from "./reading.js";
import { scoreLine } from "./score.js";
import { openSetSheet, openTileSheet } from "./tile-sheet.js";
import { faanPart, scoresFoot, scoresPart } from "./worth-form.js";

/** @import { WinSession } from "./session.js" */
/** @import { Child, Hand, Result, SetKind } from "../types" */

/**
 * What is drawn of a hand beside what was entered of it: `wrong` is what is wrong with it beside others, `onward` the way on
 * from one that did not win.
 *
 * @typedef {{ wrong?: Child, onward?: { button: Child, leave: () => void } | null }} Beside
 */

/** The parts of a screen: `complete` says that what follows from the hand can be shown. */
/** @typedef {{ body: Child, side?: Child, foot: Child, complete?: boolean }} Parts */

/**
 * Acts on the hand as it is then.
 * @param {WinSession} session @param {number} player @returns what is done to the hand of a player
 */
function editsOf(session, player) {
  const handNow = () => entryOf(session.win.draft, player).hand ?? emptyHand();
  /** @param {Hand} hand */
  const change = (hand) => session.dispatch({ type: "changeHand", player, hand });
  return {
    change,
    /** @param {string[]} codes of which those are added that there still can be */
    addTiles: (codes) =>
      change(codes.reduce((hand, code) => (hasRoom(hand, code) ? addTile(hand, code) : hand), handNow())),
    /** @type {(codes: string[], kind: SetKind) => void} */
    addSet: (codes, kind) => change(addSet(handNow(), codes, kind)),
    takeLast() {
      const last = allTiles(handNow()).reduce((newest, { id }) => Math.max(newest, id), -1);
      if (last >= 0) change(removeTile(handNow(), last));
    },
    /** @param {number} id */
    mark: (id) => change(markWinning(handNow(), id)),
    /** @param {number} id */
    open(id) {
      openTileSheet(handNow(), id, roleOf(session.win.draft, player), change);
      setTimeout(() => session.view(player, { selected: id })); // the sheet is enough for one task
    },
    /** @param {boolean} adding */
    add: (adding) => session.view(player, { adding }),
  };
}

/** @param {WinSession} session @param {number} player @param {Hand} hand @param {(id: number) => void} onTile */
function photoPart(session, player, hand, onTile) {
  const { size, picture = null } = entryOf(session.win.draft, player);
  if (!size) return null;
  const shot = session.photos.of(player);
  const isMine = shot && (shot.picture ?? null) === picture;
  if (picture && !isMine) session.photos.borrow(player, picture);
  const url = isMine ? shot.url : null;
  const { selected = null } = viewOf(session.win, player);
  return [
    html`<${PhotoView} key=${url} url=${url} size=${size} hand=${hand} selected=${selected} onTile=${onTile} />`,
    !url && html`<p class="note">${t("photo-itself-not-here-outlines")}</p>`,
  ];
}

/** @param {WinSession} session @param {number} player */
function toolsPart(session, player) {
  const { adding } = viewOf(session.win, player);
  const { mode, hand } = entryOf(session.win.draft, player);
  const edits = editsOf(session, player);
  const shot = session.photos.of(player);
  return [
    adding && html`<${Later} draw=${() => html`<${Palette} session=${session} player=${player} edits=${edits} />`} />`,
    html`<div class="pair tiles-tools">
      ${
        !adding
          ? html`<button class="add" onclick=${() => edits.add(true)}>${t("add-tiles")}</button>`
          : mode === "photo" &&
            html`<button class="quiet" onclick=${() => edits.add(false)}>${t("done-adding")}</button>`
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
        <span>${t("keep-photo-with-hand", { n: DAYS })}</span>
      </label>`,
    shot?.url &&
      shot.reading &&
      hand &&
      html`<button type="button" class="text read-wrong" onclick=${() =>
        withPart(import("./misread.js"), ({ openMisread }) => openMisread(shot, hand))}>${t("read-wrong")}</button>`,
  ];
}

// Apart from the hand: a tap at a tile of the hand only ever corrects it.
/** @param {Hand} hand @param {(id: number) => void} onPick @returns the question which tile won */
function whichWon({ concealed }, onPick) {
  const faces = [...new Map(concealed.map((tile) => [tile.code, tile])).values()];
  return html`<div class="which-won" role="group" aria-label=${t("which-tile-won")}>
    <p class="score-line"><b>${t("which-tile-won")}</b></p>
    <div class="which-tiles">
      ${faces
        .sort((a, b) => order(a.code) - order(b.code))
        .map(({ code, id }) =>
          faceButton(code, () => onPick(id), { key: code, "aria-label": `${t("tile-won")}: ${tileName(code)}` }),
        )}
    </div>
  </div>`;
}

// Eight flowers need none, and a hand that wins with no tile is not asked for it; while it is counted it may win.
/**
 * @param {{ hand: Hand, result: Result, isAllOne: boolean }} given
 * @returns whether it is still to be said which tile won
 */
function isWonUnsaid({ hand, result: { answer, waiting }, isAllOne }) {
  const canWin = !answer || waiting || shownProblems(answer.problems)[0] === "no_winning_tile";
  return isWinnerUnsaid(hand) && !isAllOne && !answer?.valid && canWin;
}

/** @param {WinSession} session @param {number} player @param {Hand} hand @param {Beside} beside @returns {Parts} */
function tilesPart(session, player, hand, { wrong, onward }) {
  const { draft } = session.win;
  const { adding = false, selected = null } = viewOf(session.win, player);
  const [entry, role, edits] = [entryOf(draft, player), roleOf(draft, player), editsOf(session, player)];
  const result = session.prices.explained(player);
  const { answer } = result;
  const isAllOne = session.prices.worths[player].isAllOne;
  const isUnsaid = role === "winner" && isWonUnsaid({ hand, result, isAllOne });
  const missing = isUnsaid && (answer || !result.waiting); // nothing, while it is counted whether it matters
  const whole = answer?.valid || (role === "winner" && count(hand) >= 14); // until then the palette has the room
  const body = [
    // The palette puts itself away in the midst of what is typed, once the hand is whole: the rest counts too.
    (adding || entry.mode === "palette") && html`<${Keyboard} onFaces=${edits.addTiles} onBack=${edits.takeLast} />`,
    photoPart(session, player, hand, edits.open),
    wrong,
    emptyNote(entry),
    otherwiseCard(session, player),
    html`<${Editor}
      hand=${hand}
      role=${role}
      adding=${adding}
      selected=${selected}
      onTile=${edits.open}
      onHand=${edits.change}
      onSet=${(/** @type {number} */ index) => openSetSheet(hand, index, edits.change)}
    />`,
    (!adding || whole) && calledStrip(session, player),
    readingNotes(session, player),
  ];
  const tools = toolsPart(session, player);
  const isShort = !adding && role === "winner" && count(hand) < 14 && !answer?.valid;
  const ready = answer || isAway(result);
  return {
    // The palette stands beside the hand where there is room; what else can be done stays below the tiles.
    body: [body, !adding && tools],
    side: adding && tools,
    foot: [
      missing ? whichWon(hand, edits.mark) : scoreLine(session, player),
      isShort && html`<button class="primary big" onclick=${() => edits.add(true)}>${t("add-what-missing")}</button>`,
      role === "loser" && onward?.button,
    ],
    complete: role === "winner" && !missing && Boolean(ready) && (count(hand) >= 14 || Boolean(answer?.valid)),
  };
}

/**
 * @param {WinSession} session @param {number} player @param {Beside} beside @returns {Parts} what is shown of one hand
 */
export function handParts(session, player, beside) {
  const { draft } = session.win;
  const entry = entryOf(draft, player);
  if (entry.mode === "faan") {
    const isFirst = player === draft.winner;
    const onFaan = (/** @type {number} */ faan) => {
      session.setEntry(player, { faan });
      if (!isFirst) session.go("hand"); // nothing more is asked of another winner
    };
    const won = { ...session.won, winner: player, mode: entry.mode, faan: entry.faan };
    const restart = () => session.restart(player);
    const body = faanPart(session, won, { title: t("how-many-faan"), onFaan, restart });
    return { body, foot: null, complete: isFirst };
  }
  if (draft.mode === "scores") {
    const complete = draft.scores?.[session.won.winner] !== null;
    return { body: scoresPart(session), foot: complete ? null : scoresFoot(session), complete };
  }
  const waiting = photoOnItsWay(session, player);
  if (waiting) return { body: waiting, foot: null };
  if (entry.hand) return tilesPart(session, player, entry.hand, beside);
  return { body: waysOf(session, player, beside.onward?.leave), foot: null };
}
