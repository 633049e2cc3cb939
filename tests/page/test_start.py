"""The first screen: names and the chosen rules in sight at once, five rule sets told apart."""

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


@pytest.mark.parametrize("locale", ["en-GB", "zh-HK"])
def test_on_a_phone_the_rules_the_four_names_and_the_start_are_in_sight_at_once(phone, locale):
    ann = phone(locale=locale)
    ann.open()
    ann.page.wait_for_selector("#new-game")
    for seat in range(4):
        assert ann.page.eval_on_selector(f"[name=player{seat}]", IN_SIGHT), seat
    assert ann.page.eval_on_selector(".rules-choice summary", IN_SIGHT)
    assert ann.page.eval_on_selector("#new-game [type=submit]", IN_SIGHT)
    named = ann.page.inner_text(".rules-now")
    ann.page.click(".rules-choice summary")
    expect(ann.page.locator(".rules-choice .option-card:has(:checked) b")).to_have_text(
        named, use_inner_text=True
    )


def test_a_tap_on_a_rule_set_leads_on_to_the_names_and_keys_go_from_one_to_the_next(phone):
    ann = phone()
    ann.open()
    ann.page.click(".rules-choice summary")
    ann.page.locator(".option-card:has([value='classical-british'])").tap()
    ann.page.wait_for_selector(".rules-choice:not([open])")
    expect(ann.page.locator(".rules-now")).to_have_text(
        "Classical, with doubles and trebles", use_inner_text=True
    )
    assert ann.page.eval_on_selector("[name=player0]", IN_SIGHT)
    ann.page.keyboard.press("Enter")  # the choice has the focus
    ann.page.focus("[name=rules][value='classical-british']")
    ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("ArrowUp")
    ann.page.keyboard.press("ArrowUp")
    expect(ann.page.locator(".rules-now")).to_have_text(
        "Classical, 20 points for going out", use_inner_text=True
    )
    expect(ann.page.locator(".rules-choice[open]")).to_have_count(1)
    for seat, name in enumerate("ABCD"):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    state = "fetch(`/api/v1/games/${location.hash.slice(6)}`).then((answer) => answer.json())"
    assert ann.page.evaluate(state)["rules"] == "classical-20"


def test_where_there_is_room_the_rules_stand_open_beside_the_names(phone):
    ann = phone(viewport={"width": 1280, "height": 800})
    ann.open()
    ann.page.wait_for_selector(".rules-choice[open]")
    expect(ann.page.locator(".rules-choice .option-card").first).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "zh-HK"])
@pytest.mark.parametrize("width", [360, 320])
def test_no_rule_set_is_called_like_another(phone, locale, width):
    ann = phone(locale=locale, viewport={"width": width, "height": 740})
    ann.open()
    ann.page.click(".rules-choice summary")
    cards = ann.page.locator(".rules-choice .option-card")
    cards.first.wait_for()
    titles = cards.locator("b").all_inner_texts()[:5]
    texts = cards.locator("small").all_inner_texts()[:5]
    assert len(set(titles)) == len(set(texts)) == 5
    assert [a for a in titles for b in titles if a != b and b.startswith(a)] == []
    for card in cards.all()[:5]:  # nothing is cut off
        assert card.evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_what_was_wrong_with_the_names_is_over_when_the_game_begins(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate(("Ann", "Ann", "Bartholomew Longname", "Dee")):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.tap("Start the game")
    ann.page.locator(".alarm", has_text="Two players have the same name").wait_for()
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
    ann.page.wait_for_selector("#new-game")
    return ann.page.evaluate(KNOWN)


def test_games_that_are_over_stand_apart_from_those_to_play_on(phone):
    ann = phone()
    evenings = {day: ann.begin("hk-500", (day, "Ben", "Cleo", "Dee")) for day in ("Fri", "Sat")}
    for day, game in evenings.items():
        ann.open(f"#game={game['id']}&token={game['write_token']}")
        ann.page.locator(".seat-name", has_text=day).wait_for()
    friday, saturday = "Fri, Ben, Cleo, Dee", "Sat, Ben, Cleo, Dee"
    (shown,) = known(ann)
    assert [line.partition(" | ")[0] for line in shown] == ["Play on", saturday, friday]
    ann.post(evenings["Sat"], "end", {})  # by another phone, while this one looked elsewhere
    ann.open()
    ann.page.get_by_text("Finished games").wait_for()
    to_play, over = known(ann)
    assert [line.partition(" | ")[0] for line in to_play] == ["Play on", friday]
    assert over == ["Finished games", f"{saturday} | over"]


def test_who_is_not_named_is_called_by_the_wind(phone):
    ann = phone()
    ann.open()
    ann.page.fill("[name=player1]", "Ben")
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    for player, name in enumerate(("East", "Ben", "West", "North")):
        seat = ann.page.locator(f".seat[data-player='{player}'] .seat-name")
        expect(seat).to_have_text(name, use_inner_text=True)
    ann.open()
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
    ann.page.wait_for_selector("#new-game")
    assert ann.page.evaluate("locks") == ["screen", "screen", "released"]


def test_who_played_here_is_offered_whom_it_played_with_last_first(phone):
    ann = phone()
    ann.set_up()
    ann.start("hk-500", ["Ann", "Eve", "Finn", "Guo"])
    ann.open()
    ann.page.wait_for_selector("#new-game")
    offered = ann.page.locator("#known-names option").evaluate_all(
        "all => all.map((each) => each.value)"
    )
    assert offered == ["Ann", "Eve", "Finn", "Guo", "Ben", "Cleo", "Dee"]
    expect(ann.page.locator("[name=player2]")).to_have_attribute("list", "known-names")


def test_a_button_below_the_questions_comes_with_them_and_stays_where_it_is(phone):
    ann = phone()
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1000)
    ann.open()
    ann.page.wait_for_selector("#new-game")
    keep = ann.page.get_by_role("button", name="Keep as our house rules")
    expect(keep).to_have_count(0)
    ann.page.clock.run_for(1000)
    expect(keep).to_have_count(1)
    expect(ann.page.locator(".new-agreed .agreements")).to_have_count(1)
