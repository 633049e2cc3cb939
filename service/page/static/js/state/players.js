// Who plays at a table: four, or three, or two who learn.

export const MOST = 4;
export const FEWEST = 2;
export const PLAYERS = [0, 1, 2, 3]; // of the fullest table

/** @param {{ players: unknown[] }} state @returns the indexes of everybody at a table */
export const everybody = ({ players }) => players.map((_, player) => player);

/** @param {{ players: unknown[] }} state @param {number} player @returns everybody else, in turn from a player on */
export const othersInTurn = ({ players }, player) =>
  players.slice(1).map((_, step) => (player + step + 1) % players.length);
