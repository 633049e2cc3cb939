// How a component is drawn again: by what it is drawn from, because it says so, or in a task of its own.

import { html, useEffect, useLayoutEffect, useReducer, useState } from "../vendor/preact.js";

/** @import { Child, Refusal } from "../types" */

/**
 * What is much to draw, in a task after that of the tap that brings it; once it is there it stays.
 * @param {{ draw: () => Child }} given
 */
export function Later({ draw }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue && draw();
}

/**
 * A long list, some of it in each task.
 *
 * @template Each
 * @param {{ each: Each[], draw: (one: Each) => Child, some?: number }} given
 */
export const Gradually = ({ each, draw, some = 4 }) => [
  each.slice(0, some).map(draw),
  each.length > some &&
    html`<${Later} draw=${() => html`<${Gradually} each=${each.slice(some)} draw=${draw} some=${some} />`} />`,
];

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
 * Returns what is fetched, anew for each `of` that is wanted; null until it is there. Without it the screen stands all the
 * same, unless `onRefused` says so.
 *
 * @template Found
 * @param {() => Promise<Found>} fetch
 * @param {unknown} of
 * @param {(problem: Refusal) => unknown=} onRefused
 */
export function useFetched(fetch, of, onRefused = () => {}) {
  const [found, know] = useState(/** @type {Found | null} */ (null));
  useEffect(() => {
    let gone = false;
    if (of)
      fetch().then(
        (answer) => gone || know(answer),
        (problem) => gone || onRefused(problem),
      );
    return () => {
      gone = true;
    };
  }, [of]);
  return found;
}
