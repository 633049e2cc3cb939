"""What a house pays for some faan, and who pays it: `[points]` and `[payment]` of a house file.

The ladders by name are those of Hong Kong's tables (docs/rules/house.md): a single share of one
loser, from the unit at 0 faan upwards.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from types import MappingProxyType

from scorer.core.sentences import Sentence
from scorer.core.suggestions import hint
from scorer.rules.options import NO_CAP
from scorer.rules.payment import HALF_GUN, OTHERS, RESPONSIBILITIES, PaidAmount
from scorer.rules.rule_set import Ladder, RuleSet
from scorer.rulesets.house_text import (
    CENTS,
    LARGEST_PAYMENT,
    HouseFileError,
    HouseText,
    Mistake,
    Path,
    is_name,
    quote,
)

CAP, MINIMUM = "cap", "minimum"
POINTS, PAYMENT = "points", "payment"
MOST_FAAN = 100  # of a ladder: more than any table counts
MOST_SHARES = 100  # that one player pays
PAYMENT_KEYS = ("discard", "self_draw", "dealer", "most", "responsibility")
SHARE_KEYS = ("discarder", "others", "total")


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


LADDERS: Mapping[str, Callable[[int], int]] = MappingProxyType(
    {"full_spicy": full_spicy, "half_spicy": half_spicy, "tiers": tiers}
)
# Shares of the discarder and of each other player, beside so many of each on a self-draw.
DISCARDS: Mapping[str, Callable[[int], tuple[int, int]]] = MappingProxyType(
    {
        "half_gun": lambda _: HALF_GUN,
        "full_gun": lambda _: (HALF_GUN[0] + (OTHERS - 1) * HALF_GUN[1], 0),
        "three_shares": lambda drawn: (OTHERS * drawn, 0),
        "everybody_equal": lambda _: (1, 1),
    }
)


def check_counts_faan(file: HouseText, rules: RuleSet) -> None:
    """Refuse `[points]` and `[payment]` for rule sets that count no faan."""
    for key in (POINTS, PAYMENT):
        if key in file.values and not rules.ladder.steps:
            detail = Sentence(
                "{id} counts in points and not in faan, so [{key}] says nothing there. Leave "
                "it out; who pays whom is among the options.",
                id=rules.id,
                key=key,
            )
            file.wrong((key,), detail)


def with_points(file: HouseText, base: RuleSet, agreed: RuleSet) -> RuleSet:
    """Return the base with the house's ladder; `agreed` is the base with the options answered."""
    told, dealer = file.table(POINTS), _dealer(file)
    if not told and dealer % 1 == 0:
        return base
    written = {faan: file.amount((POINTS, key), told[key]) for faan, key in _faan(file, told)}
    if "ladder" in told:
        if written:
            first = (POINTS, str(min(written)))
            file.wrong(first, Sentence("give a ladder by name, or what each faan pays; not both."))
        steps = _by_name(file, told, agreed)
    elif "unit" in told:
        file.wrong(
            (POINTS, "unit"),
            Sentence(
                'unit goes with a ladder: write ladder = "{ladder}".', ladder=next(iter(LADDERS))
            ),
        )
    elif told:
        steps = _by_table(file, written, agreed)
    else:
        steps = {faan: Decimal(points) for faan, points in base.ladder.steps}
    _check_rising(file, steps)
    amounts = [amount * times for amount in steps.values() for times in (1, dealer)]
    coins = 1 if all(amount % 1 == 0 for amount in amounts) else CENTS
    if any(amount * coins % 1 for amount in amounts):
        detail = Sentence(
            "East would pay parts of a cent: let what faan pay be even numbers of cents, or give "
            "dealer a whole number."
        )
        file.wrong((PAYMENT, "dealer"), detail, Mistake.DECIMALS)
    table = replace(base.table, coins=coins, start=base.table.start * coins)
    ladder = Ladder(tuple((faan, int(amount * coins)) for faan, amount in sorted(steps.items())))
    return replace(base, ladder=ladder, table=table)


def _faan(file: HouseText, told: Mapping[str, object]) -> list[tuple[int, str]]:
    """The keys that are numbers of faan."""
    numbers = [key for key in told if key.isascii() and key.isdecimal()]
    file.check_keys(
        (POINTS,), {key: 0 for key in told if key not in numbers}, ("ladder", "unit", CAP)
    )
    for key in numbers:
        if str(int(key)) != key or int(key) > MOST_FAAN:
            file.wrong(
                (POINTS, key),
                Sentence(
                    "a number of faan is 0 to {most}, such as 3; not {key}.",
                    most=MOST_FAAN,
                    key=key,
                ),
            )
    return [(int(key), key) for key in numbers]


