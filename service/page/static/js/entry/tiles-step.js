// Second step of a win: the tiles of one player, from a photo or by hand, or only what the table agrees on.

import { tellingProblems } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { entryOf } from "../state/draft.js";
import { addSet, addTile, allTiles, copies, count, emptyHand, markWinning, removeTile } from "../state/hand.js";
import { DAYS } from "../state/photos.js";
import { isSupposed } from "../state/reading.js";
import { everyoneScores, faanLimits } from "../state/rules.js";
import { FACES, isBonus } from "../state/tiles.js";
import { roleOf, viewOf } from "../state/win.js";
import { isWinnerUnsaid } from "../state/winning-tile.js";
import { withPart } from "../ui/page.js";
import { html } from "../vendor/preact.js";
import { calledStrip } from "./claims.js";
import { Editor } from "./editor.js";
import { Keyboard } from "./keyboard.js";
import { Palette } from "./palette.js";
import { PhotoView } from "./photo-view.js";
import { emptyNote, failureView, otherwiseCard, readingNotes, waitingView, waysView } from "./reading.js";
import { scoreLine } from "./score.js";
import { openSetSheet, openTileSheet } from "./tile-sheet.js";
import { whichWon } from "./winning-tile.js";
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
 * Returns a hand with one more tile, or as it is where there is no such tile, or none left of it.
 *
 * @param {Hand} hand
 * @param {string} code
 */
const addFitting = (hand, code) =>
  FACES.includes(code) && copies(hand, code) < (isBonus(code) ? 1 : 4) ? addTile(hand, code) : hand;

/**
 * Returns what is done to the hand of a player: always to the hand as it is then.
 *
 * @param {WinSession} session
 * @param {number | null} player
 */
function editsOf(session, player) {
  const handNow = () => entryOf(session.win.draft, player).hand ?? emptyHand();
  /** @param {Hand} hand */
  const change = (hand) => session.dispatch({ type: "changeHand", player, hand });
  return {
    change,
    /** @param {string[]} codes */
    addTiles: (codes) => change(codes.reduce(addFitting, handNow())),
    /**
     * @param {string[]} codes
     * @param {SetKind} kind
     */
    addSet: (codes, kind) => change(addSet(handNow(), codes, kind)),
    takeLast() {
      const last = allTiles(handNow()).reduce((newest, { id }) => Math.max(newest, id), -1);
      if (last >= 0) change(removeTile(handNow(), last));
    },
    /** @param {number} id */
    mark: (id) => change(markWinning(handNow(), id)),
    /** @param {number} id */
    open(id) {
      session.dispatch({ type: "select", player, selected: id });
      openTileSheet(handNow(), id, change, { role: roleOf(session.win.draft, player) });
    },
    settle: () => session.dispatch({ type: "settle", player }),
    swap: () => session.dispatch({ type: "swapReading", player }),
    /** @param {boolean} adding */
    add: (adding) => session.dispatch({ type: "add", player, adding }),
  };
}

/**
 * @param {WinSession} session
 * @param {number} player
 * @param {Hand} hand
 * @param {(id: number) => void} onTile
 */
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

/**
 * @param {WinSession} session
 * @param {number} player
 */
function toolsPart(session, player) {
  const { adding } = viewOf(session.win, player);
  const { mode, hand } = entryOf(session.win.draft, player);
  const edits = editsOf(session, player);
  const shot = session.photos.of(player);
  return [
    adding &&
      html`<${Palette}
        held=${session.paletteOf(player)}
        hand=${hand}
        onTiles=${edits.addTiles}
        onSet=${edits.addSet}
        onBack=${edits.takeLast}
      />`,
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
      keepChoice(Boolean(shot.isKept), (isKept) =>
        session.dispatch({ type: "changeShot", key: shot.key, shot: { isKept } }),
      ),
    shot?.url &&
      shot.reading &&
      hand &&
      html`<button type="button" class="text read-wrong" onclick=${() =>
        withPart(import("./misread.js"), ({ openMisread }) => openMisread(shot, hand))}>${t("read-wrong")}</button>`,
  ];
}

