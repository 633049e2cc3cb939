// Second step of a win: the tiles of one player, from a photo or by hand, or only what the table agrees on.

import { isPassing, prepare, read } from "../api/photo.js";
import { tellingProblems } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { asCalled, withCertainKongs } from "../state/claims.js";
import {
  addSet,
  addTile,
  allTiles,
  changeTile,
  copies,
  count,
  emptyHand,
  markWinning,
  removeTile,
} from "../state/hand.js";
import { DAYS } from "../state/photos.js";
import { fromReading, isSupposed, otherReading } from "../state/reading.js";
import { everyoneScores, faanLimits } from "../state/rules.js";
import { FACES, isBonus, isFaceDown } from "../state/tiles.js";
import { isWinnerUnsaid } from "../state/winning-tile.js";
import { html } from "../vendor/preact.js";
import { calledStrip } from "./claims.js";
import { Editor } from "./editor.js";
import { Keyboard } from "./keyboard.js";
import { holdPalette, Palette } from "./palette.js";
import { PhotoView } from "./photo-view.js";
import { emptyNote, failureView, otherwiseCard, readingNotes, waitingView, waysView } from "./reading.js";
import { scoreLine } from "./score.js";
import { openSetSheet, openTileSheet } from "./tile-sheet.js";
import { whichWon } from "./winning-tile.js";
import { faanPart, scoresFoot, scoresPart } from "./worth-form.js";

/** @import { OwnReading } from "../camera/own-reading.js" */
/** @import { Child, Draft, Entry, Hand, Reading, Refusal, Result, RulesDetail, Scored, SetKind, State, WonDraft } from "../types" */

/**
 * What is said about a photo below its tiles; that a tile was taken for another is said where both readings are.
 *
 * @param {Reading} given
 */
const readingNames = ({ problems, advice = [], as_seen: otherwise, tile_set: shown }) => [
  ...problems.filter((name) => !otherwise || name !== "tile_corrected"),
  ...(shown?.fits === false ? ["other_tiles"] : []),
  ...advice,
];

/**
 * What lies on the table of a hand, to see whether a person has said something about it.
 *
 * @param {Hand} hand
 */
const laid = ({ sets }) => sets.map(({ kind, tiles }) => `${kind}:${tiles.length}`).join();

/**
 * Returns a hand with one more tile, or as it is where there is no such tile, or none left of it.
 *
 * @param {Hand} hand
 * @param {string} code
 */
const addFitting = (hand, code) =>
  FACES.includes(code) && copies(hand, code) < (isBonus(code) ? 1 : 4) ? addTile(hand, code) : hand;

const AGAIN = 10_000; // milliseconds before a photo that waits for the service is sent again
const PASS = 1000; // milliseconds before the other phones get it: what the hand is worth is asked first

/**
 * A photo, in memory only; `picture` is its id for other phones, `isHeld` says that it will be kept, `codes` are those
 * of its tiles as they were read, `own` is what this phone saw itself.
 *
 * @typedef {{ blob: Blob, url: string | null, size: number[] | null, picture?: string | null, isHeld?: boolean, codes?: string[], own?: OwnReading | null }} Photo
 */

/**
 * What the step reaches of one hand, and of the photos of others.
 *
 * @typedef {object} Reach
 * @property {RulesDetail} rules
 * @property {import("../state/draft.js").HandHolder} hand
 * @property {() => void} redraw
 * @property {{ photograph: () => void, read: () => void }} watch is told how long a photo takes
 * @property {(blob: Blob) => Promise<string | null> | undefined} pass
 * @property {(picture: string) => Promise<Blob>} fetchPicture
 * @property {() => Promise<Blob | null>} heldPicture
 * @property {() => Promise<string | null>} tileSet the id of what the table showed of its tiles
 */

/**
 * What is drawn: `wrong` is what is wrong with the hand beside others, `onward` the way on from one that did not win.
 *
 * @typedef {object} Drawn
 * @property {State} state
 * @property {Draft} draft
 * @property {Entry} entry
 * @property {Result} result
 * @property {Result<Scored[]>} others what it would be worth if other sets were called
 * @property {boolean} isAllOne whether it counts although nobody has said which tile won
 * @property {string} role
 * @property {Child=} wrong
 * @property {{ button: Child, leave: () => void } | null=} onward
 */

/**
 * The step for one hand: {render, kept, back, retry, stop}.
 *
 * `hand` holds what was entered of it, `redraw` has the screen drawn anew. `pass(blob)` lets the other phones have a photo and returns its
 * id, `fetchPicture(id)` fetches one of theirs, `heldPicture()` finds one that waits here to be kept. `render` returns
 * {body, side, foot, complete}; its `wrong` is what is wrong with the hand beside others, to be shown below the photo, its
 * `onward` the way on from a hand that did not win: {button, leave}.
 *
 * @param {Reach} given
 */
