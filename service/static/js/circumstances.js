// Which circumstances a win can have. The service checks again; here only what is possible is offered.

import { copies } from "./hand.js";

const holdsKong = ({ sets }) => sets.some(({ tiles }) => tiles.length === 4);
const nothingCalled = ({ sets }) => sets.length === 0;
const nothingExposed = ({ sets }) => sets.every(({ kind }) => kind === "concealed_kong");
const isRobbable = (hand) => {
  const winning = hand.concealed.find(({ id }) => id === hand.winning);
  return !winning || copies(hand, winning.code) === 1;
};

// What has to hold for each, from the table of events in the rules, and which others it shuts out.
const CONDITIONS = [
  { event: "first-draw", win: "self-draw", holds: ({ hand }) => nothingCalled(hand) },
  { event: "dealt-hand", win: "self-draw", holds: ({ hand, seat }) => nothingCalled(hand) && seat === "E" },
  { event: "original-hand", holds: ({ hand }) => nothingExposed(hand) },
  { event: "last-wall-tile", win: "self-draw", holds: () => true },
  { event: "kong-replacement", win: "self-draw", holds: ({ hand }) => holdsKong(hand) },
  { event: "bonus-replacement", win: "self-draw", holds: ({ hand }) => hand.bonus.length > 0 },
  { event: "first-discard", win: "discard", holds: ({ hand, seat }) => nothingCalled(hand) && seat !== "E" },
  { event: "last-discard", win: "discard", holds: () => true },
  { event: "robbing-kong", win: "discard", holds: ({ hand }) => isRobbable(hand) },
];
// Where only the dealer's first draw earns something, nobody else is asked about it.
const DEALER_ONLY = { "simplified-300": ["first-draw"] };
const EXCLUSIVE = [
  ["first-draw", "last-wall-tile", "kong-replacement"],
  ["dealt-hand", "last-wall-tile", "kong-replacement", "bonus-replacement"],
  ["last-wall-tile", "bonus-replacement"],
  ["kong-replacement", "bonus-replacement"],
  ["first-discard", "last-discard", "robbing-kong"],
];

/**
 * Returns the events to offer, given those chosen: every one that the win, the seat and the tiles allow, less those
 * that a chosen one rules out. `known` are the events that earn something by the game's rules, `rules` is their id.
 */
export function possibleEvents({ win, seat, hand, chosen, known, rules = null }) {
  const shut = (event) => chosen.some((other) => other !== event
    && EXCLUSIVE.some((group) => group.includes(event) && group.includes(other)));
  // The deal won as dealt is the first draw of whoever deals: where both earn something, one question is enough.
  const asked = known.includes("first-draw") ? known.filter((event) => event !== "dealt-hand") : known;
  return CONDITIONS
    .filter((each) => asked.includes(each.event) && (!each.win || each.win === win))
    .filter((each) => seat === "E" || !DEALER_ONLY[rules]?.includes(each.event))
    .filter((each) => each.holds({ hand, seat }) && !shut(each.event))
    .map(({ event }) => event);
}
