// How a component is drawn again: by what it is drawn from, or because it says so.

import { useEffect, useLayoutEffect, useReducer, useState } from "../vendor/preact.js";

/** Returns a function that has the component drawn again, with all that is in it. */
export function useRedraw() {
  const [, redraw] = useReducer((/** @type {number} */ times) => times + 1, 0);
  return () => redraw(null);
}

/**
 * Returns an observable value, and has the component drawn again whenever that changes.
 *
 * @template Value
 * @param {import("../state/observable.js").Observable<Value>} source
 */
export function useObservable(source) {
  const redraw = useRedraw();
  const drawn = source.value();
  useLayoutEffect(() => {
    if (source.value() !== drawn) redraw(); // it has changed before anybody listened
    return source.subscribe(redraw);
  }, [source]);
  return drawn;
}

/**
 * Returns a part of the page that is fetched where `wanted`; null until it is there.
 *
 * @template Part
 * @param {() => Promise<Part>} fetch
 * @param {boolean} wanted
 * @returns {Part | null}
 */
export function useFetched(fetch, wanted) {
  const [part, know] = useState(/** @type {Part | null} */ (null));
  useEffect(() => {
    if (wanted) fetch().then(know, () => {}); // without it the screen stands all the same
  }, [wanted]);
  return part;
}
