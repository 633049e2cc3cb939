// A value that a screen is drawn from: who draws it hears of every change.

/** @template Value @typedef {{ value: () => Value, subscribe: (run: () => void) => () => void }} Observable */

/**
 * `change(patch)` puts another value in its place, and calls everyone who has subscribed.
 * @template {object} Value @param {Value} first
 */
export function observable(first) {
  let value = first;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  return {
    value: () => value,
    /** @param {Partial<Value>} patch */
    change(patch) {
      value = { ...value, ...patch };
      for (const run of [...listeners]) run();
    },
    /** @param {() => void} run */
    subscribe(run) {
      listeners.add(run);
      return () => {
        listeners.delete(run);
      };
    },
  };
}
