"""A table by its own ladder, on the page: its file chosen, its hands paid to the cent."""

from tests import needs

expect = needs.package("playwright.sync_api").expect

HOUSE = """\
format = 2
base = "hk-500"
name = "Two five"

[options]
minimum = 0

[points]
ladder = "half_spicy"
unit = 0.25
cap = 10

[payment]
discard = "full_gun"
responsibility = { twelve_tiles = "due" }
"""


def test_a_table_is_paid_by_the_ladder_that_it_brought(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dee")):
        ann.page.fill(f"[name=player{seat}]", name)
    file = {"name": "two-five.toml", "mimeType": "text/plain", "buffer": HOUSE.encode()}
    ann.page.set_input_files(".file-button input", file)
    ann.page.locator(".rules-now", has_text="Two five").wait_for()
    ann.tap("Start the game")
    ann.table(1)
    ann.win(winner=0, discarder=1)
    ann.page.click(".faan-chips [data-faan='1']")  # more is asked then: who pays for all
    ann.expect_paid([2, -2, 0, 0])
    ann.choose_faan(2)
    ann.expect_paid([4, -4, 0, 0])
    ann.page.click("[data-responsible='3']")
    ann.expect_paid([4, 0, 0, -4])
    expect(ann.page.locator(".card", has_text="Does anyone pay for all?")).not_to_have_count(0)
    assert ann.record(2)["points"] == [504, 500, 500, 496]
    ann.win(winner=2)
    ann.choose_faan(0)
    ann.expect_paid([-0.5, -0.5, 1.5, -0.5])
    assert ann.record(3)["points"] == [503.5, 499.5, 501.5, 495.5]
