"""What a house pays for some faan, and who pays it: `[points]` and `[payment]` of a house file.

The named ladders are those of Hong Kong's tables (docs/rules/house.md): a single share of one
loser, from the unit at 0 faan upwards.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate, pairwise
from typing import TypeAlias

from scorer.core.sentences import Sentence
from scorer.rules.payment import HALF_GUN, OTHERS, RESPONSIBILITIES, PaidAmount, with_ways
from scorer.rules.rule_set import NO_CAP, Ladder, RuleSet
from scorer.rulesets.house_schema import (
    CENTS,
    LARGEST_PAYMENT,
    Entry,
    Reader,
    Table,
    amount,
    anything,
    named,
    one_of,
    whole,
)

POINTS, PAYMENT, CAP = "points", "payment", "cap"
MOST_FAAN = 100  # of a ladder: more than any table counts
MOST_SHARES = 100  # of one player

Discard: TypeAlias = Callable[[int], tuple[int, int]]
"""The shares of the discarder and of each other player, given each one's on a self-draw."""


def full_spicy(faan: int) -> int:
    """Every faan doubles (辣辣上)."""
    return 1 << faan


def half_spicy(faan: int) -> int:
    """Every faan doubles up to 4; from there on two faan do, by one half and one third (半辣上)."""
    if faan <= 4 or faan % 2 == 0:
        return 1 << (faan if faan <= 4 else faan // 2 + 2)
    return half_spicy(faan - 1) * 3 // 2


def tiers(faan: int) -> int:
    """Every faan doubles up to 4; then 7, 10 and 13 are steps that double (雙辣, 三辣, 四辣)."""
    return 1 << (faan if faan <= 4 else min((faan - 1) // 3 + 3, 7))


LADDERS: Mapping[str, Callable[[int], int]] = {
    "full_spicy": full_spicy,
    "half_spicy": half_spicy,
    "tiers": tiers,
}
DISCARDS: Mapping[str, Discard] = {
    "half_gun": lambda _: HALF_GUN,
    "full_gun": lambda _: (HALF_GUN[0] + (OTHERS - 1) * HALF_GUN[1], 0),
    "three_shares": lambda drawn: (OTHERS * drawn, 0),
    "everybody_equal": lambda _: (1, 1),
}


def _dealer(entry: Entry) -> Decimal:
    """Return the factor for what East pays and gets, in halves."""
    number = amount(entry)
    if not 1 <= number <= MOST_SHARES or (2 * number) % 1:
        entry.wrong(
            "{path} must be a number from 1 to {most}, whole or with a half such as 1.5, not "
            "{value}.",
            most=MOST_SHARES,
        )
    return number


def _shares(example: str, *payers: str) -> Reader:
    """Return a reader of the shares of each of the three payers, which may be given as a total."""
    each = {payer: whole(0, MOST_SHARES) for payer in payers}
    table = Table({**each, "total": anything}, dict.fromkeys(each, "1"), example)

    def read(entry: Entry) -> tuple[int, int]:
        given = table(entry)
        shares = (given.get("discarder", given["others"]), given["others"], given["others"])
        total, sum_text = sum(shares), " + ".join(map(str, shares))
        if given.get("total", total) != total:
            entry.at("total").wrong(
                "the shares are {said} = {total}, not {value}: correct one of them.",
                said=sum_text,
                total=total,
            )
        if not total:
            entry.wrong(
                "nobody pays the winner anything ({said}): let someone pay a share.",
                said=sum_text,
            )
        return shares[:2]

    return read


_BY_HAND = _shares("{ discarder = 2, others = 1 }", "discarder", "others")
_BY_NAME = named(DISCARDS, Sentence("payment of a discard"))


def _discard(entry: Entry) -> Discard:
    """Return who pays how many shares on a discard, by name or as written out."""
    if not isinstance(entry.value, dict):
        return DISCARDS[_BY_NAME(entry)]
    shares = _BY_HAND(entry)
    return lambda _: shares


# The cap is read here unless `[options]` answers it.
NAMED_LADDER = Table({"ladder": named(LADDERS, Sentence("ladder")), "unit": amount, CAP: anything})
PAYMENTS = Table(
    {
        "discard": _discard,
        "self_draw": _shares("{ others = 2 }", "others"),
        "dealer": _dealer,
        "most": amount,
        "responsibility": Table(
            dict.fromkeys(RESPONSIBILITIES, one_of([paid.value for paid in PaidAmount])),
            example=f'{{ limit_hand = "{PaidAmount.DUE}" }}',
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Points:
    """The contents of `[points]`: a named ladder with its `unit`, or each faan's pay; a `cap`."""

    entry: Entry
    ladder: str | None
    unit: Decimal | None
    by_faan: Mapping[int, Decimal]

    @property
    def cap(self) -> int | None:
        """The faan above which nothing grows, None if the table does not give it."""
        cap = self.entry.at(CAP)
        return None if cap.value is None else int(whole(1, MOST_FAAN)(cap))

    def ladder_cap(self, base: RuleSet) -> int | None:
        """Return the cap if `[options]` names none, None for that of the base."""
        most = max(self.by_faan, default=0)
        return self.cap or (most if most > base.cap else None)

    def steps(self, base: RuleSet, agreed: RuleSet) -> Mapping[int, Decimal]:
        """Return what each faan pays; `agreed` is the base with the options answered."""
        if not self.entry.value:
            return {faan: Decimal(points) for faan, points in base.ladder.steps}
        if bool(self.ladder) == bool(self.by_faan) or (self.unit is not None and not self.ladder):
            self.entry.at(str(min(self.by_faan)) if self.ladder else "unit").wrong(
                'write either the name of a ladder, such as ladder = "half_spicy", perhaps '
                "with a unit, or what each faan pays, such as 3 = 8, not both."
            )
        return self._by_name(self.ladder, agreed) if self.ladder else self._by_hand(agreed)

    def reach(self, base: RuleSet, rules: RuleSet) -> RuleSet:
        """Return rules whose ladder pays all faan between a table's own minimum and cap.

        The house's file ended where it had no need for more.
        """
        steps = dict(rules.ladder.steps)
        first = min(steps)
        for faan in range(min(rules.minimum, rules.cap), first):
            usual = base.ladder.points(faan) * rules.table.coins
            exact = usual * rules.payment.dealer % 1 == 0
            steps[faan] = min(usual, steps[first]) if exact else steps[first]
        if self.ladder and self.cap is None:
            for faan in range(min(rules.cap, MOST_FAAN) + 1):
                points = self._unit * LADDERS[self.ladder](faan)
                if points > LARGEST_PAYMENT:
                    break
                steps[faan] = max(steps.get(faan, 0), int(points * rules.table.coins))
        order = sorted(steps)
        rising = accumulate((steps[faan] for faan in order), max)
        return replace(rules, ladder=Ladder(tuple(zip(order, rising, strict=True))))

    @property
    def _unit(self) -> Decimal:
        return Decimal(1) if self.unit is None else self.unit

    def _by_name(self, ladder: str, agreed: RuleSet) -> Mapping[int, Decimal]:
        """Return what each faan pays by a named ladder, from the unit at 0 faan up to the cap."""
        cap = self.cap or min(agreed.cap, MOST_FAAN)
        if self.cap is None and agreed.cap >= NO_CAP:
            self.entry.at("ladder").wrong(
                "this ladder has no end: give {cap}, such as {cap} = 10.", cap=CAP
            )
        self._check_reached(cap, CAP, agreed)
        steps = {faan: self._unit * LADDERS[ladder](faan) for faan in range(cap + 1)}
        if steps[cap] > LARGEST_PAYMENT:
            self.entry.at(CAP).wrong(
                "{faan} faan would pay {points}, more than {most}: lower {cap} or unit.",
                faan=cap,
                points=steps[cap],
                most=LARGEST_PAYMENT,
                cap=CAP,
            )
        return steps

    def _by_hand(self, agreed: RuleSet) -> Mapping[int, Decimal]:
        """Return what each faan pays as written by the house, below its lowest as in the base."""
        least, most = min(self.by_faan), max(self.by_faan)
        self._check_reached(most, str(most), agreed)
        missing = range(agreed.minimum, least)
        below = {faan: Decimal(agreed.ladder.points(faan)) for faan in missing}
        if below and max(below.values()) > self.by_faan[least]:
            first = (
                Sentence("{first} = …", first=missing[0])
                if len(missing) == 1
                else Sentence("{first} = … to {last} = …", first=missing[0], last=missing[-1])
            )
            self.entry.at(str(least)).wrong(
                "{faan} faan are enough to win at this table, but the file does not say what "
                "fewer than {least} pay: write {first}, or {minimum} = {least} under [options].",
                faan=agreed.minimum,
                least=least,
                first=first,
                minimum="minimum",
            )
        return below | dict(self.by_faan)

    def _check_reached(self, faan: int, key: str, agreed: RuleSet) -> None:
        if faan > agreed.cap:
            self.entry.at(key).wrong(
                "no hand can be paid for {faan} faan, as none counts more than {most} ({cap} "
                "in [options]). Raise that, or leave this out.",
                faan=faan,
                most=agreed.cap,
                cap=CAP,
            )


def read_points(file: Entry) -> Points:
    """Return the contents of `[points]`, in which each number of faan is a key of its own."""
    entry = file.at(POINTS)
    given = entry.value if isinstance(entry.value, dict) else {}
    numbers = [key for key in given if key.isascii() and key.isdecimal()]
    rest = {key: value for key, value in given.items() if key not in numbers}
    given = NAMED_LADDER(replace(entry, value=rest) if given else entry)
    for key in numbers:
        if str(int(key)) != key or int(key) > MOST_FAAN:
            entry.at(key).wrong(
                "a number of faan must be 0 to {most}, such as 3, not {key}.",
                most=MOST_FAAN,
                key=key,
            )
    by_faan = {int(key): amount(entry.at(key)) for key in numbers}
    return Points(entry, given.get("ladder"), given.get("unit"), by_faan)


def check_counts_faan(file: Entry, rules: RuleSet) -> None:
    """Refuse `[points]` and `[payment]` for rule sets that do not count faan."""
    for key in (POINTS, PAYMENT):
        if key in file.value and rules.everyone_scores:
            file.at(key).wrong(
                "{id} counts points, not faan, so [{key}] has no meaning there. Leave it out; "
                "the options decide who pays whom.",
                id=rules.id,
                key=key,
            )


def with_points(file: Entry, base: RuleSet, agreed: RuleSet) -> RuleSet:
    """Return the base with the house's ladder; `agreed` is the base with the options answered."""
    points = read_points(file)
    dealer = PAYMENTS(file.at(PAYMENT)).get("dealer", Decimal(1))
    if not points.entry.value and dealer % 1 == 0:
        return base
    steps = points.steps(base, agreed)
    _check_rising(points.entry, steps)
    amounts = [paid * times for paid in steps.values() for times in (1, dealer)]
    coins = 1 if all(paid % 1 == 0 for paid in amounts) else CENTS
    if any(paid * coins % 1 for paid in amounts):
        file.at(PAYMENT, "dealer").wrong(
            "East would pay fractions of a cent: let faan pay even numbers of cents, or make "
            "dealer a whole number.",
        )
    table = replace(base.table, coins=coins, start=base.table.start * coins)
    ladder = Ladder(tuple((faan, int(paid * coins)) for faan, paid in sorted(steps.items())))
    return replace(base, ladder=ladder, table=table)


def _check_rising(entry: Entry, steps: Mapping[int, Decimal]) -> None:
    """Refuse a ladder that falls, and one that never pays anything."""
    order = sorted(steps)
    for lower, higher in pairwise(order):
        if steps[higher] < steps[lower]:
            entry.at(str(higher)).wrong(
                "{higher} faan pay less than {lower} ({less} and {more}), but a ladder cannot "
                "go down. Let {higher} faan pay {more} or more.",
                higher=higher,
                lower=lower,
                less=steps[higher],
                more=steps[lower],
            )
    if not steps[order[-1]]:
        where = entry.at("unit" if "unit" in entry.value else str(order[-1]))
        where.wrong("nobody would be paid anything: use a number above 0.")


def with_payment(file: Entry, rules: RuleSet) -> RuleSet:
    """Return the rules with the house's own payments: the shares each pays, and the maximum."""
    entry = file.at(PAYMENT)
    given = PAYMENTS(entry)
    pays = rules.payment
    drawn = given["self_draw"][1] if "self_draw" in given else pays.self_draw
    discarder, others = pays.discarder, pays.others
    if "discard" in given:
        discarder, others = given["discard"](drawn)
    dealer = given.get("dealer", Decimal(str(pays.dealer)))
    paid_for_all = given.get("responsibility", {})
    changed = replace(
        pays,
        discarder=discarder,
        others=others,
        self_draw=drawn,
        dealer=int(dealer) if dealer % 1 == 0 else float(dealer),
        most=_most(entry.at("most"), given["most"], rules) if "most" in given else pays.most,
        responsible=with_ways(
            tuple((id_, PaidAmount(paid)) for id_, paid in paid_for_all.items()),
            pays.responsible,
        ),
    )
    return replace(rules, payment=changed)


def _most(entry: Entry, most: Decimal, rules: RuleSet) -> int:
    """Return the most that one player pays for a hand, in coins."""
    if not most:
        entry.wrong(
            "nobody would be paid anything: use a number above 0, or leave most out.",
        )
    if most % 1 and rules.table.coins == 1:
        less = Sentence("{less} or ", less=int(most)) if int(most) else ""
        entry.wrong(
            'this table uses whole points, so "most" must be {less_or}{more}.',
            less_or=less,
            more=int(most) + 1,
        )
    return rules.table.in_coins(float(most))
