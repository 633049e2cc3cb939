// An open table keeps its phone awake, so that nobody has to unlock it between two hands.

/** Keeps the screen on while the page is visible, if the browser allows it; returns a function that stops that. */
export function keepAwake() {
  /** @type {Promise<WakeLockSentinel | null>} */
  let lock = Promise.resolve(null);
  const ask = () => {
    if (document.visibilityState === "visible" && "wakeLock" in navigator)
      lock = navigator.wakeLock.request("screen").catch(() => null);
  };
  document.addEventListener("visibilitychange", ask); // hiding the page releases the lock
  ask();
  return () => {
    document.removeEventListener("visibilitychange", ask);
    lock.then((held) => held?.release());
  };
}
