"""Cantonese / Hong Kong Old Style by the quick reference (docs/rules/hk-majlife.md).

The rows are in the order of its table, with its words. The table was printed twice with different
gaps; the slides' examples fill them. A special hand of 10 fan is 10 in all; one of 4 fan covers its
own elements, and every other row adds to it (B2). Hands that the reference marks with a C have no
value for an open hand.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import accumulate

from scorer.core.arrangements import Form, fewer_sets
from scorer.core.win import NO_CIRCUMSTANCE, Circumstance, Win
from scorer.ledger.table import TableRules
from scorer.patterns import bonus, chows, pungs, special_hands, suits, winning_tile
from scorer.patterns.pattern import only_if, with_arguments
from scorer.rules.options import (
    BONUS_MAP,
    FALSE_WIN,
    MONEY_PER_POINT,
    MULTIPLE_WINNERS,
    RESPONSIBILITY,
    UNCAPPED,
    Change,
    bonus_tiles,
    cap,
    choice,
    each_limit,
    in_order,
    minimum,
    no_change,
    set_exclusion,
    set_fields,
    set_row,
    switch,
    table_options,
)
from scorer.rules.resolutions import final_totals
from scorer.rules.row import Limit, Row, circumstances_of_rows
from scorer.rules.rule_set import Ladder, RuleSet

# The rows that a special hand's total includes: "Flush in Seven Unique Pairs 10 Fan".
SPECIALS: Mapping[str, tuple[str, ...]] = {
    "seven_pairs": ("flush",),
    "nine_gates": (),
    "all_honors": (),
    "all_terminals": (),
    "thirteen_orphans": (),
    "little_four_winds": (),
    "big_four_winds": (),
    "little_three_dragons": (),
    "three_great_scholars": (),
    "jade_dragon": (),
    "ruby_dragon": (),
    "pearl_dragon": (),
    "hidden_treasure": (),
    "all_kongs": (),
    "heavenly_hand": (),
    "earthly_hand": (),
}
CUSTOMS = TableRules(
    deal="passes_unless_east_wins",
    round_change="conventional",
    draw_keeps_dealer=False,
    bust_ends_game=False,
    short_payment="go_negative",
)
PRESETS: Mapping[str, Mapping[str, object]] = {
    "Chicken hands win": {"minimum": 0},
    "Three faan": {"minimum": 3},
    "$10 bank roll": {"start": 200, "money_per_point": 0.05},
    "$5 bank roll": {"start": 100, "money_per_point": 0.05},
}


def _has_no_kong(win: Win) -> bool:
    return not any(meld.is_kong for meld in win.sets)


def _final(rules: RuleSet) -> RuleSet:
    return replace(rules, resolutions=(*rules.resolutions, final_totals(SPECIALS)))


def _double_limit(rules: RuleSet) -> RuleSet:
    """Pay a limit for each special hand, even if no cap makes them limits."""
    doubled, ladder = each_limit(rules), rules.ladder
    hands = {number * 10: number * ladder.points(10) for number in (2, 3, 4)}
    order = sorted({*hands, *(least for least, _ in ladder.steps)})
    # If the house's own ladder goes beyond 10 faan, it may already pay more.
    rising = accumulate((max(hands.get(faan, 0), ladder.points(faan)) for faan in order), max)
    return replace(doubled, ladder=Ladder(tuple(zip(order, rising, strict=True))))


def _training(blocks: int) -> Change:
    """Return the change to a training game: hands are complete or not, and nothing is scored."""
    return set_fields(
        arrangers={Form.STANDARD: fewer_sets(blocks)},
        size=3 * blocks + 2,
        rows=(),
        ladder=Ladder(((0, 0),)),
        minimum=0,
    )


OPTIONS = (
    minimum(1),
    cap(10, UNCAPPED),
    switch(
        "special_total_is_final",
        "Is a special hand's total final, so that no other row adds to it? (B2)",
        _final,
    ),
    switch(
        "bonus_set_absorbs_own",
        "Does a complete set of four include the player's own flower or season? (B6)",
        set_row("own_flower", count=bonus.own_bonus_outside_sets),
    ),
    switch(
        "supplement_includes_self_pick",
        "Does a win on a supplement tile also earn the self-pick? (B8)",
        set_exclusion("supplement", "self_pick", excludes=True),
        default=True,
    ),
    switch(
        "supplement_kong_only",
        "Does only the supplement tile for a kong earn its faan, and not the one for a flower? "
        "(B9)",
        set_row("supplement", count=winning_tile.kong_replacement),
    ),
    switch(
        "all_chows_no_honour_pair",
        "Does a pair of honors spoil all chows? (B10)",
        set_row("all_chows", count=with_arguments(chows.all_chows, eyes="no_honours")),
    ),
    choice(
        "earthly",
        "Is an earthly hand won only on East's first discard, or also on the player's own "
        "first turn? (B11)",
        {
            "east_first_discard": no_change,
            "own_first_turn": in_order(
                set_row("earthly_hand", count=winning_tile.first_turn_of_another),
                set_fields(dealer_only_events=NO_CIRCUMSTANCE),
            ),
        },
    ),
    switch(
        "nine_gates_pure",
        "Must nine gates have waited for all nine tiles? (B13)",
        set_row("nine_gates", count=with_arguments(suits.nine_gates, pure=True)),
    ),
    switch(
        "hidden_treasure_kongs",
        "Do concealed kongs count as concealed pungs of a hidden treasure? (B14)",
        set_row("hidden_treasure", count=only_if(special_hands.hidden_treasure, _has_no_kong)),
        default=True,
    ),
    switch(
        "honour_pairs_limit",
        "Do seven pairs of honors also count as all honors? (B16)",
        set_row("all_honors", count=suits.only_honours),
    ),
    switch("double_limit", "Do several special hands of 10 faan add up? (B19)", _double_limit),
    FALSE_WIN,
    *table_options(CUSTOMS),
    MULTIPLE_WINNERS,
    RESPONSIBILITY,
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles(),
    choice(
        "blocks",
        "How many blocks beside the pair make a hand? With 1 or 2 it is for training and not "
        "scored. (B25)",
        {4: no_change, 1: _training(1), 2: _training(2)},
    ),
)


TEN = Limit(10)

# Each row takes two lines, as in the reference: its labels, then its pattern and its values
# concealed and exposed.
# fmt: off
ROWS = (
    Row("no_flowers", "No flowers", "無花", "No Flowers",
        bonus.no_bonus, 1, 1),
    Row("own_flower", "Own flower or season", "正花", "Own Flower or Season",
        bonus.own_bonus, 1, 1),
    Row("set_of_flowers", "Set of flowers", "一台花", "Set of Flowers",
        bonus.complete_sets, 2, 2),  # flowers or seasons, and 2 for each (B7)
    Row("dragon_pung", "Dragon pung", "番子（三元）", "Pung of Dragons",
        pungs.dragon_pungs, 1, 1),
    Row("own_wind", "Own wind", "番子（門風）", "Pung of Own or Prevailing Wind",
        pungs.seat_wind, 1, 1),
    Row("prevailing_wind", "Prevailing wind", "番子（圈風）", "Pung of Own or Prevailing Wind",
        pungs.prevalent_wind, 1, 1),
    Row("all_chows", "All chows", "平糊", "All chows",
        chows.all_chows, 1, 1),
    Row("all_pungs", "All pungs", "對對糊", "All pungs",
        pungs.four_pungs, 3, 3),
    Row("half_flush", "Half flush", "混一色", "One suit and Honors (Half Flush)",
        suits.half_flush, 3, 3),
    Row("flush", "Flush", "清一色", "One suit only (Flush)",
        suits.full_flush, 6, 6),
    Row("supplement", "Supplement tile", "補牌自摸", "By supplement tile",
        winning_tile.replacement, 1, 1),  # for a kong or a flower, beside the self-pick (B8, B9)
    Row("last_wall", "Last tile of the wall", "海底撈月", "By last tile of wall",
        winning_tile.last_wall_tile, 1, 1),
    Row("last_discard", "Last discard", "食最後一張", "By last discard",
        winning_tile.last_discard, 1, 1),
    Row("self_pick", "Self-pick", "自摸", "By self-pick",
        winning_tile.self_drawn, 1, 1),
    Row("rob_kong", "Robbing a kong", "搶槓",
        "By robbing a Kong (tile extending a kong at the time of the exposure)",
        winning_tile.robbed_kong, 1, 1),

    Row("seven_pairs", "Seven unique pairs", "七對子", "Pairs: Seven unique pairs",
        winning_tile.seven_pairs, 4, None),
    Row("nine_gates", "Nine gates", "九子連環",
        "Nine Gates: 111 and 999, 2-8 in one suit, any tile paired",
        suits.nine_gates, TEN, None),
    Row("all_honors", "All honors", "字一色",
        "All Honors: Four pungs plus a pair of Winds and/or Dragons",
        special_hands.honour_pungs, TEN, TEN),  # seven pairs of honors are Pairs (B16)
    Row("all_terminals", "All terminals", "清幺九",
        "All Terminals: Four pungs plus a pair of all 1's and 9's",
        only_if(pungs.four_pungs, suits.only_terminals), TEN, TEN),
    Row("thirteen_orphans", "Thirteen orphans", "十三幺",
        "Thirteen Orphans: One of each Honor, 1 and 9 of each suit plus any tile paired",
        winning_tile.thirteen_orphans, TEN, None),
    Row("little_four_winds", "Little four winds", "小四喜",
        "Little Four Winds: Pung of three Winds, pair of fourth Wind plus any pung or chow",
        pungs.little_winds, TEN, TEN),
    Row("big_four_winds", "Big four winds", "大四喜",
        "Big Four Winds: Pung of each Wind plus any pair",
        pungs.four_wind_pungs, TEN, TEN),
    Row("little_three_dragons", "Little three dragons", "小三元",
        "Little Three Dragons: Two pungs of Dragons, pair of third Dragon plus any two pungs or "
        "chows",
        pungs.little_dragons, 4, 4, excludes=("dragon_pung",)),  # they are inside the 4 (B2)
    Row("three_great_scholars", "Three great scholars", "大三元",
        "Three Great Scholars: Pungs of each Dragon with any set plus a pair",
        pungs.big_dragons, TEN, TEN),
    Row("jade_dragon", "Jade dragon", "翡翠龍",
        "Jade Dragon: Pung of Green Dragons with three pungs and a pair of Bams",
        special_hands.jade_dragon, TEN, TEN),
    Row("ruby_dragon", "Ruby dragon", "紅寶石龍",
        "Ruby Dragon: Pung of Red Dragons with three pungs and a pair of Cracks",
        special_hands.ruby_dragon, TEN, TEN),
    Row("pearl_dragon", "Pearl dragon", "珍珠龍",
        "Pearl Dragon: Pung of White Dragons with three pungs and a pair of Dots",
        special_hands.pearl_dragon, TEN, TEN),
    Row("hidden_treasure", "Hidden treasure", "坎坎糊",
        "Hidden Treasure: Four concealed pungs, last tile self-drawn",
        special_hands.hidden_treasure, TEN, None),
    Row("all_kongs", "All kongs", "十八羅漢", "All Kongs: Four kongs plus any pair",
        pungs.four_kongs, TEN, TEN),
    Row("heavenly_hand", "Heavenly hand", "天糊", "Heavenly Hand: East wins on dealt hand",
        winning_tile.first_draw_of_east, TEN, None),
    Row("earthly_hand", "Earthly hand", "地糊",
        "Earthly Hand: Any player wins on first discard",
        winning_tile.first_discard, TEN, None),
)
# fmt: on

HK_MAJLIFE = RuleSet(
    id="hk-majlife",
    name="Cantonese / Hong Kong Old Style, quick reference",
    document="Cantonese Mahjong / Hong Kong Old Style quick reference: fan, chips",
    rows=ROWS,
    events=circumstances_of_rows(ROWS),
    dealer_only_events=Circumstance.FIRST_DRAW,
    ladder=Ladder(((0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (7, 32), (10, 64))),
    minimum=1,
    cap=10,
    table=CUSTOMS,
    options=OPTIONS,
    presets=PRESETS,
)
