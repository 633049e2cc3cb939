// Follows a game: a new state after every change on any phone, and after every time the phone slept.

import { gameState, liveEvents } from "./api.js";

/** Calls `onState` with newer states and `onLink` with true or false; returns a function that stops it. */
export function follow(id, { onState, onLink }) {
  let seen = -1;
  const take = (state) => {
    if (state.seq < seen) return;
    seen = state.seq;
    onState(state);
  };
  const source = new EventSource(liveEvents(id));
  const read = ({ data }) => take(JSON.parse(data));
  source.addEventListener("message", read);
  source.addEventListener("state", read);
  source.addEventListener("open", () => onLink(true));
  source.addEventListener("error", () => onLink(false)); // EventSource connects again by itself
  const wake = () => {
    if (document.visibilityState === "visible") gameState(id).then(take, () => onLink(false));
  };
  document.addEventListener("visibilitychange", wake);
  return () => {
    source.close();
    document.removeEventListener("visibilitychange", wake);
  };
}
