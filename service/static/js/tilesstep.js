// Second step of a win: the tiles, from a photo, by hand, or only the faan that the table agrees on.

import { h } from "./dom.js";
import { editor } from "./editor.js";
import { addSet, addTile, allTiles, changeTile, count, emptyHand, fromReading, markWinning, removeTile } from "./hand.js";
import { faanLimits } from "./limits.js";
import { createPalette } from "./palette.js";
import { prepare, read } from "./photo.js";
import { createPhotoView } from "./photoview.js";
import { scoreLine } from "./scoreline.js";
import { openSetSheet, openTileSheet } from "./tilesheet.js";
import { emptyNote, failureView, readingNotes, waitingView, waysView } from "./ways.js";

/** The step: {render, back, stop}; `get` and `set` reach the draft, `next` goes on to the score. */
export function createTilesStep({ rules, get, set, next }) {
  let photo = null; // {blob, url, size}, in memory only
  let view = null;
  let work = null; // {controller, progress} while a photo is on its way
  let failed = null; // the problem that kept it from being read
  let marking = false;
  let adding = false;
  let selected = null;
  let besideOpen = false;

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
      const reading = await read(photo, rules, {
        signal: controller.signal, onProgress: (progress) => { work = { controller, progress }; set({}); },
      });
      work = null;
      view = null;
      set({ hand: fromReading(reading), size: reading.size, notes: reading.problems, events: [] });
    } catch (problem) {
      if (controller.signal.aborted) return; // given up; another photo may be on its way by now
      work = null;
      failed = problem;
      set({});
    }
  }

  const byHand = () => { adding = true; forgetPhoto(); set({ mode: "palette", hand: get().hand ?? emptyHand(), events: [] }); };
  const onlyFaan = ({ minimum }) => set({ mode: "faan", faan: Math.max(minimum, 1), hand: null, events: [] });
  const restart = () => { work?.controller.abort(); work = null; marking = false; forgetPhoto(); set({ mode: null, hand: null, faan: undefined, notes: [], events: [] }); };

  function onTile(id) {
    const { hand } = get();
    if (marking && hand.concealed.some((tile) => tile.id === id)) {
      marking = false;
      change(markWinning(hand, id));
      return;
    }
    selected = id;
    set({});
    openTileSheet(hand, id, change);
  }

  function photoPart({ hand, size }) {
    if (!photo?.url || !size) return null;
    view ??= createPhotoView({ url: photo.url, size, onTile });
    view.update({ hand, selected });
    return view.element;
  }

  function tilesPart({ draft, result, state, rules: table }) {
    const { hand } = draft;
    palette.update(hand);
    const missing = hand.winning === null && count(hand) === 14 && !result.answer?.valid; // eight flowers need none
    const body = [
      photoPart(draft), emptyNote(draft),
      marking && h("p", { class: "note strong", role: "status" }, "Tap the tile that won."),
      editor({ hand, marking, selected, besideOpen, onBeside: (open) => { besideOpen = open; }, onTile, onSet: (index) => openSetSheet(hand, index, change) }),
      readingNotes(draft, (tiles) => change(tiles.reduce((all, { id, code }) => changeTile(all, id, code), hand))),
      adding ? palette.element : h("button", { class: "add", onclick: () => { adding = true; set({}); } }, "+ Add tiles"),
      adding && draft.mode === "photo" && h("button", { class: "quiet", onclick: () => { adding = false; set({}); } }, "Done adding"),
      h("button", { class: "quiet", onclick: restart }, draft.mode === "photo" ? "Another photo" : "Start over"),
    ];
    const mark = () => { marking = true; set({}); document.querySelector(".editor")?.scrollIntoView({ block: "center" }); };
    const foot = [
      scoreLine({ hand, result, state, rules: table }),
      missing
        ? h("button", { class: "primary big", onclick: mark }, "Which tile won?")
        : h("button", { class: "primary big", disabled: !result.answer || result.waiting, onclick: next }, "See the score"),
    ];
    return { body, foot };
  }

  function faanPart({ draft, limits }) {
    const step = (by) => set({ faan: Math.min(limits.cap, Math.max(limits.minimum, draft.faan + by)) });
    return {
      body: h("section", { class: "card agreed" },
        h("h2", {}, "How many faan?"),
        h("div", { class: "stepper" },
          h("button", { "aria-label": "One less", disabled: draft.faan <= limits.minimum, onclick: () => step(-1) }, "−"),
          h("output", { "aria-live": "polite" }, h("b", {}, String(draft.faan)), " faan"),
          h("button", { "aria-label": "One more", disabled: draft.faan >= limits.cap, onclick: () => step(1) }, "+")),
        h("p", { class: "hint" }, draft.faan >= limits.cap ? "This is the most that counts at this table." : `From ${limits.minimum} to ${limits.cap} at this table.`),
        h("button", { class: "quiet", onclick: restart }, "Enter the tiles instead")),
      foot: h("button", { class: "primary big", onclick: next }, "See the payments"),
    };
  }

  return {
    render({ state, draft, rules: table, result }) {
      const limits = faanLimits(state, table);
      if (draft.mode === "faan") return faanPart({ draft, limits });
      if (work) return { body: waitingView({ photo, progress: work.progress, onStop: restart }), foot: null };
      if (failed) return { body: failureView({ problem: failed, onAgain: () => send(new AbortController()), onOther: restart, onTiles: byHand }), foot: null };
      if (draft.hand) return tilesPart({ draft, result, state, rules: table });
      return { body: waysView({ onFile: take, onTiles: byHand, onFaan: () => onlyFaan(limits) }), foot: null };
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
