// The house options of a rule set in groups, those that its sheet leaves open before others.

/** @import { TextId } from "../i18n/text-ids" */
/** @import { RuleOption } from "../types" */

/** @type {[TextId, string[]][]} */
const GROUPS = [
  [
    "who-pays-what",
    [
      "start",
      "limit",
      "treble",
      "difference",
      "settlement",
      "winner_never_pays",
      "east_double",
      "responsibility",
      "multiple_winners",
      "short_payment",
      "false_win",
      "money_per_point",
    ],
  ],
  [
    "what-wins",
    [
      "minimum_excludes_bonus",
      "eight_treasures",
      "seven_flowers_rob",
      "seven_pairs",
      "seven_pairs_quads",
      "eyes_may_be_claimed",
      "allow_small_kong",
      "rob_kong",
      "rob_closed_kong_orphans",
      "kong_on_last_tile",
      "earthly",
      "nine_gates_pure",
    ],
  ],
  [
    "how-game-goes",
    [
      "rounds",
      "round_change",
      "dealer",
      "east_keeps_on_win",
      "draw_keeps_dealer",
      "draw_counts",
      "bust_ends_game",
      "direction",
    ],
  ],
  ["tiles-dice-and-deal", ["bonus_tiles", "bonus_map", "dice", "deal_chunk"]],
];
/** @type {TextId} */
const OTHERS = "what-hand-counts";

/** @param {RuleOption} option */
const isDisputed = ({ question }) => / \([A-Z]\d+\)$/.test(question);

/**
 * Returns the groups that have any of these options: [[title, options]].
 *
 * @param {RuleOption[]} options
 * @returns {[TextId, RuleOption[]][]}
 */
export function groupsOf(options) {
  /** @param {RuleOption} option */
  const titleOf = ({ name }) => GROUPS.find(([, names]) => names.includes(name))?.[0] ?? OTHERS;
  return [OTHERS, ...GROUPS.map(([title]) => title)]
    .map((title) => /** @type {[TextId, RuleOption[]]} */ ([title, options.filter((each) => titleOf(each) === title)]))
    .filter(([, some]) => some.length)
    .map(([title, some]) => [title, some.sort((a, b) => Number(isDisputed(b)) - Number(isDisputed(a)))]);
}
