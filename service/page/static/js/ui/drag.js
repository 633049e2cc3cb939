// Dragging tiles, by finger, pen or mouse, and pressing one long. Whatever is done so can be done by tapping as well.
//
// A finger has to rest on a tile before it moves it, so that the page can still be scrolled from there.

const REST = 280; // milliseconds before a finger holds a tile
const LONG = 600; // milliseconds of a long press
const SLACK = 8; // pixels that a press may wander

/**
 * A tile under the pointer: where and when it was pressed, and once it is dragged, its picture and the place below that.
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

/** The tile under the pointer within an element, until it is dropped. */
class TileDrag {
  /** @type {Held | null} */
  #held = null;
  #root;
  #onDrop;
  #onLong;

  /**
   * @param {HTMLElement} root
   * @param {{ onDrop: (id: number, place: string) => void, onLong: (id: number) => void }} given
   */
  constructor(root, { onDrop, onLong }) {
    this.#root = root;
    this.#onDrop = onDrop;
    this.#onLong = onLong;
    root.addEventListener("pointerdown", this.#begin);
    root.addEventListener("dragstart", (event) => event.preventDefault());
    root.addEventListener("contextmenu", this.#openMenu);
  }

  /** @param {PointerEvent} event */
  #begin = (event) => {
    const button = tileAt(event);
    if (!button || event.button !== 0 || this.#held) return;
    const touch = event.pointerType !== "mouse";
    this.#held = {
      id: Number(button.dataset.id),
      button,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      at: event.timeStamp,
      touch,
      timer: touch ? setTimeout(() => button.classList.add("held"), REST) : undefined,
    };
    window.addEventListener("pointermove", this.#move);
    window.addEventListener("pointerup", this.#end);
    window.addEventListener("pointercancel", this.#cancel);
    window.addEventListener("touchmove", this.#preventScrolling, { passive: false });
  };

  /** @param {PointerEvent} event */
  #move = (event) => {
    const held = this.#held;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) <= SLACK) return;
      if (held.touch && event.timeStamp - held.at < REST) {
        this.#cancel(); // a swipe: the page scrolls
        return;
      }
      held.ghost = ghostOf(held.button);
      held.button.classList.add("lifted");
      this.#root.classList.add("dragging");
    }
    held.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -70%)`;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const over = /** @type {HTMLElement | null} */ (below?.closest("[data-place]") ?? null);
    if (over === held.over) return;
    held.over?.classList.remove("over");
    over?.classList.add("over");
    held.over = over;
  };

  /** @param {TouchEvent} event */
  #preventScrolling = (event) => {
    const held = this.#held;
    if (held && (held.ghost || event.timeStamp - held.at >= REST) && event.cancelable) event.preventDefault();
  };

  /** @param {PointerEvent} event */
  #end = (event) => {
    if (!this.#held || event.pointerId !== this.#held.pointer) return;
    const { id, ghost, at, over, touch } = this.#held;
    const isLong = !ghost && touch && event.timeStamp - at >= LONG; // a mouse has another button for it
    this.#cancel();
    if (!ghost && !isLong) return;
    window.addEventListener("click", swallow, { capture: true, once: true }); // the press is used up
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50);
    if (isLong) this.#onLong(id);
    else if (over && this.#root.contains(over)) this.#onDrop(id, over.dataset.place ?? "");
  };

  #cancel = () => {
    const held = this.#held;
    if (!held) return;
    clearTimeout(held.timer);
    held.button.classList.remove("held", "lifted");
    held.ghost?.remove();
    held.over?.classList.remove("over");
    this.#root.classList.remove("dragging");
    this.#held = null;
    window.removeEventListener("pointermove", this.#move);
    window.removeEventListener("pointerup", this.#end);
    window.removeEventListener("pointercancel", this.#cancel);
    window.removeEventListener("touchmove", this.#preventScrolling);
  };

  /** @param {MouseEvent} event */
  #openMenu = (event) => {
    const button = tileAt(event);
    if (!button) return;
    event.preventDefault(); // a finger's long press brings it too, and is on its way already
    if (!this.#held?.touch) this.#onLong(Number(button.dataset.id)); // the menu key, or the mouse's other button
  };
}

/** @param {Event} event */
const tileAt = ({ target }) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-id]"));

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Returns a copy of a tile that follows the pointer.
 *
 * @param {HTMLElement} button
 */
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

/**
 * Follows the pointer over `root`: `onDrop(id, place)` for a tile dropped on [data-place], `onLong(id)` for a long press.
 *
 * @param {HTMLElement} root
 * @param {{ onDrop: (id: number, place: string) => void, onLong: (id: number) => void }} given
 */
export function watchDrags(root, given) {
  new TileDrag(root, given);
}
