// Lets the page open without a connection, where the browser allows it: on https, and on the table's computer itself.

/** Registers the service worker once the page is there, so that it takes nothing from the first load. */
export function keepPage() {
  if (!navigator.serviceWorker || !window.isSecureContext) return;
  const register = () => navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {}); // the page works without it
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
