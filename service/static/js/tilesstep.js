// Second step of a win: the tiles of one player, from a photo or by hand, or only what the table agrees on.

import { faanPart, scoresPart } from "./agreedstep.js";
import { h } from "./dom.js";
import { editor } from "./editor.js";
import { addSet, addTile, allTiles, changeTile, count, emptyHand, fromReading, markWinning, removeTile } from "./hand.js";
import { t } from "./i18n.js";
import { everyoneScores, faanLimits } from "./limits.js";
import { createPalette } from "./palette.js";
import { prepare, read } from "./photo.js";
import { createPhotoView } from "./photoview.js";
import { scoreLine } from "./scoreline.js";
import { openSetSheet, openTileSheet } from "./tilesheet.js";
import { emptyNote, failureView, readingNotes, waitingView, waysView } from "./ways.js";

/**
 * The step for one hand: {render, back, stop}.
 *
 * `get` and `set` reach what was entered of this hand, `keep` remembers without drawing anew, `next` goes on.
 */
export function createTilesStep({ rules, get, set, keep, next }) {
  let photo = null; // {blob, url, size}, in memory only
  let view = null;
  let work = null; // {controller, progress} while a photo is on its way
  let failed = null; // the problem that kept it from being read
  let marking = false;
  let adding = false;
  let selected = null;
  let besideOpen = false;
  let role = "winner";

  const palette = createPalette({
    onTile: (code) => change(addTile(get().hand, code)),
    onSet: (codes, kind) => change(addSet(get().hand, codes, kind)),
    onBack: () => {
      const last = allTiles(get().hand).reduce((newest, { id }) => Math.max(newest, id), -1);
      if (last >= 0) change(removeTile(get().hand, last));
    },
  });

  function change(hand) {
    selected = null;
    if (hand.winning !== null) marking = false;
    set({ hand });
  }

  function forgetPhoto() {
    if (photo?.url) URL.revokeObjectURL(photo.url);
    photo = null;
    view = null;
    failed = null;
  }

  async function take(file) {
    forgetPhoto();
    const controller = new AbortController();
    work = { controller, progress: 0 };
    set({ mode: "photo", hand: null, events: [] });
    const prepared = await prepare(file);
    if (controller.signal.aborted) return;
    photo = prepared;
    await send(controller);
  }

  async function send(controller) {
    failed = null;
    work = { controller, progress: 0 };
    set({});
    try {
      const reading = await read(photo, rules.id, {
        signal: controller.signal, onProgress: (progress) => { work = { controller, progress }; set({}); },
      });
      work = null;
      view = null;
      const hand = fromReading(reading);
      set({ hand: role === "winner" ? hand : { ...hand, winning: null }, size: reading.size, notes: reading.problems, events: [] });
    } catch (problem) {
      if (controller.signal.aborted) return; // given up; another photo may be on its way by now
      work = null;
      failed = problem;
      set({});
    }
  }

  const byHand = () => { adding = true; forgetPhoto(); set({ mode: "palette", hand: get().hand ?? emptyHand(), events: [] }); };
  const onlyFaan = ({ minimum }) => set({ mode: "faan", faan: Math.max(minimum, 1), hand: null, events: [] });
  const onlyScores = () => set({ mode: "scores", scores: [null, null, null, null], hand: null, events: [] });
  const restart = () => { work?.controller.abort(); work = null; marking = false; forgetPhoto(); set({ mode: null, hand: null, faan: undefined, scores: undefined, notes: [], events: [] }); };

  function onTile(id) {
    const { hand } = get();
    if (marking && hand.concealed.some((tile) => tile.id === id)) {
      marking = false;
      change(markWinning(hand, id));
      return;
    }
    selected = id;
    set({});
    openTileSheet(hand, id, change, { role });
  }

  function photoPart({ hand, size }) {
    if (!photo?.url || !size) return null;
    view ??= createPhotoView({ url: photo.url, size, onTile });
    view.update({ hand, selected });
    return view.element;
  }

  function tilesPart({ entry, result, state }) {
    const { hand } = entry;
    palette.update(hand);
    const missing = role === "winner" && hand.winning === null && count(hand) === 14 && !result.answer?.valid; // eight flowers need none
    const body = [
      photoPart(entry), emptyNote(entry),
      marking && h("p", { class: "note strong", role: "status" }, t("Tap the tile that won.")),
      editor({ hand, role, marking, selected, besideOpen, onBeside: (open) => { besideOpen = open; }, onTile, onSet: (index) => openSetSheet(hand, index, change) }),
      readingNotes(entry, (tiles) => change(tiles.reduce((all, { id, code }) => changeTile(all, id, code), hand)), role),
      adding ? palette.element : h("button", { class: "add", onclick: () => { adding = true; set({}); } }, t("+ Add tiles")),
      adding && entry.mode === "photo" && h("button", { class: "quiet", onclick: () => { adding = false; set({}); } }, t("Done adding")),
      h("button", { class: "quiet", onclick: restart }, entry.mode === "photo" ? t("Another photo") : t("Start over")),
    ];
    const mark = () => { marking = true; set({}); document.querySelector(".editor")?.scrollIntoView({ block: "center" }); };
    const onward = role === "winner" ? t("See the score") : t("Done with this hand");
    const ready = role === "loser" || (result.answer && !result.waiting);
    const foot = [
      scoreLine({ hand, result, state, rules, role }),
      missing
        ? h("button", { class: "primary big", onclick: mark }, t("Which tile won?"))
        : h("button", { class: "primary big", disabled: !ready, onclick: next }, onward),
    ];
    return { body, foot };
  }

  function ways(state) {
    if (role === "loser") return waysView({ onFile: take, onTiles: byHand });
    const agreed = everyoneScores(rules)
      ? { label: t("Only the points"), hint: t("When the table counts for itself"), run: onlyScores }
      : { label: t("Only the faan"), hint: t("When the table agrees without counting"), run: () => onlyFaan(faanLimits(state, rules)) };
    return waysView({ onFile: take, onTiles: byHand, agreed });
  }

  return {
    render({ state, draft, entry, result, role: whose }) {
      role = whose;
      if (draft.mode === "faan") return faanPart({ draft, limits: faanLimits(state, rules), set, next, restart });
      if (draft.mode === "scores") return scoresPart({ state, draft, keep, next, restart });
      if (work) return { body: waitingView({ photo, progress: work.progress, onStop: restart }), foot: null };
      if (failed) return { body: failureView({ problem: failed, onAgain: () => send(new AbortController()), onOther: restart, onTiles: byHand }), foot: null };
      if (entry.hand) return tilesPart({ entry, result, state });
      return { body: ways(state), foot: null };
    },
    /** Goes back to the choice of ways without losing who won; true when there was something to go back from. */
    back() {
      if (!get().mode) return false;
      if (allTiles(get().hand ?? emptyHand()).length) return false;
      restart();
      return true;
    },
    stop() {
      work?.controller.abort();
      forgetPhoto();
    },
  };
}
