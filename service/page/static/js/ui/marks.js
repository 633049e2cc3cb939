// The mark of each player: a ring, bamboo, a blossom and a diamond, which differ without their colours, too.

import { html } from "../vendor/preact.js";

const PETAL = "a3.1 3.1 0 1 0 .01 0Z";

export const MARK_SIZE = 16;
/** The outlines of the marks by player, in a square of that size. */
export const MARKS = [
  "M8 1a7 7 0 1 0 .01 0ZM8 5a3 3 0 1 1-.01 0Z",
  "M3.5 1h3.2v6.3H3.5ZM3.5 8.7h3.2V15H3.5ZM9.3 1h3.2v6.3H9.3ZM9.3 8.7h3.2V15H9.3Z",
  `M8 .8${PETAL}M12 3.8${PETAL}M10.5 8.6${PETAL}M5.5 8.6${PETAL}M4 3.8${PETAL}`,
  "M8 .5L15 8L8 15.5L1 8Z",
];

/** A player's mark in the player's colour; the name is beside it. @param {{ player: number }} given */
export const Mark = ({ player }) =>
  html`<svg viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}" class="player-mark player-${player}" aria-hidden="true"><path d=${MARKS[player]} /></svg>`;