def _by_name(file: HouseText, told: Mapping[str, object], agreed: RuleSet) -> Mapping[int, Decimal]:
    """What each faan pays by a known ladder, from the unit at 0 faan up to the cap."""
    name = told["ladder"]
    if not is_name(name, LADDERS):
        detail = Sentence(
            "there is no ladder {name}{near}.", name=quote(name), near=hint(str(name), LADDERS)
        )
        file.wrong((POINTS, "ladder"), detail)
    unit = file.amount((POINTS, "unit"), told.get("unit", 1))
    cap = _cap(file, told, agreed)
    steps = {faan: unit * LADDERS[str(name)](faan) for faan in range(cap + 1)}
    if steps[cap] > LARGEST_PAYMENT:
        detail = Sentence(
            "{faan} faan would pay {points}, more than {most}: lower {cap} or unit.",
            faan=cap,
            points=steps[cap],
            most=LARGEST_PAYMENT,
            cap=CAP,
        )
        file.wrong((POINTS, CAP), detail, Mistake.TOO_MUCH)
    return steps


def _cap(file: HouseText, told: Mapping[str, object], agreed: RuleSet) -> int:
    """The faan above which a ladder stands still."""
    if CAP not in told:
        if agreed.cap >= NO_CAP:
            file.wrong(
                (POINTS, "ladder"),
                Sentence("this ladder has no end: give {cap}, such as {cap} = 10.", cap=CAP),
            )
        return min(agreed.cap, MOST_FAAN)
    cap = file.whole((POINTS, CAP), told[CAP], 1, MOST_FAAN)
    if cap > agreed.cap:
        _never_reached(file, (POINTS, CAP), cap, agreed)
    return cap


def _never_reached(file: HouseText, path: Path, faan: int, agreed: RuleSet) -> None:
    file.wrong(
        path,
        Sentence(
            "nobody gets what {faan} faan pay, for no hand counts more than {most} "
            "({cap} in [options]). Raise that, or leave this out.",
            faan=faan,
            most=agreed.cap,
            cap=CAP,
        ),
        Mistake.NOT_REACHED,
    )


def _by_table(
    file: HouseText, written: Mapping[int, Decimal], agreed: RuleSet
) -> Mapping[int, Decimal]:
    """What each faan pays as the house writes it; below the least it names, as in the base."""
    if not written:
        detail = Sentence(
            'say what faan pay: a line each, such as 3 = 8, or ladder = "half_spicy".'
        )
        file.wrong((POINTS,), detail)
    if max(written) > agreed.cap:
        _never_reached(file, (POINTS, str(max(written))), max(written), agreed)
    least = min(written)
    missing = range(agreed.minimum, least)
    below = {faan: Decimal(agreed.ladder.points(faan)) for faan in missing}
    if below and max(below.values()) > written[least]:
        first = (
            Sentence("{first} = …", first=missing[0])
            if len(missing) == 1
            else Sentence("{first} = … to {last} = …", first=missing[0], last=missing[-1])
        )
        detail = Sentence(
            "{faan} faan win at this table, and what fewer than {least} pay is not "
            "said: write {first}, or {minimum} = {least} under [options].",
            faan=agreed.minimum,
            least=least,
            first=first,
            minimum=MINIMUM,
        )
        file.wrong((POINTS, str(least)), detail, Mistake.POINTS_UNSAID)
    return below | dict(written)


def _check_rising(file: HouseText, steps: Mapping[int, Decimal]) -> None:
    """Refuse a ladder that goes down, and one by which nothing is ever paid."""
    order = sorted(steps)
    for lower, higher in pairwise(order):
        if steps[higher] < steps[lower]:
            detail = Sentence(
                "{higher} faan pay less than {lower} ({less} and {more}): a ladder never "
                "goes down. Give {higher} faan {more} or more.",
                higher=higher,
                lower=lower,
                less=steps[higher],
                more=steps[lower],
            )
            file.wrong((POINTS, str(higher)), detail, Mistake.LADDER_FALLS)
    if not steps[order[-1]]:
        where = (POINTS, "unit") if "unit" in file.table(POINTS) else (POINTS, str(order[-1]))
        file.wrong(
            where,
            Sentence("nobody would be paid anything: give a number above 0."),
            Mistake.NOBODY_PAID,
        )


def cap_of_points(file: HouseText, base: RuleSet) -> int | None:
    """The cap that `[points]` brings where `[options]` names none, None where it brings none."""
    told = file.table(POINTS)
    if CAP in told:
        return file.whole((POINTS, CAP), told[CAP], 1, MOST_FAAN)
    most = max((faan for faan, _ in _faan(file, told)), default=0)
    return most if most > base.cap else None


def with_payment(file: HouseText, rules: RuleSet) -> RuleSet:
    """Return the rules with the house's own say on who pays."""
    told = file.table(PAYMENT)
    if not told:
        return rules
    file.check_keys((PAYMENT,), told, PAYMENT_KEYS)
    pays = rules.payment
    drawn = pays.self_draw
    if "self_draw" in told:
        drawn = _drawn(file, told["self_draw"])
    discarder, others = pays.discarder, pays.others
    if "discard" in told:
        discarder, others = _discard(file, told["discard"], drawn)
    changed = replace(pays, discarder=discarder, others=others, self_draw=drawn)
    if "dealer" in told:
        dealer = _dealer(file)
        changed = replace(changed, dealer=int(dealer) if dealer % 1 == 0 else float(dealer))
    if "responsibility" in told:
        changed = replace(changed, responsible=_responsible(file, told["responsibility"]))
    return _bounded(file, replace(rules, payment=changed))


