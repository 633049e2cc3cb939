"""Classical points with 20 for going out; losers pay the difference.

docs/rules/classical-20.md.

The rows stand in the order of the document's table with its words: "retired" is exposed, "on hand"
is concealed, and "primes" are dragons. Every player scores; only one-suit hands and the 20 points
are the winner's alone.
"""

from scorer.core.arrangements import Form, standard
from scorer.core.win import NO_CIRCUMSTANCE, Role
from scorer.patterns import bonus, sets, suits, winning_tile
from scorer.rules.point_payments import losers_pay_difference
from scorer.rules.points import POINTS
from scorer.rules.row import (
    WINNER_ONLY,
    Closedness,
    Part,
    Row,
    each_set,
    exposed_or_claimed_places,
)
from scorer.rules.rule_set import RuleSet, no_bonus_win
from scorer.rulesets.classical_20.options import CUSTOMS, OPTIONS, PRESETS

# What it is, then what earns it and its value on hand and retired; majors are ones, nines, winds
# and dragons.
# fmt: off
ROWS = (
    each_set(("chow", "Chow", "順子", "sequence"),
        sets.chows, (0, 0)),
    each_set(("pung", "Pung", "刻子",
        'triplet; three "ones" or "nines", of any wind suit, of any dragon/prime suit'),
        sets.pungs, (4, 2), majors=(8, 4)),
    each_set(("kong", "Kong", "槓",
        'quadruplet; four "ones" or "nines", of any wind suit, of any dragon/prime suit'),
        sets.kongs, (16, 8), majors=(32, 16)),
    each_set(("pair", "Pair of dragons or own wind", "番子對",
        "pair of primes or player's own wind"),
        sets.pairs_of_dragons_or_own_wind, (2, 2)),
    Row("bonus_tile", "Flower or season", "花牌", "a flower",
        bonus.bonus_tiles, 2, 2),  # seasons are flowers too (C15)
    Row("going_out", "Going out", "食糊",
        "After a player has won, he automatically gets 20 points",
        winning_tile.going_out, 20, 20, who=WINNER_ONLY),

    each_set(("own_wind_set", "Own wind", "番子（門風）",
        "three or four tiles of the players own wind"),
        sets.own_wind_sets, (2, 2), part=Part.MULTIPLIER),
    each_set(("dragon_set", "Dragons", "番子（三元）",
        "three or four tiles of any dragon/prime suit"),
        sets.dragon_sets, (2, 2), part=Part.MULTIPLIER),
    Row("one_suit_honour_pair", "One suit and an honour pair", "混一色",
        "a hand of only one suit plus a pair of dragons/primes or winds",
        suits.one_suit_and_honour_eyes, 2, 2, part=Part.MULTIPLIER, who=WINNER_ONLY),
    Row("one_suit", "One suit", "清一色", "a hand of only one suit (8x the score)",
        suits.full_flush, 8, 8, part=Part.MULTIPLIER, who=WINNER_ONLY),
)
# fmt: on

CLASSICAL_20 = RuleSet(
    id="classical-20",
    name="Classical, 20 points for going out",
    document="Mahjong Rules: points and doubles, losers pay the difference to the winner",
    rows=ROWS,
    events=NO_CIRCUMSTANCE,
    contradictions=(),
    forms={Form.STANDARD: standard},
    bonus_only=no_bonus_win,
    grammar=POINTS,
    table=CUSTOMS,
    closedness=Closedness(of_pattern=True, open_places=exposed_or_claimed_places),
    roles=tuple(Role),
    settle=losers_pay_difference,
    options=OPTIONS,
    presets=PRESETS,
)
