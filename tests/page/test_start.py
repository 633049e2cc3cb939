"""The first screen: names in sight at once, named tables, an agreement as one line."""

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

IN_SIGHT = """
(element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, bottom - 4);
  return top >= 0 && element.contains(there);
}
"""


STATE = "() => fetch(`/api/v1/games/${location.hash.slice(6)}`).then((answer) => answer.json())"


@pytest.mark.parametrize("locale", ["en-GB", "zh-HK"])
def test_on_a_phone_the_four_names_and_the_start_are_in_sight_at_once(phone, locale):
    ann = phone(locale=locale)
    ann.open()
    ann.page.wait_for_selector("#new-game")
    for seat in range(4):
        assert ann.page.eval_on_selector(f"[name=player{seat}]", IN_SIGHT), seat
    assert ann.page.eval_on_selector("#new-game [type=submit]", IN_SIGHT)


def sentence(ann):
    """The parts of what is agreed on, as they are read."""
    return ann.page.locator(".sentence-part").all_inner_texts()


@pytest.mark.parametrize(
    ("locale", "parts"),
    [
        (
            "en-GB",
            ["3 faan to win", "10 at most", "half spicy", "discarder pays all", "25/50 cents"],
        ),
        ("zh-HK", ["三番起", "十番封", "半辣上", "全銃", "二五雞"]),
    ],
)
def test_a_named_table_is_one_tap_and_one_sentence(phone, locale, parts):
    ann = phone(locale=locale)
    ann.open()
    ann.choose("two-five")
    assert sentence(ann)[:5] == parts
    ann.page.click("#new-game [type=submit]")
    ann.page.wait_for_selector(".felt")
    house = ann.page.evaluate(STATE)["house_rules"]
    kept = ann.page.request.get(f"{ann.address}/api/v1/house-rules/{house['hash']}").json()
    assert kept["says"]["points"] == {"ladder": "half_spicy", "unit": 0.25}
    assert kept["says"]["payment"] == {"discard": "full_gun"}
    ann.open_new_game()  # it is the named table the next time, too
    expect(ann.page.locator("[name=rules]:checked")).to_have_value("two-five")


def test_a_part_of_the_sentence_is_changed_where_it_stands(phone):
    ann = phone()
    ann.open()
    ann.choose("two-five")
    ann.answer("cap", 8)
    ann.page.click("[data-part=minimum]")
    expect(ann.page.locator("[data-choices=cap]")).to_have_count(0)
    ann.page.fill("[name=minimum-number]", "4")
    ann.page.keyboard.press("Tab")
    ann.answer("discard", "half_gun")
    assert sentence(ann)[:4] == [
        "4 faan to win",
        "8 at most",
        "half spicy",
        "discarder pays double",
    ]
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    ann.tap("Rules")
    agreed = ann.page.locator(".agreed-list")
    agreed.get_by_text("Minimum faan to win", exact=True).locator("+ dd >> text=4").wait_for()
    agreed.get_by_text("What is a faan worth?").locator("+ dd >> text=Half spicy").wait_for()


def test_how_a_new_round_begins_is_asked_once_and_as_most_tables_play(phone):
    ann = phone()
    ann.open()
    asked = ann.page.locator("[data-choices=round_change]")
    expect(asked.locator("[value=conventional]")).to_be_checked()
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    assert ann.page.evaluate(STATE)["options"]["round_change"] == "conventional"
    ann.open_new_game()
    ann.page.locator("[data-part=round_change]").wait_for()
    expect(asked).to_have_count(0)


def test_a_game_to_play_on_comes_first_and_once(phone):
    ann = phone()
    ann.start()
    ann.open()
    expect(ann.page.get_by_text("Play on")).to_have_count(1)
    expect(ann.page.locator("main .primary")).to_have_count(1)
    expect(ann.page.locator("#new-game")).to_have_count(0)
    ann.tap("New game")
    ann.page.wait_for_selector("#new-game")