def _dealer(file: HouseText) -> Decimal:
    """How many times of what others pay East pays and gets, in halves."""
    path, times = (PAYMENT, "dealer"), file.table(PAYMENT).get("dealer", 1)
    number = file.amount(path, times)
    if not 1 <= number <= MOST_SHARES or (2 * number) % 1:
        detail = Sentence(
            "{path} is a number from 1 to {most}, whole or with a half as 1.5 has, not {value}.",
            path=path[-1],
            most=MOST_SHARES,
            value=quote(times),
        )
        file.wrong(path, detail, Mistake.NUMBER)
    return number


def _drawn(file: HouseText, told: object) -> int:
    """The shares of each other player on a self-draw."""
    path = (PAYMENT, "self_draw")
    if not isinstance(told, dict):
        file.wrong(
            path, Sentence("self_draw says what each other player pays: write {{ others = 2 }}.")
        )
    file.check_keys(path, told, SHARE_KEYS[1:])
    others = _shares(file, path, told, "others")
    _check_sum(file, path, told, [others] * OTHERS)
    return others


def _discard(file: HouseText, told: object, drawn: int) -> tuple[int, int]:
    """The shares of the discarder and of each other player."""
    path = (PAYMENT, "discard")
    if isinstance(told, dict):
        file.check_keys(path, told, SHARE_KEYS)
        shares = (_shares(file, path, told, "discarder"), _shares(file, path, told, "others"))
        _check_sum(file, path, told, [shares[0], *[shares[1]] * (OTHERS - 1)])
        return shares
    if not is_name(told, DISCARDS):
        detail = Sentence(
            "discard is a name, or shares such as {{ discarder = 2, others = 1 }}, not "
            "{told}{near}.",
            told=quote(told),
            near=hint(str(told), DISCARDS),
        )
        file.wrong(path, detail)
    return DISCARDS[str(told)](drawn)


def _shares(file: HouseText, path: Path, told: Mapping[str, object], key: str) -> int:
    if key not in told:
        file.wrong(
            path,
            Sentence(
                "{path} needs {key}, a number of shares: write {key} = 1, or 0.",
                path=path[-1],
                key=key,
            ),
        )
    return file.whole((*path, key), told[key], 0, MOST_SHARES)


def _check_sum(file: HouseText, path: Path, told: Mapping[str, object], shares: list[int]) -> None:
    """Refuse shares that are not what the file says they come to, or come to nothing."""
    total = sum(shares)
    said = " + ".join(str(share) for share in shares)
    if "total" in told and told["total"] != total:
        detail = Sentence(
            "the shares are {said} = {total}, and not {told}: correct one of them.",
            said=said,
            total=total,
            told=quote(told["total"]),
        )
        file.wrong((*path, "total"), detail, Mistake.TOTAL)
    if not total:
        detail = Sentence(
            "nobody pays the winner anything ({said}): let somebody pay a share.", said=said
        )
        file.wrong(path, detail, Mistake.NOBODY_PAID)


def _responsible(file: HouseText, told: object) -> tuple[tuple[str, PaidAmount], ...]:
    """The ways in which one player comes to pay for all, and what is paid."""
    path = (PAYMENT, "responsibility")
    if not isinstance(told, dict):
        detail = Sentence(
            'responsibility is a table: write {{ limit_hand = "{due}" }}.', due=PaidAmount.DUE
        )
        file.wrong(path, detail)
    file.check_keys(path, told, RESPONSIBILITIES)
    for id_, paid in told.items():
        if paid not in tuple(PaidAmount):
            detail = Sentence(
                '{id} is "{due}", for what all owe, or "{self_draw}", for what a self-draw '
                "would bring; not {paid}.",
                id=id_,
                due=PaidAmount.DUE,
                self_draw=PaidAmount.SELF_DRAW,
                paid=quote(paid),
            )
            file.wrong((*path, id_), detail)
    return tuple((id_, PaidAmount(str(paid))) for id_, paid in told.items())


def _bounded(file: HouseText, rules: RuleSet) -> RuleSet:
    """The rules with the most that one player pays for a hand."""
    told = file.table(PAYMENT)
    if "most" not in told:
        return rules
    path = (PAYMENT, "most")
    most = file.amount(path, told["most"])
    if not most:
        detail = Sentence(
            "nobody would be paid anything: give a number above 0, or leave most out."
        )
        file.wrong(path, detail, Mistake.NOBODY_PAID)
    try:
        coins = rules.table.in_coins(float(most))
    except ValueError as error:
        detail = Sentence(
            "points are whole at this table, so most is too: give {less_or}{more}.",
            less_or=Sentence("{less} or ", less=int(most)) if int(most) else "",
            more=int(most) + 1,
        )
        raise HouseFileError(file.lines.get(path), detail, Mistake.DECIMALS, path) from error
    return replace(rules, payment=replace(rules.payment, most=coins))
