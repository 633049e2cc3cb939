// A table that is open keeps its phone awake: who looks at it between two hands need not unlock it.
//
// A browser may refuse it, on plain http or with an empty battery: then the phone sleeps as ever.

/** Keeps the screen on as long as the page is seen; returns what to call when that is over. */
export function keepAwake() {
  /** @type {Promise<WakeLockSentinel | null>} */
  let lock = Promise.resolve(null);
  const ask = () => {
    if (document.visibilityState === "visible" && "wakeLock" in navigator)
      lock = navigator.wakeLock.request("screen").catch(() => null);
  };
  document.addEventListener("visibilitychange", ask); // a hidden page has lost it
  ask();
  return () => {
    document.removeEventListener("visibilitychange", ask);
    lock.then((held) => held?.release());
  };
}
