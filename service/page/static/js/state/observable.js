// A value with subscribers, from which a screen is drawn.

/** @template Value @typedef {{ value: () => Value, subscribe: (listener: () => void) => () => void }} Observable */

/**
 * Return an observable whose `change` merges a patch into the value and calls every subscriber.
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
      for (const listener of [...listeners]) listener();
    },
    /** Return a function that unsubscribes. @param {() => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
