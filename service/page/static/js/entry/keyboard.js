// Tiles typed on a keyboard, as they are written: the digits, then the letter of their suit, "123m 55z".

import { useEffect, useRef } from "../vendor/preact.js";

const SUITS = "mpszfg";
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
  useEffect(() => {
    let digits = "";
    /** @param {KeyboardEvent} event */
    const take = (event) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const target = /** @type {Element | null} */ (event.target);
      if (isOther || target?.closest?.(ELSEWHERE) || document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      if (/^[1-9]$/.test(key)) {
        digits += key;
      } else if (key.length === 1 && SUITS.includes(key) && digits) {
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