/**
 * Says whether nobody has said yet which tile won, where that has to be said: eight flowers need none, and a hand that wins
 * with no tile is not asked for it; while it is counted it may win.
 *
 * @param {{ hand: Hand, result: Result, isAllOne: boolean }} given
 */
function isWonUnsaid({ hand, result: { answer, waiting }, isAllOne }) {
  const canWin = !answer || waiting || tellingProblems(answer.problems)[0] === "no_winning_tile";
  return isWinnerUnsaid(hand) && !isAllOne && !answer?.valid && canWin;
}

/**
 * @param {WinSession} session
 * @param {number} player
 * @param {Hand} hand
 * @param {Beside} beside
 * @returns {Parts}
 */
function tilesPart(session, player, hand, { wrong, onward }) {
  const { draft, state, rules } = session.win;
  const { adding = false, selected = null } = viewOf(session.win, player);
  const [entry, role, edits] = [entryOf(draft, player), roleOf(draft, player), editsOf(session, player)];
  const result = session.prices.explained(draft, player);
  const { answer } = result;
  const isAllOne = session.prices.isAllOne(draft, player);
  const isUnsaid = role === "winner" && isWonUnsaid({ hand, result, isAllOne });
  const missing = isUnsaid && (answer || !result.waiting); // nothing, while it is counted whether it matters
  const whole = answer?.valid || (role === "winner" && count(hand) >= 14); // until then the palette has the room
  const body = [
    // The palette puts itself away in the midst of what is typed, once the hand is whole: the rest counts too.
    (adding || entry.mode === "palette") && html`<${Keyboard} onFaces=${edits.addTiles} onBack=${edits.takeLast} />`,
    photoPart(session, player, hand, edits.open),
    wrong,
    emptyNote(entry),
    otherwiseCard(entry, { onOther: edits.swap, onRight: edits.settle }),
    html`<${Editor}
      hand=${hand}
      role=${role}
      adding=${adding}
      selected=${selected}
      onTile=${edits.open}
      onHand=${edits.change}
      onSet=${(/** @type {number} */ index) => openSetSheet(hand, index, edits.change)}
    />`,
    (!adding || whole) &&
      calledStrip(session.priced(player), (called) => session.dispatch({ type: "sayCalled", player, hand: called })),
    readingNotes(entry, edits.settle),
  ];
  const tools = toolsPart(session, player);
  const isShort = !adding && role === "winner" && count(hand) < 14 && !answer?.valid;
  const ready = answer || result.problem?.code === "not_reached";
  return {
    // The palette stands beside the hand where there is room; what else can be done stays below the tiles.
    body: [body, !adding && tools],
    side: adding && tools,
    foot: [
      missing
        ? whichWon(hand, edits.mark)
        : scoreLine({ hand, result, state, rules, role, brief: adding, supposed: isSupposed(entry), isAllOne }),
      isShort && html`<button class="primary big" onclick=${() => edits.add(true)}>${t("add-what-missing")}</button>`,
      role === "loser" && onward?.button,
    ],
    complete: role === "winner" && !missing && Boolean(ready) && (count(hand) >= 14 || Boolean(answer?.valid)),
  };
}

/**
 * Returns the ways to say which tiles a hand has, whatever was entered of it so far; before one is named, of the winner's.
 *
 * @param {WinSession} session
 * @param {number | null} player
 * @param {(() => void)=} leave
 */
