// A value with subscribers, from which a screen is drawn.

/** @template Value @typedef {{ value: () => Value, subscribe: Subscribe }} Observable */
/** @typedef {(listener: () => void, over?: AbortSignal) => void} Subscribe calls the listener after each change */

/**
 * Return an observable whose `change` merges a patch into the value and calls every subscriber.
 * @template {object} Value @param {Value} first
 */
export function observable(first) {
  let value = first;
  const changes = new EventTarget();
  return {
    value: () => value,
    /** @param {Partial<Value>} patch */
    change(patch) {
      value = { ...value, ...patch };
      changes.dispatchEvent(new Event("change"));
    },
    /** @type {Subscribe} */
    subscribe: (listener, over) => changes.addEventListener("change", listener, { signal: over }),
  };
}
