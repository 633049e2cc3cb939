// Dragging tiles, by finger, pen or mouse, and pressing one long. Whatever is done so can be done by tapping as well.
//
// A finger has to rest on a tile before it moves it, so that the page can still be scrolled from there.

const REST = 280; // milliseconds before a finger holds a tile
const LONG = 600; // milliseconds of a long press
const SLACK = 8; // pixels that a press may wander

/**
 * A tile under the pointer: since when, from where, and once it is dragged, its picture and what that is over.
 *
 * @typedef {object} Held
 * @property {number} id
 * @property {HTMLElement} button
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 * @property {number} at
 * @property {boolean} touch
 * @property {number=} timer
 * @property {HTMLElement=} ghost
 * @property {HTMLElement | null=} over
 */

/**
 * Follows the pointer over `root`: `onDrop(id, place)` for a tile dropped on [data-place], `onLong(id)` for a long press.
 *
 * @param {HTMLElement} root
 * @param {{ onDrop: (id: number, place: string) => void, onLong: (id: number) => void }} given
 */
export function watchDrags(root, { onDrop, onLong }) {
  const tileAt = (/** @type {Event} */ { target }) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-id]"));
  /** @type {Held | null} */
  let held = null;

  /** @param {PointerEvent} event */
  function begin(event) {
    const button = tileAt(event);
    if (!button || event.button !== 0 || held) return;
    held = {
      id: Number(button.dataset.id),
      button,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      at: event.timeStamp,
      touch: event.pointerType !== "mouse",
    };
    if (held.touch) held.timer = setTimeout(() => button.classList.add("held"), REST);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("touchmove", still, { passive: false });
  }
  /** @param {HTMLElement} button */
  function lift(button) {
    const { width } = button.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (button.cloneNode(true));
    ghost.className = "drag-ghost";
    ghost.removeAttribute("data-id");
    ghost.setAttribute("aria-hidden", "true");
    ghost.tabIndex = -1;
    ghost.style.width = `${width}px`;
    document.body.append(ghost);
    button.classList.add("lifted");
    root.classList.add("dragging");
    return ghost;
  }
  /** @param {PointerEvent} event */
  function move(event) {
    if (!held || event.pointerId !== held.pointer) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLACK;
    if (!held.ghost) {
      if (!far) return;
      if (held.touch && event.timeStamp - held.at < REST) {
        cancel(); // a swipe: the page scrolls
        return;
      }
      held.ghost = lift(held.button);
    }
    held.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -70%)`;
    const over =
      /** @type {HTMLElement | null | undefined} */ (
        document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]")
      ) ?? null;
    if (over !== held.over) {
      held.over?.classList.remove("over");
      over?.classList.add("over");
      held.over = over;
    }
  }
  /** @param {TouchEvent} event */
  const still = (event) => {
    if (held && (held.ghost || event.timeStamp - held.at >= REST) && event.cancelable) event.preventDefault();
  };
  /** @param {PointerEvent} event */
  function end(event) {
    if (!held || event.pointerId !== held.pointer) return;
    const { id, ghost, at, over, touch } = held;
    const long = !ghost && touch && event.timeStamp - at >= LONG; // a mouse has another button for it
    cancel();
    if (!ghost && !long) return;
    window.addEventListener("click", swallow, { capture: true, once: true }); // the press is used up
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50);
    if (long) onLong(id);
    else if (over && root.contains(over)) onDrop(id, over.dataset.place ?? "");
  }
  function cancel() {
    if (!held) return;
    clearTimeout(held.timer);
    held.button.classList.remove("held", "lifted");
    held.ghost?.remove();
    held.over?.classList.remove("over");
    root.classList.remove("dragging");
    held = null;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", cancel);
    window.removeEventListener("touchmove", still);
  }
  /** @param {Event} event */
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };

  root.addEventListener("pointerdown", begin);
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener("contextmenu", (event) => {
    const button = tileAt(event);
    if (!button) return;
    event.preventDefault(); // a finger's long press brings it too, and is on its way already
    if (!held?.touch) onLong(Number(button.dataset.id)); // the menu key, or the mouse's other button
  });
}