export function waysOf(session, player, leave) {
  const { draft, rules, state } = session.win;
  const role = roleOf(draft, player);
  const ways = {
    size: role === "loser" ? 13 : 14, // a kong counts as three
    opens: draft.mode === "camera" && player === null,
    onFile: (/** @type {File} */ file, /** @type {any} */ own) => session.photos.take(player, file, own),
    onTiles: () => session.enterByHand(player),
  };
  const isFirst = player === null || player === draft.winner;
  if (role === "loser" || (everyoneScores(rules) && !isFirst)) return waysView({ ...ways, leave });
  const agreed = everyoneScores(rules)
    ? {
        label: t("only-points"),
        hint: t("when-table-counts-for-itself"),
        run: () => session.dispatch({ type: "enterScores", player }),
      }
    : {
        label: t("only-faan"),
        hint: t("when-table-agrees-without-counting"),
        run: () =>
          session.dispatch({
            ...{ type: "enterFaan", player },
            faan: player === null ? undefined : Math.max(faanLimits(state, rules).minimum, 1),
          }),
      };
  return waysView({ ...ways, agreed });
}

/**
 * Returns the photo of a hand that is on its way, or why it was not read; null where neither is so.
 *
 * @param {WinSession} session
 * @param {number | null} player
 */
export function photoOnItsWay(session, player) {
  const shot = session.photos.of(player);
  if (shot?.progress !== undefined)
    return waitingView({ photo: shot, progress: shot.progress, onStop: () => session.restart(player) });
  if (!shot?.problem) return null;
  return failureView({
    problem: shot.problem,
    onAgain: () => session.photos.send(shot.key),
    onOther: () => session.restart(player),
    onTiles: () => session.enterByHand(player),
    onOwn: shot.own ? () => session.photos.takeOwn(player) : null,
  });
}

/**
 * Returns what is shown of one hand.
 *
 * @param {WinSession} session
 * @param {number} player
 * @param {Beside} beside
 * @returns {Parts}
 */
export function handParts(session, player, beside) {
  const { state, rules, draft } = session.win;
  const entry = entryOf(draft, player);
  const restart = () => session.restart(player);
  if (entry.mode === "faan") {
    const isFirst = player === draft.winner;
    const onFaan = (/** @type {number} */ faan) => {
      session.dispatch({ type: "changeFaan", player, faan });
      if (!isFirst) session.go("hand"); // nothing more is asked of another winner
    };
    const won = { ...session.won, winner: player, mode: entry.mode, faan: entry.faan };
    const limits = faanLimits(state, rules);
    const body = faanPart({ state, draft: won, rules, limits, title: t("how-many-faan"), onFaan, restart });
    return { body, foot: null, complete: isFirst };
  }
  if (draft.mode === "scores") {
    const { won } = session;
    const onScores = (/** @type {(number | null)[]} */ scores) =>
      session.dispatch({ type: "changeScores", player: won.winner, scores });
    const complete = draft.scores?.[won.winner] !== null;
    return {
      body: scoresPart({ state, draft: won, onScores, restart }),
      foot: complete ? null : scoresFoot({ state, draft: won }),
      complete,
    };
  }
  const waiting = photoOnItsWay(session, player);
  if (waiting) return { body: waiting, foot: null };
  if (entry.hand) return tilesPart(session, player, entry.hand, beside);
  return { body: waysOf(session, player, beside.onward?.leave), foot: null };
}

/**
 * Goes back from a hand of which nothing is entered to the choice of ways, without losing who won; returns whether there
 * was something to go back from.
 *
 * @param {WinSession} session
 * @param {number} player
 */
export function backToWays(session, player) {
  const { mode, hand } = entryOf(session.win.draft, player);
  if (!mode || mode === "camera" || allTiles(hand ?? emptyHand()).length) return false;
  session.restart(player);
  return true;
}

/**
 * Returns the question whether to keep a photo; `onChange` gets true or false.
 *
 * @param {boolean} isKept
 * @param {(isKept: boolean) => void} onChange
 */
function keepChoice(isKept, onChange) {
  return html`<label class="keep-photo">
    <input type="checkbox" checked=${isKept} onchange=${({ target }) => onChange(target.checked)} />
    <span>${t("keep-photo-with-hand", { n: DAYS })}</span>
  </label>`;
}
