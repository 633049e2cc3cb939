"""Hong Kong Old Style by the 500-point sheet (docs/rules/hk-500.md).

The rows are in the order of the sheet, with its words. The sheet's values are those of the riichi
list, so where it does not say what adds up, riichi custom decides. The custom of other tables is a
house option (section 8). Options are applied in the order of `OPTIONS`, whatever the order of a
request; rows that do not exist without bonus tiles go last, so that the others find them.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorer.core.arrangements import Form, seven_pairs_quads
from scorer.core.win import CONTRADICTIONS, Circumstance
from scorer.ledger.table import TableRules
from scorer.patterns import bonus, chows, pungs, suits, winning_tile
from scorer.patterns.pattern import Count, only_if
from scorer.rules.options import (
    BONUS_MAP,
    FALSE_WIN,
    MONEY_PER_POINT,
    MULTIPLE_WINNERS,
    RESPONSIBILITY,
    Change,
    bonus_tiles,
    cap,
    choice,
    custom,
    drop_rows,
    each_limit,
    in_order,
    minimum,
    no_bonus_win,
    no_change,
    set_closedness,
    set_exclusion,
    set_fields,
    set_row,
    switch,
    table_choice,
    table_options,
)
from scorer.rules.resolutions import each_chow_once
from scorer.rules.row import MAX, Row, circumstances_of_rows
from scorer.rules.rule_set import (
    Ladder,
    RuleSet,
)

PRESETS: Mapping[str, Mapping[str, object]] = {
    "The sheet": {"minimum": 1, "cap": 10},
    "Three faan": {"minimum": 3, "cap": 10},
    "Three faan, high limit": {"minimum": 3, "cap": 13},
    "Any hand wins, low limit": {"minimum": 0, "cap": 7},
}


def _require(id_: str, fact: Count) -> Change:
    """Return a change by which a row requires a further fact."""
    return lambda rules: rules.edit(id_, lambda row: replace(row, count=only_if(row.count, fact)))


MAX_ON_STEAL = set_row("four_pungs", closed_if=None)
NOT_ALONE = no_bonus_win(7)


def _quads(rules: RuleSet) -> RuleSet:
    return replace(rules, arrangers={**rules.arrangers, Form.SEVEN_PAIRS: seven_pairs_quads})


def _chows_once(rules: RuleSet) -> RuleSet:
    return replace(rules, resolutions=(*rules.resolutions, each_chow_once))


OPTIONS = (
    minimum(1),
    cap(10),
    choice(
        "closed_scope",
        "For a row's closed value, must the whole hand be closed, or only the sets in the "
        "pattern? (A1)",
        {"hand": no_change, "pattern_melds": set_closedness(of_pattern=True)},
    ),
    switch(
        "discard_win_opens_hand",
        "Does winning on a discard open the hand? (A2)",
        set_closedness(claimed_opens=True),
    ),
    switch(
        "four_pungs_max_on_steal",
        "Are four pungs in a closed hand worth the limit even if a discard completes one of "
        "them? (A3)",
        MAX_ON_STEAL,
    ),
    switch(
        "stolen_pung_counts_closed",
        "Does a pung completed by the winning discard count as closed? (A3)",
        in_order(MAX_ON_STEAL, set_row("three_closed_pungs", count=pungs.three_unexposed_pungs)),
    ),
    switch("double_limit", "Do several limit rows add up? (A4)", each_limit),
    switch(
        "dead_wall_also_self_draw",
        "Does a closed-hand win from the dead wall also earn the self-draw? (A5)",
        set_exclusion("dead_wall_draw", "self_draw_closed", excludes=False),
    ),
    switch(
        "last_and_dead_wall_stack",
        "Can the last tile of the wall be a replacement tile, and earn both? (A6)",
        set_fields(contradictions=CONTRADICTIONS),
    ),
    choice(
        "terminal_meld_pair",
        "With a terminal in each set, can the pair be anything, or must it be terminals too? (A7)",
        {
            "free": no_change,
            "terminal": _require("terminal_in_each_meld", suits.terminal_eyes),
        },
    ),
    switch(
        "terminal_meld_needs_chow",
        "Does a terminal in each set require a chow? (A7)",
        _require("terminal_in_each_meld", chows.any_chow),
    ),
    switch(
        "little_dragons_twice",
        "Do little dragons, which the sheet lists twice, count twice? (A8)",
        set_row("little_dragons", count=pungs.little_dragons_twice),
    ),
    switch(
        "dragon_pung_in_little",
        "Do the two pungs of little dragons also earn their own faan? (A8)",
        set_exclusion("little_dragons", "dragon_pung", excludes=True),
        default=True,
    ),
    choice(
        "dragon_pung_per",
        "Does each dragon pung earn its faan, or do all of them together earn one? (A8)",
        {"each": no_change, "one": set_row("dragon_pung", count=pungs.any_dragon_pung)},
    ),
    switch(
        "bonus_set_absorbs_own",
        "Does a complete set of four include the player's own flower or season? (A9)",
        set_row("seat_bonus", count=bonus.own_bonus_outside_sets),
    ),
    choice(
        "eight_treasures",
        "Do eight bonus tiles win at any time, only with a complete hand, or never? (A10)",
        {
            "any_time": no_change,
            "with_complete_hand": NOT_ALONE,
            "off": in_order(drop_rows("eight_treasures"), NOT_ALONE),
        },
    ),
    switch(
        "seven_flowers_rob",
        "Can a player with seven bonus tiles rob the eighth from the player who draws it? (A10)",
        # If they do not win on their own, there is no reason to rob them.
        lambda rules: replace(rules, bonus_robbed=rules.bonus_wins is not None),
    ),
    switch(
        "earthly_on_first_discard",
        "Is a win on the first discard worth the limit too? (A11)",
        in_order(
            set_row(
                "first_draw",
                count=winning_tile.first_draw_or_discard,
                name="First draw or discard",
                zh="第一摸食糊、食第一張",
            ),
            lambda rules: replace(rules, events=rules.events | Circumstance.FIRST_DISCARD),
        ),
    ),
    switch(
        "minimum_excludes_bonus",
        "Do bonus tiles not count towards the minimum? (A12)",
        set_fields(minimum_excludes_bonus=True),
    ),
    FALSE_WIN,
    table_choice(
        "round_change",
        "In a new round, do the seat winds stay and the player with the round wind go first "
        "(sheet), or is the first player East again (conventional)? (A14)",
        ("sheet_literal", "conventional"),
    ),
    *table_options(TableRules()),
    MULTIPLE_WINNERS,
    RESPONSIBILITY,
    switch(
        "seven_pairs_quads",
        "Do four of a kind count as two of the seven pairs? (A19)",
        _quads,
    ),
    switch(
        "two_double_chow_same_suit",
        "Must both double chows be in one suit? (A20)",
        set_row(
            "two_double_chow",
            count=chows.two_double_chow_in_one_suit,
            made_of=chows.two_double_chows_in_one_suit,
        ),
    ),
    choice(
        "chow_reuse",
        "Can a chow count in several chow rows, or only in one? (A32)",
        {"free": no_change, "once": _chows_once},
    ),
    custom(
        "first_draw_no_calls_by_anyone",
        "Does a call by another player before it spoil a first draw? (A11)",
        (False, True),
    ),
    custom(
        "rob_closed_kong_orphans",
        "Can thirteen orphans rob a concealed kong? (A18)",
        (False, True),
    ),
    custom(
        "kong_on_last_tile",
        "Can a kong be declared on the last tile of the wall? (A28)",
        (False, True),
    ),
    custom("dice", "How many dice decide where the wall breaks? (A24)", ("3d6", "2d6")),
    custom("deal_chunk", "How many tiles are dealt at a time? (A25)", (2, 4)),
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles("all_seasons", "eight_treasures"),
)


# Each row takes two lines, as on the sheet: its labels, then its pattern and its closed and open
# values.
# fmt: off
ROWS = (
    Row("thirteen_orphans", "Thirteen orphans", "十三幺", "Thirteen Orphans",
        winning_tile.thirteen_orphans, MAX, MAX),
    Row("nine_gates", "Nine gates", "九子連環", "Nine Gates",
        suits.nine_gates, MAX, None),
    Row("eight_treasures", "Eight treasures", "八仙過海", "Eight Treasures",
        bonus.all_bonus, MAX, MAX,
        paid_as_draw=winning_tile.going_out),  # the eighth was drawn, whoever goes out (A10)
    Row("seven_pairs", "Seven pairs", "七對子", "Seven Pairs",
        winning_tile.seven_pairs, 2, 2),
    Row("first_draw", "First draw", "第一摸食糊", "Win with your first draw",
        winning_tile.first_draw, MAX, MAX),
    Row("last_wall_draw", "Last tile of the wall", "海底撈月", "Last draw from the wall",
        winning_tile.last_wall_tile, 1, 1),
    Row("last_discard", "Last discard", "食最後一張", "Steal the last discard",
        winning_tile.last_discard, 1, 1),
    Row("dead_wall_draw", "Draw from the dead wall", "補牌自摸", "Any draw from the dead wall",
        winning_tile.replacement, 1, 1, excludes=("self_draw_closed",)),  # "normal": the live wall
    Row("rob_small_kong", "Robbing a small kong", "搶槓", "Steal from a small kong",
        winning_tile.robbed_kong, 1, 1),
    Row("self_draw_closed", "Self-draw, closed hand", "門清自摸", "Normal draw from the wall",
        winning_tile.self_drawn, 1, None),
    Row("all_seasons", "All seasons", "一台花（春夏秋冬）", "All seasons",
        bonus.all_seasons, 2, 2),
    Row("all_flowers", "All flowers", "一台花（梅蘭菊竹）", "All flowers",
        bonus.all_flowers, 2, 2),
    Row("seat_bonus", "Own flower or season", "正花", "Per season or flower of your seat",
        bonus.own_bonus, 1, 1),
    Row("no_bonus", "No bonus tiles", "無花", "No bonus tiles at all",
        bonus.no_bonus, 1, 1),
    Row("full_flush", "Full flush", "清一色", "All one suit, no honours",
        suits.full_flush, 6, 5),
    Row("half_flush", "Half flush", "混一色", "All one suit, some honours",
        suits.half_flush, 3, 2),
    Row("pure_straight", "Pure straight", "一條龍", "1-9 of one suit",
        chows.pure_straight, 2, 1, made_of=chows.straights),
    Row("three_suit_chow", "Three-suit chow", "三相逢", "Three matching chow of different suits",
        chows.three_suit_chow, 2, 1, made_of=chows.three_suit_chows),
    Row("two_double_chow", "Two double chows", "兩般高",
        "Two sets of two matching chow of one suit",
        chows.two_double_chow, 3, None, excludes=("double_chow",), made_of=chows.two_double_chows),
    Row("double_chow", "Double chow", "一般高", "Two matching chow of one suit",
        chows.double_chow, 1, None, made_of=chows.double_chows),
    Row("four_kongs", "Four kongs", "十八羅漢", "Four kongs",
        pungs.four_kongs, MAX, MAX, excludes=("three_kongs",)),
    Row("three_kongs", "Three kongs", "三槓", "Three kongs",
        pungs.three_kongs, 2, 2),
    Row("four_pungs", "Four pungs", "對對糊", "Four pungs",
        pungs.four_pungs, MAX, 2, closed_if=pungs.four_concealed_pungs),  # each from the wall (A3)
    Row("three_closed_pungs", "Three closed pungs", "三暗刻", "Three closed pungs",
        pungs.three_concealed_pungs, 2, 2),
    Row("three_same_number", "Three pungs of a number", "大三兄弟",
        "Three pungs with the same number",
        pungs.three_same_number, 2, 2),
    Row("little_dragons", "Little dragons", "小三元", "Two dragon pungs + dragon pair",
        pungs.little_dragons, 2, 2),
    Row("big_winds", "Little or big winds", "大四喜、小四喜",
        "Three wind pungs + wind pair or pung",
        pungs.big_winds, MAX, MAX),
    Row("big_dragons", "Big dragons", "大三元", "Three dragon pungs",
        pungs.big_dragons, MAX, MAX),
    Row("only_honours", "Only honours", "字一色", "Only honours",
        suits.only_honours, MAX, MAX),
    Row("only_terminals", "Only terminals", "清幺九", "Only terminals",
        suits.only_terminals, MAX, MAX),
    Row("terminal_in_each_meld", "Terminal in each set", "組組有幺九",
        "At least one terminal in each meld",
        suits.terminal_in_each_meld, 3, 2),  # the eyes are no meld and stay free (A7)
    Row("terminals_and_honours", "Terminals and honours", "花幺九", "Only terminals and honours",
        suits.terminals_and_honours, 2, 2),
    Row("all_simples", "All simples", "斷幺", "No honours or terminals",
        suits.all_simples, 1, 1),
    Row("dragon_pung", "Dragon pung", "番子（三元）", "One dragon pung",
        pungs.dragon_pungs, 1, 1),  # for each (A8)
    Row("prevalent_wind", "Round wind", "番子（圈風）", "Prevalent wind",
        pungs.prevalent_wind, 1, 1),
    Row("seat_wind", "Seat wind", "番子（門風）", "Seat wind",
        pungs.seat_wind, 1, 1),
)
# fmt: on

HK_500 = RuleSet(
    id="hk-500",
    version=2,  # eight bonus tiles are paid as a draw, whoever completes the hand
    name="Hong Kong Old Style, 500 points",
    document="Hong Kong Old Style sheet: faan, 500 points each",
    rows=ROWS,
    events=circumstances_of_rows(ROWS),
    contradictions=(
        Circumstance.LAST_WALL_TILE | Circumstance.KONG_REPLACEMENT,
        Circumstance.LAST_WALL_TILE | Circumstance.BONUS_REPLACEMENT,
        *CONTRADICTIONS,
    ),
    bonus_wins=8,
    ladder=Ladder(((0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (7, 32), (10, 64), (13, 128))),
    minimum=1,
    cap=10,
    options=OPTIONS,
    presets=PRESETS,
)