@pytest.mark.parametrize("locale", ["en-GB", "zh-HK"])
@pytest.mark.parametrize("width", [360, 320])
def test_no_rule_set_is_called_like_another(phone, locale, width):
    ann = phone(locale=locale, viewport={"width": width, "height": 740})
    ann.open()
    ann.page.click(".other-rules summary")
    cards = ann.page.locator(".other-rules .option-card")
    cards.first.wait_for()
    titles = cards.locator("b").all_inner_texts()[:4]
    texts = cards.locator("small").all_inner_texts()[:4]
    assert len(set(titles)) == len(set(texts)) == 4
    tables = ann.page.locator(".named-tables label").all_inner_texts()
    assert len(set(tables)) == 6
    assert [a for a in titles for b in titles if a != b and b.startswith(a)] == []
    for card in cards.all()[:4] + ann.page.locator(".named-tables label").all():
        assert card.evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_what_was_wrong_with_the_names_is_over_when_the_game_begins(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate(("Ann", "Ann", "Bartholomew Longname", "Dee")):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.tap("Start the game")
    ann.page.locator(".alarm", has_text="Two players are called").wait_for()
    ann.page.fill("[name=player1]", "Maximiliane")
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    expect(ann.page.locator(".alarm")).to_have_count(0)
    ann.page.click(".seat[data-player='2']")
    ann.page.click("section[aria-label='How?'] [data-player='1']")
    ann.page.get_by_role("button", name="Enter the tiles").click()  # on the same screen as who
    title = ann.page.locator("h1", has_text="Bartholomew Longname, off Maximiliane")
    assert title.evaluate(
        "(each) => each.scrollHeight < each.clientHeight + 5"
    )  # no line of it is cut off


KNOWN = """
() => [...document.querySelectorAll("main .card h2 + ul")].map((list) => {
  const games = [...list.querySelectorAll(".game-link")];
  const words = games.map((each) => {
    const [names, said] = ["b", "small"].map((part) => each.querySelector(part).textContent);
    return `${names} | ${said.split(" · ")[0]}`;
  });
  return [list.previousElementSibling.textContent, ...words];
})
"""


def known(ann):
    """The games of the first screen: by heading, the names and what is said of each."""
    ann.open()
    ann.page.wait_for_selector(".ways-in")
    return ann.page.evaluate(KNOWN)


def test_games_that_are_over_stand_apart_from_those_to_play_on(phone):
    ann = phone()
    evenings = {day: ann.begin("hk-500", (day, "Ben", "Cleo", "Dee")) for day in ("Fri", "Sat")}
    for day, game in evenings.items():
        ann.open(f"#game={game['id']}&token={game['write_token']}")
        ann.page.locator(".seat-name", has_text=day).wait_for()
    friday, saturday = "Fri, Ben, Cleo, Dee", "Sat, Ben, Cleo, Dee"
    (shown,) = known(ann)
    assert [line.partition(" | ")[0] for line in shown] == ["Other games in progress", friday]
    ann.post(evenings["Sat"], "end", {})  # by another phone, while this one looked elsewhere
    ann.open()
    ann.page.get_by_text("Finished games").wait_for()
    (over,) = known(ann)
    assert over == ["Finished games", f"{saturday} | over"]


def test_who_is_not_named_is_a_player_with_a_number(phone):
    ann = phone()
    ann.open()
    ann.page.fill("[name=player1]", "Ben")
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    for player, name in enumerate(("Player 1", "Ben", "Player 3", "Player 4")):
        seat = ann.page.locator(f".seat[data-player='{player}'] .seat-name")
        expect(seat).to_have_text(name, use_inner_text=True)
    ann.open_new_game()
    for seat, name in enumerate(("", "Ben", "", "")):  # a name left out is no name to offer
        expect(ann.page.locator(f"[name=player{seat}]")).to_have_value(name)


AWAKE = """
  window.locks = [];
  Object.defineProperty(navigator, "wakeLock", { value: {
    request: async (kind) => {
      locks.push(kind);
      return { release: async () => locks.push("released") };
    },
  }});
"""


def test_a_table_that_is_open_keeps_its_phone_awake(phone):
    ann = phone()
    ann.context.add_init_script(AWAKE)
    ann.set_up()
    assert ann.page.evaluate("locks") == ["screen"]
    ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it was away
    assert ann.page.evaluate("locks") == ["screen", "screen"]
    ann.page.click(".home")
    ann.page.wait_for_selector(".ways-in")
    assert ann.page.evaluate("locks") == ["screen", "screen", "released"]


def test_who_played_here_is_offered_whom_it_played_with_last_first(phone):
    ann = phone()
    ann.set_up()
    ann.start("hk-500", ["Ann", "Eve", "Finn", "Guo"])
    ann.open_new_game()
    offered = ann.page.locator("#known-names option").evaluate_all(
        "all => all.map((each) => each.value)"
    )
    assert offered == ["Ann", "Eve", "Finn", "Guo", "Ben", "Cleo", "Dee"]
    expect(ann.page.locator("[name=player2]")).to_have_attribute("list", "known-names")
