// How a component is drawn again: by what it is drawn from, or because it says so.

import { useLayoutEffect, useReducer } from "../vendor/preact.js";

/** Returns a function that has the component drawn again, with all that is in it. */
export function useRedraw() {
  const [, redraw] = useReducer((/** @type {number} */ times) => times + 1, 0);
  return () => redraw(null);
}

/**
 * Returns what is held, and has the component drawn again whenever that changes.
 *
 * @template Value
 * @param {import("../state/held-value.js").Held<Value>} held
 */
export function useHeld(held) {
  const redraw = useRedraw();
  const drawn = held.value();
  useLayoutEffect(() => {
    if (held.value() !== drawn) redraw(); // it has changed before anybody listened
    return held.subscribe(redraw);
  }, [held]);
  return drawn;
}
