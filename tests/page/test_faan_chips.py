"""An agreed number of faan in a few taps: who, how, how many, and record."""

import pytest

from tests import http, needs
from tests.houses.random_houses import house_files
from tests.soak import full

expect = needs.package("playwright.sync_api").expect

HOW = "section[aria-label='How?']"


@pytest.fixture
def seated(phone):
    """Return a phone at a table of four, where nothing has happened yet."""

    def sit(rules="hk-500", **options):
        ann = phone()
        ann.start(rules, **options)
        return ann

    return sit


def shown(ann):
    """What each chip says: the faan, and what the winner gets for them."""
    ann.page.wait_for_selector("[data-faan] small")
    return [tuple(text.split()) for text in ann.page.locator("[data-faan]").all_inner_texts()]


def test_faan_are_offered_once(seated):
    ann = seated()
    ann.page.click(".seat[data-player='0']")
    ann.page.click(f"{HOW} [data-player='2']")
    ann.page.get_by_role("button", name="Enter the tiles").wait_for()
    expect(ann.page.get_by_text("Only the faan")).to_have_count(1)


def test_a_discard_takes_four_taps(seated):
    ann = seated()
    ann.page.click(".seat[data-player='0']")  # 1: who
    ann.page.click(f"{HOW} [data-player='2']")  # 2: off whom
    ann.page.click("[data-faan='3']")  # 3: how many
    expect(ann.page.locator(".pay-line")).to_have_text(
        "Ann +32 Ben −8 Cleo −16 Dee −8", use_inner_text=True
    )
    ann.page.click(".record:not([disabled])")  # 4: record it
    assert ann.table(2)["points"] == [532, 492, 484, 492]


def test_a_self_draw_takes_three(seated):
    ann = seated()
    ann.page.click(".seat[data-player='1']")
    ann.page.wait_for_selector(".faan-chips >> text=Ben, self-drawn")
    ann.page.click("[data-faan='3']")
    ann.page.click(".record:not([disabled])")
    assert ann.table(2)["points"] == [484, 548, 484, 484]


def test_the_chips_go_from_the_minimum_to_the_cap_and_say_what_each_pays(seated):
    ann = seated(minimum=3, cap=13)
    ann.page.click(".seat[data-player='0']")
    drawn = shown(ann)
    assert [faan for faan, _ in drawn] == [str(faan) for faan in range(3, 14)]
    assert (drawn[0], drawn[-1]) == (("3", "+48"), ("13", "+768"))
    ann.page.click(f"{HOW} [data-player='3']")
    ann.page.wait_for_selector(".faan-chips >> text=Ann, off Dee")
    assert (shown(ann)[0], shown(ann)[-1]) == (("3", "+32"), ("13", "+512"))


def test_another_discarder_is_chosen_after_the_faan(seated):
    ann = seated()
    ann.page.click(".seat[data-player='0']")
    ann.page.click("[data-faan='1']")
    ann.page.click(f"{HOW} [data-player='1']")
    ann.page.wait_for_selector(".pay-line >> text=+8")
    ann.expect_paid_line([8, -4, -2, -2])
    ann.page.click(".record:not([disabled])")
    assert ann.table(2)["points"] == [508, 496, 498, 498]


def test_the_chips_work_without_a_connection(seated):
    ann = seated()
    ann.page.wait_for_function(
        "() => Object.keys(localStorage).some((key) => key.startsWith('tableside.seen:/rules/'))"
    )
    ann.page.route("**/api/v1/**", lambda route: route.abort())
    ann.page.click(".seat[data-player='0']")
    ann.page.click(f"{HOW} [data-player='2']")
    ann.page.click("[data-faan='3']")
    ann.page.wait_for_selector(".record:not([disabled]) >> text=Keep it")
    ann.expect_paid_line([32, -8, -16, -8])
    ann.page.click(".record:not([disabled])")
    ann.page.wait_for_selector(".recent-hand.waits >> text=Ann won off Cleo, 3 faan")
    ann.page.unroute("**/api/v1/**")
    assert ann.table(2)["points"] == [532, 492, 484, 492]
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR_FAILED" not in text]


