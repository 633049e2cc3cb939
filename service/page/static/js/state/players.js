// The players of a table: two, three or four, by index.

export const MAX_PLAYERS = 4;
export const PLAYERS = [0, 1, 2, 3]; // of a full table

/** @param {{ players: unknown[] }} state */
export const everybody = ({ players }) => players.map((_, player) => player);

/** Return the others in the order of turns after a player. @param {{ players: unknown[] }} state @param {number} player */
export const othersInTurn = ({ players }, player) =>
  players.slice(1).map((_, step) => (player + step + 1) % players.length);
