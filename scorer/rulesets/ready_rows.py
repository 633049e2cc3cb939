"""Rows that houses often add, ready to switch on in a house file (docs/rules/house.md, 5)."""

from collections.abc import Mapping
from typing import NamedTuple

from scorer.rules.row import MAX, Value


class ReadyRow(NamedTuple):
    """A row with the value that most houses give it; `excludes` are rows it swallows if there.

    Those that are a limit are so in points, too: the special hands of classical tables. `points`
    are the usual ones of another, for a set of simples and for one of terminals or honours.
    """

    id: str
    name: str
    zh: str
    pattern: str
    closed: Value | None
    open: Value | None
    given: Mapping[str, object] = {}
    excludes: tuple[str, ...] = ()
    points: tuple[int, int] | None = None

    def usual(self, *, in_faan: bool) -> tuple[Value | None, Value | None] | None:
        """Return its usual value for a closed and an open hand, None where points have none."""
        if in_faan or self.is_limit:
            return self.closed, self.open
        return self.points and (self.points[0], self.points[0])

    @property
    def is_limit(self) -> bool:
        """Whether a hand with it is a limit, whatever else is in it."""
        return self.closed is MAX


READY_ROWS: Mapping[str, ReadyRow] = {
    each.id: each
    for each in (
        ReadyRow("closed_hand", "Closed hand", "門前清", "closed_hand", 1, None),
        ReadyRow("self_draw", "Self-draw", "自摸", "self_drawn", 1, 1),
        ReadyRow("all_chows", "All chows", "平糊", "all_chows", 1, 1),
        ReadyRow("all_simples", "All simples", "斷幺", "all_simples", 1, 1),
        ReadyRow("straight", "Straight", "一條龍", "pure_straight", 1, 1),
        ReadyRow("matching_chows", "Two matching chows", "一般高", "double_chow", 1, None),
        ReadyRow("missing_suit", "A suit missing", "缺一門", "suits", 1, 1, {"count": 2}),
        ReadyRow("five_types", "Five types", "五門齊", "five_types", 1, 1),
        ReadyRow("single_wait", "Single wait", "獨獨", "single_wait", 1, 1),
        ReadyRow("out_on_a_pair", "Out on a pair", "單釣", "eyes_completed", 1, 1, points=(2, 4)),
        ReadyRow("double_wind", "Double wind", "雙番風", "double_wind", 1, 1),
        ReadyRow("seven_flowers", "Seven flowers", "花糊", "bonus_tiles", 3, 3, {"count": 7}),
        ReadyRow(
            "eight_flowers",
            "Eight flowers",
            "大花糊",
            "bonus_tiles",
            8,
            8,
            {"count": 8},
            ("seven_flowers",),
        ),
        ReadyRow("mixed_terminals", "Mixed terminals", "花幺", "terminals_and_honours", 1, 1),
        ReadyRow("three_hidden", "Three hidden pungs", "三暗刻", "three_concealed_pungs", 2, 2),
        ReadyRow("hidden_pungs", "Hidden pungs", "坎坎糊", "hidden_treasure", MAX, None),
        ReadyRow("kong_on_kong", "Kong upon kong", "槓上槓", "kong_on_kong", MAX, MAX),
        ReadyRow("seven_different_pairs", "Seven pairs", "七對子", "seven_pairs", 4, None),
        ReadyRow("orphans", "Thirteen orphans", "十三幺", "thirteen_orphans", MAX, None),
        ReadyRow(
            "pure_orphans",
            "Thirteen orphans, any of thirteen",
            "十三面十三幺",
            "thirteen_orphans",
            MAX,
            None,
            {"pure": True},
        ),
        ReadyRow("gates", "Nine gates", "九子連環", "nine_gates", MAX, None),
        ReadyRow("imperial_jade", "Imperial jade", "綠一色", "all_green", MAX, MAX),
        ReadyRow("heads_and_tails", "Heads and tails", "清幺九", "only_terminals", MAX, MAX),
        ReadyRow("honours_alone", "Honours alone", "字一色", "only_honours", MAX, MAX),
        ReadyRow("great_scholars", "Three great scholars", "大三元", "big_dragons", MAX, MAX),
        ReadyRow("four_blessings", "Four blessings", "大四喜", "four_wind_pungs", MAX, MAX),
        ReadyRow("lesser_blessings", "Lesser four blessings", "小四喜", "little_winds", MAX, MAX),
        ReadyRow("fourfold_plenty", "Fourfold plenty", "十八羅漢", "four_kongs", MAX, MAX),
        ReadyRow("snake", "Wriggling snake", "遊蛇", "wriggling_snake", MAX, None),
        ReadyRow("human_hand", "Human hand", "人糊", "first_turn_of_another", MAX, MAX),
    )
}