def test_what_is_left_pays_a_debt_that_is_larger(seated):
    """The page says what the service will: a payer gives what there is (hk-500)."""
    ann = seated(cap=13)
    ann.page.click(".seat[data-player='0']")
    ann.page.click(f"{HOW} [data-player='2']")
    ann.page.click("[data-faan='13']")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.expect_paid_line([512, -128, -256, -128])


def test_where_everybody_counts_there_are_none(seated):
    ann = seated("classical-british")
    ann.page.click(".seat[data-player='0']")
    ann.page.wait_for_selector(HOW)
    expect(ann.page.locator("[data-faan]")).to_have_count(0)


AGREED = """
async ({ state, rules, wins }) => {
  const { agreedChanges } = await import("/static/js/state/rules.js");
  return wins.map((win) => agreedChanges(state, rules, win));
}
"""
HOUSES = {
    "the sheet": {},
    "East double": {"payment": {"dealer": 2}},
    "East double, bounded": {"payment": {"dealer": 2, "most": 20}},
    "full gun in cents": {
        "points": {"ladder": "half_spicy", "unit": 0.25, "cap": 10},
        "payment": {"discard": "full_gun", "dealer": 2},
    },
    "by hand": {"payment": {"discard": {"discarder": 3, "others": 1}, "most": 100}},
}


def test_houses_at_random_are_counted_on_the_page_as_the_service_pays_them(modules, service):
    """Money, shares, East and bounds of houses of four, three and two; nobody is asked to pay."""
    compared = 0
    for text in house_files(full(12, 600), few=True):
        kept = http.post(f"{service}/api/v1/house-rules", json={"toml": text})
        if kept.status_code != 200:
            continue  # no file that can be played
        house = kept.json()
        few = [one["default"] for one in house["options"] if one["name"] == "players"]
        names = ["Ann", "Ben", "Cleo", "Dee"][: min(few, default=4)]
        asked = {"rules": house["hash"], "players": names}
        begun = http.post(f"{service}/api/v1/games", json=asked).json()
        least, cap = (
            next(one["default"] for one in house["options"] if one["name"] == name)
            for name in ("minimum", "cap")
        )
        last = len(names) - 1
        wins = [
            {"winner": winner, "win": how, "from": source, "faan": faan}
            for winner in (0, 1)
            for how, source in (("self-draw", None), ("discard", 1 - winner), ("discard", last))
            for faan in {least, least + 1, cap}
            if source != winner
        ]
        token = {"Authorization": f"Bearer {begun['write_token']}"}
        told = {"state": begun["state"], "rules": house, "wins": wins}
        for win, changes in zip(wins, modules.evaluate(AGREED, told), strict=True):
            url = f"{service}/api/v1/games/{begun['id']}"
            event = http.post(f"{url}/hands/preview", json=win, headers=token).json()["event"]
            assert changes == pytest.approx(event["changes"]), (text, win)
            compared += 1
        assert http.delete(url, headers=token).status_code == 204
    assert compared > 60


@pytest.mark.parametrize("terms", HOUSES.values(), ids=HOUSES)
def test_what_the_page_counts_by_itself_is_what_the_service_pays(modules, service, terms):
    """Also for East, who may pay and get more: chips say it, and hands without a connection."""
    body = {"base": "hk-500", "name": "House", **terms}
    house = http.post(f"{service}/api/v1/house-rules", json=body).json()
    asked = {"rules": house["hash"], "players": ["Ann", "Ben", "Cleo", "Dee"]}
    begun = http.post(f"{service}/api/v1/games", json=asked).json()
    wins = [
        {"winner": winner, "win": how, "from": source, "faan": faan}
        for winner in (0, 1)
        for how, source in (("self-draw", None), ("discard", 1 - winner), ("discard", 3))
        for faan in (1, 3, 4, 10)
    ]
    told = {"state": begun["state"], "rules": house, "wins": wins}
    for win, changes in zip(wins, modules.evaluate(AGREED, told), strict=True):
        previewed = http.post(
            f"{service}/api/v1/games/{begun['id']}/hands/preview",
            json=win,
            headers={"Authorization": f"Bearer {begun['write_token']}"},
        )
        assert previewed.status_code == 200, previewed.text
        assert changes == pytest.approx(previewed.json()["event"]["changes"]), win
