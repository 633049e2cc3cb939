// All 42 faces under the thumb: five tabs of large pictures; and typed on a keyboard.

import { series, t } from "../i18n/translation.js";
import { entryOf } from "../state/draft.js";
import { copies, emptyHand, hasRoom, setsAround } from "../state/hand.js";
import { faces, isBonus } from "../state/tiles.js";
import { viewOf } from "../state/win.js";
import { icon } from "../ui/icons.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

/** @import { WinSession } from "./session.js" */
/** @import { TextId } from "../i18n/text-ids" */
/** @import { Child, SetKind } from "../types" */

/** @type {{ id: string, name: TextId, picture: string, codes: string[] }[]} */
const TABS = [
  { id: "m", name: "characters", picture: "1m", codes: faces("m") },
  { id: "p", name: "dots", picture: "1p", codes: faces("p") },
  { id: "s", name: "bamboo-label", picture: "1s", codes: faces("s") },
  { id: "z", name: "winds-and-dragons", picture: "7z", codes: faces("z") },
  { id: "f", name: "flowers-and-seasons", picture: "1f", codes: [...faces("f"), ...faces("g")] },
];

/** @type {{ kind: "tile" | "exposed" | "concealed_kong", name: TextId }[]} */
const TARGETS = [
  { kind: "tile", name: "single-tile" },
  { kind: "exposed", name: "exposed-set" },
  { kind: "concealed_kong", name: "concealed-kong" },
];

/** @param {string | undefined} code @returns the tab that holds a face */
export const tabOf = (code) => (code && isBonus(code) ? "f" : (TABS.find(({ id }) => id === code?.[1])?.id ?? "m"));

/**
 * @param {string} code @param {() => void} onclick @param {Record<string, any>=} more attributes
 * @returns a face as a button that is its picture
 */
export const faceButton = (code, onclick, more) => html`<button
  type="button"
  aria-label=${tileName(code)}
  data-code=${code}
  onclick=${onclick}
  ...${more}
>
  ${tileImage(code, { silent: true })}
</button>`;

/** @param {string[]} codes @param {() => void} run @param {string=} label @returns the tiles of a set as a button */
export const setButton = (codes, run, label) => html`<button
  type="button"
  class="offer"
  aria-label=${[label, series(codes.map(tileName))].filter(Boolean).join(": ")}
  onclick=${run}
>
  ${label && html`<span>${label}</span>`}
  <span class="offer-tiles">${codes.map((code) => tileImage(code, { silent: true }))}</span>
</button>`;

/**
 * Returns the pictures of one tab to choose from; `has(code)` says which can be chosen.
 *
 * @param {{ tab: string, onTab: (tab: string) => void, onFace: (code: string) => void, has?: (code: string) => boolean, current?: string | null, corner?: Child }} given
 */
export function faceGrid({ tab, onTab, onFace, has = () => true, current = null, corner = null }) {
  const { codes } = TABS.find(({ id }) => id === tab) ?? TABS[0];
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
          disabled: !has(code),
        }),
      )}
      ${corner}
    </div>
  </div>`;
}

/**
 * A palette that adds tiles and sets to the hand of a player.
 *
 * @param {{ session: WinSession, player: number, edits: { addTiles: (codes: string[]) => void, addSet: (codes: string[], kind: SetKind) => void, takeLast: () => void } }} given
 */
export function Palette({ session, player, edits }) {
  const { tab = "m", target = "tile", asked = null } = viewOf(session.win, player);
  const hand = entryOf(session.win.draft, player).hand ?? emptyHand();
  /** @param {string[]} codes */
  const fits = (codes) =>
    [...new Set(codes)].every((code) => copies(hand, code) + codes.filter((each) => each === code).length <= 4);
  /** @param {string} code */
  const choose = (code) => {
    if (target === "tile" || isBonus(code)) edits.addTiles([code]);
    else if (target === "concealed_kong") edits.addSet(Array(4).fill(code), target);
    else session.view(player, { asked: code });
  };
  /** @param {string[]} codes */
  const take = (codes) => {
    session.view(player, { asked: null });
    edits.addSet(codes, "exposed");
  };
  /** @param {string} code */
  const sets = (code) => {
    const offered = setsAround(code).filter(fits);
    return html`<div class="offers">
      ${!offered.length && html`<p class="hint">${t("no-set-of-tile-left")}</p>`}
      ${offered.map((codes) => setButton(codes, () => take(codes)))}
      <button type="button" class="quiet" onclick=${() => session.view(player, { asked: null })}>${t("another-tile")}</button>
    </div>`;
  };
  const corner = html`<button
    type="button"
    class="face erase"
    aria-label=${t("take-last-one-away")}
    onclick=${edits.takeLast}
  >
    ${icon("erase")}
  </button>`;
  return html`<section class="palette" aria-label=${t("add-tiles-label")}>
    <div class="segments small" role="group" aria-label=${t("what-next-tile-becomes")}>
      ${TARGETS.map(
        ({ kind, name }) => html`<button
          type="button"
          aria-pressed=${String(kind === target)}
          onclick=${() => session.view(player, { target: kind, asked: null })}
        >
          ${t(name)}
        </button>`,
      )}
    </div>
    ${asked ? sets(asked) : faceGrid({ tab, onTab: (id) => session.view(player, { tab: id }), onFace: choose, has: (code) => hasRoom(hand, code), corner })}
    <p class="hint typed-hint">
      ${t("or-type-them-digits-then")}
    </p>
  </section>`;
}

const LETTERS = "mpszfg"; // of suits, as they are typed after their digits: "123m 55z"
const ELSEWHERE = "input, textarea, select, dialog";

/**
 * Takes what is typed while it stands on the screen: `onFaces` gets the faces once their letter is there, `onBack` is
 * called for a backspace. A field or an open sheet keeps its keys.
 *
 * @param {{ onFaces: (codes: string[]) => void, onBack: () => void }} given
 */
export function Keyboard(given) {
  const now = useRef(given);
  now.current = given;
  // With the palette itself: a key that follows its sight is not lost, however busy the phone is.
  useLayoutEffect(() => {
    let digits = "";
    /** @param {KeyboardEvent} event */
    const take = (event) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const target = /** @type {Element | null} */ (event.target);
      if (isOther || target?.closest?.(ELSEWHERE) || document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      if (/^[1-9]$/.test(key)) {
        digits += key;
      } else if (key.length === 1 && LETTERS.includes(key) && digits) {
        const codes = [...digits].map((digit) => digit + key);
        digits = "";
        now.current.onFaces(codes);
      } else if (key === "backspace") {
        if (digits) digits = digits.slice(0, -1);
        else now.current.onBack();
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", take);
    return () => document.removeEventListener("keydown", take);
  }, []);
  return null;
}