export function createTilesStep({ rules, hand: held, redraw, watch, pass, fetchPicture, heldPicture, tileSet }) {
  /** @type {Photo | null} */
  let photo = null;
  /** @type {string | null} */
  let asked = null; // the id of another phone's photo that was asked for
  /** @type {{ controller: AbortController, progress: number | null } | null} */
  let work = null; // {controller, progress} while a photo is on its way
  /** @type {AbortController | null} */
  let running = null; // the controller of the last try to have it read
  let resend = 0; // the timer of the next try, while the photo waits for the service
  let keeping = false; // whether the photo is to be kept with the hand
  /** @type {Refusal | null} */
  let failed = null; // the problem that kept it from being read
  let adding = false;
  let isClosed = false; // the palette has been put away by itself, once the hand was whole
  /** @type {number | null} */
  let selected = null;
  let role = "winner";
  const faces = holdPalette();

  const get = held.value;
  const handNow = () => get().hand ?? emptyHand();
  const takeLast = () => {
    const last = allTiles(handNow()).reduce((newest, { id }) => Math.max(newest, id), -1);
    if (last >= 0) change(removeTile(handNow(), last));
  };

  /** @param {Hand} hand */
  function change(hand) {
    selected = null;
    if (hand.winning !== null && get().hand?.winning !== hand.winning) adding = false;
    const whole = role === "winner" ? withCertainKongs(hand) : hand;
    if (laid(hand) === laid(handNow())) held.changeHand(whole);
    else held.sayCalled(whole);
  }

  function forgetPhoto() {
    running?.abort();
    clearTimeout(resend);
    if (photo?.url) URL.revokeObjectURL(photo.url);
    photo = null;
    keeping = false;
    failed = null;
  }

  /** @param {File} file @param {OwnReading | null=} own what this phone saw itself when it was taken */
  async function take(file, own = null) {
    forgetPhoto();
    const controller = new AbortController();
    work = { controller, progress: 0 };
    running = controller;
    watch.photograph();
    held.awaitPhoto();
    const shown = tileSet(); // on its way while the photo is made smaller
    const prepared = await prepare(file);
    if (controller.signal.aborted) return;
    photo = { ...prepared, own };
    await send(controller, { set: shown });
  }

  /**
   * Shows the photo on its way; once it waits, its failure and the ways on stay in sight until it does go.
   *
   * @param {AbortController=} controller
   * @param {{ waits?: boolean, set?: Promise<string | null> }=} given
   */
  async function send(controller = new AbortController(), { waits = false, set = tileSet() } = {}) {
    clearTimeout(resend);
    const sent = photo;
    if (!sent) return;
    if (running !== controller) running?.abort();
    running = controller;
    /** @param {number | null} progress */
    const shown = (progress) => {
      failed = null;
      work = { controller, progress };
      redraw();
    };
    if (!waits) shown(0);
    try {
      const reading = await read(sent, rules.id, {
        signal: controller.signal,
        tileSet: await set,
        onProgress: (progress) => {
          if (!waits || progress) shown(progress);
        },
      });
      [work, failed] = [null, null];
      watch.read();
      const otherwise = otherReading(reading);
      held.takeReading({
        hand: mine(asCalled(fromReading(reading), reading)),
        otherwise: otherwise && { ...otherwise, hand: mine(otherwise.hand) },
        size: reading.size,
        notes: readingNames(reading),
      });
      sent.codes = reading.tiles.map((/** @type {{ tile: string }} */ { tile }) => tile);
      sent.own?.tell(reading);
      setTimeout(passOn, PASS, sent);
    } catch (problem) {
      if (controller.signal.aborted) return; // given up; another photo may be on its way by now
      work = null;
      watch.read();
      failed = problem;
      if (isPassing(problem)) resend = setTimeout(() => send(new AbortController(), { waits: true }), AGAIN);
      redraw();
    }
  }

  /** @param {Hand} hand one that was read */
  const mine = (hand) => (role === "winner" ? withCertainKongs(hand) : { ...hand, winning: null });

  /** Takes what this phone saw itself, where the service does not answer: to be corrected as entered tiles are. */
  function takeOwn() {
    const own = photo?.own?.reading(photo.size);
    if (!own) return;
    running?.abort();
    clearTimeout(resend);
    failed = null;
    held.takeReading({ hand: mine(fromReading(own)), otherwise: null, size: own.size, notes: [] });
    photo?.own?.tell(null);
  }

  /** @param {Photo} sent */
  async function passOn(sent) {
    if (photo !== sent) return;
    const picture = await pass(sent.blob);
    if (!picture || photo !== sent) return;
    sent.picture = sent.url ? picture : null; // one that this browser cannot open comes back as one that it can
    held.sharePhoto(picture);
  }

  /**
   * Fetches the photo that another phone took, or this one before the page was opened again.
   *
   * @param {string} picture
   */
  async function borrow(picture) {
    if (asked === picture) return;
    asked = picture;
    const passed = await fetchPicture(picture).catch(() => null);
    const blob = passed ?? (await heldPicture());
    if (!blob || get().picture !== picture) return;
    forgetPhoto();
    photo = { blob, url: URL.createObjectURL(blob), size: get().size ?? null, picture, isHeld: !passed };
    redraw();
  }

  const byHand = () => {
    adding = true;
    forgetPhoto();
    held.enterByHand(handNow());
  };
  /** @param {{ minimum: number }} given */
  const onlyFaan = ({ minimum }) => held.enterFaan(Math.max(minimum, 1));
  const restart = () => {
    work?.controller.abort();
    work = null;
    forgetPhoto();
    held.restart();
  };

  /** @param {number} id */
  function onTile(id) {
    const hand = handNow();
    selected = id;
    redraw();
    openTileSheet(hand, id, change, { role });
  }

  /**
   * @param {Entry} given
   * @param {Hand} hand
   */
  function photoPart({ size, picture }, hand) {
    if (!size) return null;
    if (picture && picture !== photo?.picture) borrow(picture);
    const url = photo && (photo.picture ?? null) === (picture ?? null) ? photo.url : null;
    return [
      html`<${PhotoView} key=${url} url=${url} size=${size} hand=${hand} selected=${selected} onTile=${onTile} />`,
      !url && html`<p class="note">${t("photo-itself-not-here-outlines")}</p>`,
    ];
  }

  // By the hand as it is when the button is pressed.
  function allRight() {
    const hand = handNow();
    const doubtful = allTiles({ ...hand, other: [] }).filter(({ unsure }) => unsure);
    selected = null;
    held.settle(doubtful.reduce((all, { id, code }) => changeTile(all, id, code), hand));
  }

  // Takes the other reading; this one stays at hand.
  function takeOther() {
    selected = null;
    held.swapReading();
  }

  /**
   * @param {Drawn} given
   * @param {Hand} hand
   */
  function tilesPart({ entry, result, others, isAllOne, state, wrong, onward }, hand) {
    const { answer, waiting } = result;
    // Eight flowers need none, and a hand that wins with no tile is not asked for it; while it is counted it may win.
    const canWin = !answer || waiting || tellingProblems(answer.problems)[0] === "no_winning_tile";
    const isUnsaid = role === "winner" && isWinnerUnsaid(hand) && !isAllOne && !answer?.valid && canWin;
    if (count(hand) < 14) isClosed = false;
    else if (isAllOne && !isClosed) [adding, isClosed] = [false, true]; // as it is when the tile that won is marked
    const missing = isUnsaid && (answer || !waiting); // nothing, while it is counted whether it matters
    const whole = answer?.valid || (role === "winner" && count(hand) >= 14); // until then the palette has the room
    /** @param {boolean} on */
    const add = (on) => {
      adding = on;
      redraw();
    };
    const addTiles = (/** @type {string[]} */ codes) => change(codes.reduce(addFitting, handNow()));
    const body = [
      // The palette puts itself away in the midst of what is typed, once the hand is whole: the rest counts too.
      (adding || entry.mode === "palette") && html`<${Keyboard} onFaces=${addTiles} onBack=${takeLast} />`,
      photoPart(entry, hand),
      wrong,
      emptyNote(entry),
      otherwiseCard(entry, { onOther: takeOther, onRight: allRight }),
      html`<${Editor}
        hand=${hand}
        role=${role}
        adding=${adding}
        selected=${selected}
        onTile=${onTile}
        onHand=${change}
        onSet=${(/** @type {number} */ index) => openSetSheet(hand, index, change)}
      />`,
      (!adding || whole) && calledStrip({ entry, result, others }, held.sayCalled),
      readingNotes(entry, allRight),
    ];
    const tools = [
      adding &&
        html`<${Palette}
          held=${faces}
          hand=${hand}
          onTiles=${addTiles}
          onSet=${(/** @type {string[]} */ codes, /** @type {SetKind} */ kind) => change(addSet(handNow(), codes, kind))}
          onBack=${takeLast}
        />`,
      html`<div class="pair tiles-tools">
        ${
          !adding
            ? html`<button class="add" onclick=${() => add(true)}>${t("add-tiles")}</button>`
            : entry.mode === "photo" &&
              html`<button class="quiet" onclick=${() => add(false)}>${t("done-adding")}</button>`
        }
        <button class="quiet" onclick=${restart}>
          ${entry.mode === "photo" ? t("another-photo") : t("start-over")}
        </button>
      </div>`,
      photo?.url &&
        !photo.isHeld &&
        keepChoice(keeping, (/** @type {boolean} */ on) => {
          keeping = on;
        }),
    ];
    const ready = result.answer || result.problem?.code === "not_reached";
    const foot = [
      missing
        ? whichWon(hand, (id) => change(markWinning(handNow(), id)))
        : scoreLine({ hand, result, state, rules, role, brief: adding, supposed: isSupposed(entry), isAllOne }),
      !adding &&
        role === "winner" &&
        count(hand) < 14 &&
        !result.answer?.valid &&
        html`<button class="primary big" onclick=${() => add(true)}>${t("add-what-missing")}</button>`,
      role === "loser" && onward?.button,
    ];
    // The palette stands beside the hand where there is room; what else can be done stays below the tiles.
    return {
      body: [body, !adding && tools],
      side: adding && tools,
      foot,
      complete: role === "winner" && !missing && Boolean(ready) && (count(hand) >= 14 || Boolean(result.answer?.valid)),
    };
  }

  /**
   * @param {State} state
   * @param {boolean} isFirst
   * @param {{ leave: () => void } | null | undefined} onward
   */
  function ways(state, isFirst, onward) {
    const size = role === "loser" ? 13 : 14; // a kong counts as three
    if (role === "loser" || (everyoneScores(rules) && !isFirst))
      return waysView({ size, onFile: take, onTiles: byHand, leave: onward?.leave });
    const agreed = everyoneScores(rules)
      ? { label: t("only-points"), hint: t("when-table-counts-for-itself"), run: held.enterScores }
      : {
          label: t("only-faan"),
          hint: t("when-table-agrees-without-counting"),
          run: () => onlyFaan(faanLimits(state, rules)),
        };
    return waysView({ size, onFile: take, onTiles: byHand, agreed });
  }

  return {
    /**
     * @param {Drawn} given
     * @returns {{ body: Child, side?: Child, foot: Child, complete?: boolean }}
     */
    render({ state, draft, entry, result, others, isAllOne, role: whose, wrong = null, onward = null }) {
      role = whose;
      if (entry.mode === "faan")
        return {
          body: faanPart({ entry, limits: faanLimits(state, rules), onFaan: held.changeFaan, restart }),
          foot: null,
          complete: true,
        };
      if (draft.mode === "scores") {
        const won = /** @type {WonDraft} */ (draft);
        const complete = draft.scores?.[won.winner] !== null;
        return {
          body: scoresPart({ state, draft: won, onScores: held.changeScores, restart }),
          foot: complete ? null : scoresFoot({ state, draft: won }),
          complete,
        };
      }
      if (work) return { body: waitingView({ photo, progress: work.progress, onStop: restart }), foot: null };
      if (failed)
        return {
          body: failureView({
            problem: failed,
            onAgain: () => send(),
            onOther: restart,
            onTiles: byHand,
            onOwn: photo?.own ? takeOwn : null,
          }),
          foot: null,
        };
      if (entry.hand)
        return tilesPart({ state, draft, entry, result, others, isAllOne, role, wrong, onward }, entry.hand);
      return { body: ways(state, entry === draft, onward), foot: null };
    },
    /**
     * Returns the ways to say which tiles the winner's hand has, whatever was entered of it so far.
     *
     * @param {State} state
     */
    ways: (state) => ways(state, true, null),
    /** Returns the tiles of this phone's photo that were given another name than they were read by, or null. */
    renamed() {
      const { url = null, codes = [] } = photo ?? {};
      const tiles = allTiles(handNow()).filter(
        ({ id, code, corners }) => corners && codes[id] && codes[id] !== code && !isFaceDown(code),
      );
      const size = get().size;
      return url && size && tiles.length ? { url, size, tiles } : null;
    },
    /** Returns the photo that is to be kept, or null. */
    kept: () => (keeping && photo ? photo.blob : null),
    /** Goes back to the choice of ways without losing who won; true when there was something to go back from. */
    back() {
      if (!get().mode) return false;
      if (allTiles(handNow()).length) return false;
      restart();
      return true;
    },
    /** Sends the photo again, at once, that a lost connection has kept from being read. */
    retry() {
      if (failed && isPassing(failed)) send();
    },
    stop() {
      work?.controller.abort();
      forgetPhoto();
    },
  };
}

/**
 * Returns the question whether to keep a photo; `onChange` gets true or false.
 *
 * @param {boolean} keeping
 * @param {(keeping: boolean) => void} onChange
 */
function keepChoice(keeping, onChange) {
  return html`<label class="keep-photo">
    <input type="checkbox" checked=${keeping} onchange=${({ target }) => onChange(target.checked)} />
    <span>${t("keep-photo-with-hand", { n: DAYS })}</span>
  </label>`;
}
