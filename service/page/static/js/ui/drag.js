// Dragging and long presses of tiles by finger, pen or mouse. Tapping does the same.
//
// A finger has to rest on a tile before it drags it, so that the page can still be scrolled from there.

const REST = 280; // milliseconds before a finger can drag a tile
const LONG = 600; // milliseconds of a long press
const SLACK = 8; // pixels that a press may move

/**
 * A pressed tile, with the controller that stops following its pointer and, while it is dragged, its picture and the place below.
 *
 * @typedef {object} Held
 * @property {number} id
 * @property {HTMLElement} button
 * @property {PointerEvent} pressed
 * @property {boolean} touch
 * @property {AbortController} watch
 * @property {number=} timer
 * @property {HTMLElement=} ghost
 * @property {HTMLElement | null=} over
 */

/**
 * Follow the pointer over `root`; call `onDrop(id, place)` for a tile dropped on [data-place], `onLong(id)` for a long press.
 *
 * @param {HTMLElement} root
 * @param {{ onDrop: (id: number, place: string) => void, onLong: (id: number) => void }} given
 */
export function watchDrags(root, { onDrop, onLong }) {
  /** @type {Held | null} */
  let held = null;

  /** @param {PointerEvent} event */
  function begin(event) {
    const button = tileAt(event);
    if (!button || event.button !== 0 || held) return;
    const touch = event.pointerType !== "mouse";
    const timer = touch ? setTimeout(() => button.classList.add("held"), REST) : undefined;
    const watch = new AbortController();
    held = { id: Number(button.dataset.id), button, pressed: event, touch, timer, watch };
    const { signal } = watch;
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", cancel, { signal });
    window.addEventListener("touchmove", keepPlace, { signal, passive: false });
  }

  function cancel() {
    if (!held) return;
    held.watch.abort();
    clearTimeout(held.timer);
    held.button.classList.remove("held", "lifted");
    held.ghost?.remove();
    held.over?.classList.remove("over");
    root.classList.remove("dragging");
    held = null;
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held || event.pointerId !== held.pressed.pointerId) return;
    const { pressed } = held;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) <= SLACK) return;
      if (held.touch && event.timeStamp - pressed.timeStamp < REST) {
        cancel(); // a swipe, which scrolls the page
        return;
      }
      held.ghost = ghostOf(held.button);
      held.button.classList.add("lifted");
      root.classList.add("dragging");
    }
    held.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -70%)`;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const over = /** @type {HTMLElement | null} */ (below?.closest("[data-place]") ?? null);
    if (over === held.over) return;
    held.over?.classList.remove("over");
    over?.classList.add("over");
    held.over = over;
  }

  /** @param {TouchEvent} event which would scroll the page */
  function keepPlace(event) {
    const isHeld = held && (held.ghost || event.timeStamp - held.pressed.timeStamp >= REST);
    if (isHeld && event.cancelable) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  function end(event) {
    if (!held || event.pointerId !== held.pressed.pointerId) return;
    const { id, ghost, pressed, over, touch } = held;
    const isLong = !ghost && touch && event.timeStamp - pressed.timeStamp >= LONG; // a mouse has its other button
    cancel();
    if (!ghost && !isLong) return;
    window.addEventListener("click", suppress, { capture: true, once: true }); // the click of this press
    setTimeout(() => window.removeEventListener("click", suppress, { capture: true }), 50);
    if (isLong) onLong(id);
    else if (over && root.contains(over)) onDrop(id, over.dataset.place ?? "");
  }

  /** @param {MouseEvent} event */
  function openMenu(event) {
    const button = tileAt(event);
    if (!button) return;
    event.preventDefault(); // a long press opens it, too
    if (!held?.touch) onLong(Number(button.dataset.id)); // the menu key, or the mouse's other button
  }

  root.addEventListener("pointerdown", begin);
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener("contextmenu", openMenu);
}

/** @param {Event} event */
const tileAt = ({ target }) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-id]"));

/** @param {Event} event */
function suppress(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** @param {HTMLElement} button */
function ghostOf(button) {
  const ghost = /** @type {HTMLElement} */ (button.cloneNode(true));
  ghost.className = "drag-ghost";
  ghost.removeAttribute("data-id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.tabIndex = -1;
  ghost.style.width = `${button.getBoundingClientRect().width}px`;
  document.body.append(ghost);
  return ghost;
}
