// Dragging tiles, by finger, pen or mouse, and pressing one long. Whatever is done so can be done by tapping as well.
//
// A finger has to rest on a tile before it moves it, so that the page can still be scrolled from there.

const REST = 280; // milliseconds before a finger holds a tile
const LONG = 600; // milliseconds of a long press
const SLACK = 8; // pixels that a press may wander

/** Follows the pointer over `root`: `onDrop(id, place)` for a tile dropped on [data-place], `onLong(id)` for a long press. */
export function watchDrags(root, { onDrop, onLong }) {
  let held = null; // {id, button, x, y, at, dragging, ghost, over}

  function begin(event) {
    const button = event.target.closest("[data-id]");
    if (!button || event.button !== 0 || held) return;
    held = { id: Number(button.dataset.id), button, pointer: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp, touch: event.pointerType !== "mouse" };
    if (held.touch) held.timer = setTimeout(() => button.classList.add("held"), REST);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("touchmove", still, { passive: false });
  }
  function lift() {
    const { button } = held;
    const { width } = button.getBoundingClientRect();
    const ghost = button.cloneNode(true);
    ghost.className = "drag-ghost";
    ghost.removeAttribute("data-id");
    ghost.setAttribute("aria-hidden", "true");
    ghost.tabIndex = -1;
    ghost.style.width = `${width}px`;
    document.body.append(ghost);
    Object.assign(held, { dragging: true, ghost });
    button.classList.add("lifted");
    root.classList.add("dragging");
  }
  function move(event) {
    if (event.pointerId !== held.pointer) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLACK;
    if (!held.dragging) {
      if (!far) return;
      if (held.touch && event.timeStamp - held.at < REST) {
        cancel(); // a swipe: the page scrolls
        return;
      }
      lift();
    }
    held.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -70%)`;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]") ?? null;
    if (over !== held.over) {
      held.over?.classList.remove("over");
      over?.classList.add("over");
      held.over = over;
    }
  }
  const still = (event) => { if (held && (held.dragging || event.timeStamp - held.at >= REST) && event.cancelable) event.preventDefault(); };
  function end(event) {
    if (event.pointerId !== held.pointer) return;
    const { id, dragging, at, over, touch } = held;
    const long = !dragging && touch && event.timeStamp - at >= LONG; // a mouse has another button for it
    cancel();
    if (!dragging && !long) return;
    window.addEventListener("click", swallow, { capture: true, once: true }); // the press is used up
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50);
    if (long) onLong(id);
    else if (over && root.contains(over)) onDrop(id, over.dataset.place);
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
  const swallow = (event) => { event.preventDefault(); event.stopPropagation(); };

  root.addEventListener("pointerdown", begin);
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener("contextmenu", (event) => {
    const button = event.target.closest("[data-id]");
    if (!button) return;
    event.preventDefault(); // a finger's long press brings it too, and is on its way already
    if (!held?.touch) onLong(Number(button.dataset.id)); // the menu key, or the mouse's other button
  });
}
