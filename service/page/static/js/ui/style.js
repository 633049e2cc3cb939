// The style of the screens that are opened from the first one, in a sheet beside its own.

/** @type {Promise<unknown> | undefined} */
let fetched;

/** Fetches it, once; where it cannot be had the screens stand all the same, and it is asked for again with the next. */
export function laterStyle() {
  fetched ??= new Promise((done) => {
    const first = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="stylesheet"]'));
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: first.href.replace("page.css", "later.css"),
    });
    link.onload = done;
    link.onerror = () => {
      link.remove();
      fetched = undefined;
      done(null);
    };
    first.after(link);
  });
  return fetched;
}
