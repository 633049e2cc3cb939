// What the tiles step shows before there are tiles to see, and what it says about a photo that was read.

import { h } from "./dom.js";
import { allTiles } from "./hand.js";
import { icon } from "./icons.js";
import { readingProblem, refusal } from "./words.js";

function fileChoice(label, hint, capture, onFile, sign) {
  return h("label", { class: "way" },
    h("span", { class: "way-symbol" }, icon(sign)),
    h("span", {}, h("b", {}, label), h("small", {}, hint)),
    h("input", {
      type: "file", accept: "image/*", capture: capture ? "environment" : null, class: "hidden-input",
      onchange: ({ target }) => { const [file] = target.files; target.value = ""; if (file) onFile(file); },
    }));
}

function wayButton(label, hint, sign, run) {
  return h("button", { type: "button", class: "way", onclick: run },
    h("span", { class: "way-symbol" }, icon(sign)),
    h("span", {}, h("b", {}, label), h("small", {}, hint)));
}

/** Returns the four ways to say which hand won. */
export function waysView({ onFile, onTiles, onFaan }) {
  return h("section", { class: "ways", "aria-label": "The winning hand" },
    fileChoice("Take a photo", "Fill the picture with the hand, from above", true, onFile, "camera"),
    fileChoice("Choose a photo", "From this phone's pictures", false, onFile, "picture"),
    wayButton("Enter the tiles", "Tap them one by one", "tiles", onTiles),
    wayButton("Only the faan", "When the table agrees without counting", "count", onFaan));
}

/** Returns a photo on its way; `progress` is 0 to 1, 1 while it is being read, null between two tries. */
export function waitingView({ photo, progress, onStop }) {
  const words = progress === null ? "No connection. Trying again …" : progress < 1 ? "Sending the photo …" : "Reading the tiles …";
  return h("section", { class: "card busy", role: "status" },
    photo?.url && h("img", { class: "busy-photo", src: photo.url, alt: "The photo that is being read" }),
    h("p", {}, words),
    h("progress", { max: 1, value: progress === null || progress === 1 ? null : progress, "aria-label": words }),
    h("button", { class: "quiet", onclick: onStop }, "Stop"));
}

/** Returns why a photo was not read, and the ways on. */
export function failureView({ problem, onAgain, onOther, onTiles }) {
  return h("section", { class: "card busy", role: "alert" },
    h("h2", {}, "The photo was not read"),
    h("p", {}, refusal(problem)),
    h("button", { class: "primary", onclick: onAgain }, "Try again"),
    h("button", { onclick: onOther }, "Another photo"),
    h("button", { onclick: onTiles }, "Enter the tiles"));
}

const note = (...content) => h("p", { class: "note" }, content);

/** Returns a word on a photo in which no hand was found, else null. */
export function emptyNote({ hand, mode }) {
  return mode === "photo" && !hand.concealed.length && !hand.sets.length ? note(readingProblem("no_hand")) : null;
}

/** Returns what to look at in a hand that was read; `onSure` gets the tiles that were found right. */
export function readingNotes({ hand, notes = [], mode }, onSure) {
  if (mode !== "photo") return [];
  const words = [...new Set(notes.map(readingProblem).filter(Boolean))];
  const doubtful = allTiles({ ...hand, other: [] }).filter(({ unsure }) => unsure);
  const one = doubtful.length === 1;
  return [
    words.map((each) => note(each)),
    doubtful.length ? note(
      h("span", {}, `${one ? "One tile is" : `${doubtful.length} tiles are`} marked with “?”: tap and check.`),
      h("button", { class: "text", onclick: () => onSure(doubtful) }, one ? "It is right" : "All are right")) : null,
  ];
}
