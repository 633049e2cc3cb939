// When components are drawn: with their data, on request, or in a task of their own.

import { html, useEffect, useLayoutEffect, useReducer, useState } from "../vendor/preact.js";

/** @import { Child, Refusal } from "../types" */

/** Draw something large in a later task than that of the tap. @param {{ draw: () => Child }} given */
export function Later({ draw }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue && draw();
}

/**
 * Draw a long list, a part in each task.
 *
 * @template Each
 * @param {{ each: Each[], draw: (one: Each) => Child, some?: number }} given
 */
export const Gradually = ({ each, draw, some = 4 }) => [
  each.slice(0, some).map(draw),
  each.length > some &&
    html`<${Later} draw=${() => html`<${Gradually} each=${each.slice(some)} draw=${draw} some=${some} />`} />`,
];

/**
 * Return an observable value and draw the component again whenever it changes.
 *
 * @template Value
 * @param {import("../state/observable.js").Observable<Value>} source
 */
export function useObservable(source) {
  const [, redraw] = useReducer((/** @type {number} */ times) => times + 1, 0);
  const drawn = source.value();
  useLayoutEffect(() => {
    if (source.value() !== drawn) redraw(null); // it changed before the subscription
    const over = new AbortController();
    source.subscribe(() => redraw(null), over.signal);
    return () => over.abort();
  }, [source]);
  return drawn;
}

/**
 * Call `fetch` once `of` is truthy and after each change of it, `pause` milliseconds later; return the last result, null
 * before the first. Refusals are ignored unless `onRefused` handles them.
 *
 * @template Found
 * @param {() => Promise<Found>} fetch
 * @param {unknown} of
 * @param {(problem: Refusal) => unknown=} onRefused
 */
export function useFetched(fetch, of, onRefused = () => {}, pause = 0) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  useEffect(() => {
    let isStale = false;
    const run = () =>
      fetch().then(
        (answer) => isStale || setFound(answer),
        (problem) => isStale || onRefused(problem),
      );
    const timer = of ? setTimeout(run, pause) : 0;
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [of]);
  return found;
}
