// Offers all 42 faces as large pictures in five tabs, and takes tiles that are typed on a keyboard.

import { series, t } from "../i18n/translation.js";
import { entryOf } from "../state/draft.js";
import { copies, emptyHand, hasRoom, possibleSets } from "../state/hand.js";
import { FACE_ROWS, isBonus } from "../state/tiles.js";
import { viewOf } from "../state/win.js";
import { icon } from "../ui/icons.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

/** @import { WinSession } from "./session.js" */
/** @import { TextId } from "../i18n/text-ids" */
/** @import { Child, SetKind } from "../types" */

/** @type {{ id: string, name: TextId, picture: string }[]} one for each of FACE_ROWS */
const TABS = [
  { id: "m", name: "characters", picture: "1m" },
  { id: "p", name: "dots", picture: "1p" },
  { id: "s", name: "bamboo-label", picture: "1s" },
  { id: "z", name: "winds-and-dragons", picture: "7z" },
  { id: "f", name: "flowers-and-seasons", picture: "1f" },
];

/** @type {{ kind: "tile" | "exposed" | "concealed_kong", name: TextId }[]} */
const TARGETS = [
  { kind: "tile", name: "single-tile" },
  { kind: "exposed", name: "exposed-set" },
  { kind: "concealed_kong", name: "concealed-kong" },
];

/** Return the id of the tab with a face. @param {string | undefined} code */
export const tabOf = (code) => (code && isBonus(code) ? "f" : (TABS.find(({ id }) => id === code?.[1])?.id ?? "m"));

/** @param {string} code @param {() => void} onclick @param {Record<string, any>} attributes */
export const faceButton = (code, onclick, attributes) => html`<button
  type="button"
  aria-label=${tileName(code)}
  data-code=${code}
  onclick=${onclick}
  ...${attributes}
>
  ${tileImage(code, { silent: true })}
</button>`;

/** @param {string[]} codes @param {() => void} onclick @param {string=} label */
export const setButton = (codes, onclick, label) => html`<button
  type="button"
  class="offer"
  aria-label=${[label, series(codes.map(tileName))].filter(Boolean).join(": ")}
  onclick=${onclick}
>
  ${label && html`<span>${label}</span>`}
  <span class="offer-tiles">${codes.map((code) => tileImage(code, { silent: true }))}</span>
</button>`;

/**
 * Return the tabs and the faces of one of them; `isEnabled(code)` says which can be chosen, `corner` follows the last
 * one.
 *
 * @param {{ tab: string, onTab: (tab: string) => void, onFace: (code: string) => void, isEnabled: (code: string) => boolean, current?: string, corner?: Child }} given
 */
export function faceGrid({ tab, onTab, onFace, isEnabled, current, corner }) {
  const codes = FACE_ROWS[TABS.findIndex(({ id }) => id === tab)];
  return html`<div class="faces">
    <div class="tabs" role="tablist">
      ${TABS.map(
        ({ id, name, picture }) => html`<button
          type="button"
          role="tab"
          class="tab"
          aria-selected=${String(id === tab)}
          aria-label=${t(name)}
          onclick=${() => onTab(id)}
        >
          ${tileImage(picture, { silent: true })}
        </button>`,
      )}
    </div>
    <div class="face-grid">
      ${codes.map((code) =>
        faceButton(code, () => onFace(code), {
          class: code === current ? "face current" : "face",
          disabled: !isEnabled(code),
        }),
      )}
      ${corner}
    </div>
  </div>`;
}

/**
 * A palette that adds tiles and sets to a player's hand.
 * @param {{ session: WinSession, player: number, edits: { addTiles: (codes: string[]) => void, addSet: (codes: string[], kind: SetKind) => void, removeLast: () => void } }} given
 */
export function Palette({ session, player, edits }) {
  const { tab = "m", target = "tile", offered = null } = viewOf(session.win, player);
  const hand = entryOf(session.win.draft, player).hand ?? emptyHand();
  /** @param {string[]} codes */
  const fits = (codes) =>
    [...new Set(codes)].every((code) => copies(hand, code) + codes.filter((each) => each === code).length <= 4);
  /** @param {string | null} code */
  const offerSets = (code) => session.setView(player, { offered: code });
  /** @param {string} code */
  const onFace = (code) => {
    if (target === "tile" || isBonus(code)) edits.addTiles([code]);
    else if (target === "concealed_kong") edits.addSet(Array(4).fill(code), target);
    else offerSets(code);
  };
  /** @param {string[]} codes */
  const addExposed = (codes) => {
    offerSets(null);
    edits.addSet(codes, "exposed");
  };
  /** @param {string} code */
  const setOffers = (code) => {
    const sets = possibleSets(code).filter(fits);
    return html`<div class="offers">
      ${!sets.length && html`<p class="hint">${t("no-set-of-tile-left")}</p>`}
      ${sets.map((codes) => setButton(codes, () => addExposed(codes)))}
      <button type="button" class="quiet" onclick=${() => offerSets(null)}>${t("another-tile")}</button>
    </div>`;
  };
  /** @param {string} id */
  const onTab = (id) => session.setView(player, { tab: id });
  const corner = html`<button
    type="button"
    class="face erase"
    aria-label=${t("take-last-one-away")}
    onclick=${edits.removeLast}
  >
    ${icon("erase")}
  </button>`;
  return html`<section class="palette" aria-label=${t("add-tiles-label")}>
    <div class="segments small" role="group" aria-label=${t("what-next-tile-becomes")}>
      ${TARGETS.map(
        ({ kind, name }) => html`<button
          type="button"
          aria-pressed=${String(kind === target)}
          onclick=${() => session.setView(player, { target: kind, offered: null })}
        >
          ${t(name)}
        </button>`,
      )}
    </div>
    ${offered ? setOffers(offered) : faceGrid({ tab, onTab, onFace, isEnabled: (code) => hasRoom(hand, code), corner })}
    <p class="hint typed-hint">${t("or-type-them-digits-then")}</p>
  </section>`;
}

const LETTERS = "mpszfg"; // of suits, which are typed after their digits: "123m 55z"
const FIELDS = "input, textarea, select, dialog";

/**
 * Takes typed tiles: `onFaces` is called with them once their letter is typed, `onBackspace` for a backspace. Fields
 * and open sheets keep their keys.
 *
 * @param {{ onFaces: (codes: string[]) => void, onBackspace: () => void }} handlers
 */
export function Keyboard(handlers) {
  const latest = useRef(handlers);
  latest.current = handlers;
  // In the layout effect, so that no key is lost once the palette is visible, however busy the phone is.
  useLayoutEffect(() => {
    let digits = "";
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const target = /** @type {Element | null} */ (event.target);
      if (isCommand || target?.closest?.(FIELDS) || document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      if (/^[1-9]$/.test(key)) {
        digits += key;
      } else if (key.length === 1 && LETTERS.includes(key) && digits) {
        const codes = [...digits].map((digit) => digit + key);
        digits = "";
        latest.current.onFaces(codes);
      } else if (key === "backspace") {
        if (digits) digits = digits.slice(0, -1);
        else latest.current.onBackspace();
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return null;
}
