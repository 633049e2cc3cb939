"""Hong Kong Old Style as the 500-point sheet has it (docs/rules/hk-500.md).

The rows stand in the order of the sheet, with its words. The sheet's values are those of
the riichi list, so where it is silent on what adds up, riichi custom decides. Custom of peers is a
house option (`hk_500_options`).
"""

from scorer.core.arrangements import ARRANGERS
from scorer.core.circumstances import CONTRADICTIONS
from scorer.core.win import Circumstance
from scorer.patterns import bonus, chows, pungs, suits, winning_tile
from scorer.rules.faan import FAAN
from scorer.rules.row import MAX, Row
from scorer.rules.rule_set import Ladder, RuleSet, eighth_drawn
from scorer.rulesets.hk_500.options import OPTIONS, PRESETS

# Two lines a row as on the sheet: what it is, then its pattern and its closed and open values.
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
    events=(
        Circumstance.FIRST_DRAW
        | Circumstance.DEALT_HAND
        | Circumstance.LAST_WALL_TILE
        | Circumstance.LAST_DISCARD
        | Circumstance.KONG_REPLACEMENT
        | Circumstance.BONUS_REPLACEMENT
        | Circumstance.ROBBING_KONG
    ),
    contradictions=CONTRADICTIONS,
    forms=ARRANGERS,
    bonus_only=eighth_drawn,
    grammar=FAAN,
    ladder=Ladder(((0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (7, 32), (10, 64), (13, 128))),
    minimum=1,
    cap=10,
    options=OPTIONS,
    presets=PRESETS,
)
