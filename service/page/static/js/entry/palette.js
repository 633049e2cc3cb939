// All 42 faces under the thumb: five tabs of large pictures.

import { t } from "../i18n/translation.js";
import { copies, emptyHand, setsAround } from "../state/hand.js";
import { faces, isBonus } from "../state/tiles.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { tileImage, tileName } from "../ui/tiles.js";

/** @import { Child, Hand, SetKind } from "../types" */

const TABS = [
  { id: "m", name: "Characters", picture: "1m", codes: faces("m") },
  { id: "p", name: "Dots", picture: "1p", codes: faces("p") },
  { id: "s", name: "Bamboo", picture: "1s", codes: faces("s") },
  { id: "z", name: "Winds and dragons", picture: "7z", codes: faces("z") },
  { id: "f", name: "Flowers and seasons", picture: "1f", codes: [...faces("f"), ...faces("g")] },
];

const TARGETS = [
  { kind: "tile", name: "Single tile" },
  { kind: "exposed", name: "Exposed set" },
  { kind: "concealed_kong", name: "Concealed kong" },
];

/**
 * Returns the tab that holds a face.
 *
 * @param {string | undefined} code
 */
export const tabOf = (code) => (code && isBonus(code) ? "f" : (TABS.find(({ id }) => id === code?.[1])?.id ?? "m"));

/**
 * Returns the pictures of one tab to choose from; `full(code)` says which cannot be chosen any more.
 *
 * @param {{ tab: string, onTab: (tab: string) => void, onFace: (code: string) => void, full?: (code: string) => boolean, current?: string | null, corner?: Child }} given
 */
export function faceGrid({ tab, onTab, onFace, full = () => false, current = null, corner = null }) {
  const { codes } = TABS.find(({ id }) => id === tab) ?? TABS[0];
  return h(
    "div",
    { class: "faces" },
    h(
      "div",
      { class: "tabs", role: "tablist" },
      TABS.map(({ id, name, picture }) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            class: "tab",
            "aria-selected": String(id === tab),
            "aria-label": t(name),
            onclick: () => onTab(id),
          },
          tileImage(picture, { silent: true }),
        ),
      ),
    ),
    h(
      "div",
      { class: "face-grid" },
      codes.map((code) =>
        h(
          "button",
          {
            type: "button",
            class: code === current ? "face current" : "face",
            disabled: full(code),
            "aria-label": tileName(code),
            "data-code": code,
            onclick: () => onFace(code),
          },
          tileImage(code, { silent: true }),
        ),
      ),
      corner,
    ),
  );
}

/**
 * A palette that adds tiles and sets to a hand: {element, update(hand)}.
 *
 * @param {{ onTile: (code: string) => void, onSet: (codes: string[], kind: SetKind) => void, onBack: () => void }} given
 */
export function createPalette({ onTile, onSet, onBack }) {
  const element = h("section", { class: "palette", "aria-label": t("Add tiles") });
  let tab = "m";
  let target = "tile";
  /** @type {string | null} */
  let asked = null; // the face whose sets are offered
  let hand = emptyHand();
  let drawn = false;

  /** @param {() => void} change */
  const set = (change) => {
    change();
    render();
  };
  /** @param {string} code */
  const full = (code) => copies(hand, code) >= (isBonus(code) ? 1 : 4);
  /** @param {string[]} codes */
  const fits = (codes) =>
    [...new Set(codes)].every((code) => copies(hand, code) + codes.filter((each) => each === code).length <= 4);

  /** @param {string} code */
  function choose(code) {
    if (target === "tile" || isBonus(code)) onTile(code);
    else if (target === "concealed_kong") onSet(Array(4).fill(code), target);
    else
      set(() => {
        asked = code;
      });
  }

  /** @param {string} code */
  function sets(code) {
    const offered = setsAround(code).filter(fits);
    return h(
      "div",
      { class: "offers" },
      offered.length ? null : h("p", { class: "hint" }, t("No set of this tile is left.")),
      offered.map((codes) =>
        h(
          "button",
          {
            type: "button",
            class: "offer",
            "aria-label": codes.map(tileName).join(", "),
            onclick: () => {
              asked = null;
              onSet(codes, "exposed");
            },
          },
          codes.map((code) => tileImage(code, { silent: true })),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () =>
            set(() => {
              asked = null;
            }),
        },
        t("Another tile"),
      ),
    );
  }

  function render() {
    const targets = h(
      "div",
      { class: "segments small", role: "group", "aria-label": t("What the next tile becomes") },
      TARGETS.map(({ kind, name }) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(kind === target),
            onclick: () =>
              set(() => {
                target = kind;
                asked = null;
              }),
          },
          t(name),
        ),
      ),
    );
    const back = h(
      "button",
      { type: "button", class: "face erase", "aria-label": t("Take the last one away"), onclick: onBack },
      icon("erase"),
    );
    const grid = () =>
      faceGrid({
        tab,
        onTab: (id) =>
          set(() => {
            tab = id;
          }),
        onFace: choose,
        full,
        corner: back,
      });
    element.replaceChildren(targets, asked ? sets(asked) : grid());
  }

  /** @param {Hand} newer */
  function update(newer) {
    if (drawn && newer === hand) return; // a face under the finger must not be replaced
    [hand, drawn] = [newer, true];
    render();
  }
  return { element, update };
}
