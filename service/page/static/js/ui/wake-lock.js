// Keeps the phone of an open table awake, so that nobody has to unlock it between two hands.

/** Keep the screen on while the page is visible, if the browser allows it, until `left`. @param {AbortSignal} left */
export function keepAwake(left) {
  /** @type {Promise<WakeLockSentinel | null>} */
  let lock = Promise.resolve(null);
  const ask = () => {
    if (document.visibilityState === "visible" && "wakeLock" in navigator)
      lock = navigator.wakeLock.request("screen").catch(() => null);
  };
  document.addEventListener("visibilitychange", ask, { signal: left }); // hiding the page releases the lock
  left.addEventListener("abort", () => lock.then((held) => held?.release()));
  ask();
}
