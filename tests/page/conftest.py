"""A real browser, the page's files, and a real service with a database of its own."""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from scorer.core.tiles import parse_tiles
from service.page.assets import read_page
from tests import needs
from tests.forks import Fork

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "service" / "page" / "static"
PHONE = {"width": 360, "height": 740}
NAMES = ("Ann", "Ben", "Cleo", "Dee")
PATIENCE = 30_000  # ms: what is shown comes within one second, on a busy machine within ten


@pytest.fixture(scope="session")
def chromium():
    """Chromium without a window; tests that need it skip where it or Playwright is absent.

    Playwright keeps an event loop running in this thread, where a test of another module may want
    to start one of its own: between the modules of pages it is put aside.
    """
    found = needs.browser()
    playwright = needs.package("playwright.sync_api")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as play:
        # Pages of one profile share a process, and what it has compiled: see Profile.
        given = ["--no-sandbox", "--renderer-process-limit=1"]
        chromium = play.chromium.launch(executable_path=found, args=given)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield chromium, loop
        asyncio._set_running_loop(loop)
        chromium.close()


TOLD = 3_000  # letters of a page: more than any screen has in view


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Print beside a failure what each page showed then."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.when == "call" and report.failed and browser is not None:
        for page in (page for context in browser.contexts for page in context.pages):
            with suppress(Exception):  # a page that is gone says nothing; the failure itself stays
                shown = page.inner_text("body", timeout=PATIENCE // 10)[:TOLD]
                report.sections.append((f"page {page.url}", shown))
    return report


@pytest.fixture(scope="module")
def browser(chromium):
    """The browser of this run, at the disposal of one module."""
    started, loop = chromium
    asyncio._set_running_loop(loop)
    yield started
    asyncio._set_running_loop(None)


# Fetches what each part of the page says.
WORDS = """
async () => {
  const { loadLanguage, loadWords } = await import("/static/js/i18n/translation.js");
  await loadLanguage();
  await Promise.all(["screens", "rare"].map(loadWords));
}
"""


@pytest.fixture(scope="module")
def modules(browser):
    """A page that can import the page's modules and has their words; no service is behind it."""
    page = browser.new_page()
    types = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}
    told = read_page(STATIC.parent)
    languages = re.search(r'<script [^>]*id="languages">.*?</script>', told.html["en"])[0]

    def answer(route):
        path = route.request.url.partition("/static/")[2]
        if not path:
            html = f"<!doctype html><title>modules</title>{languages}"
            route.fulfill(body=html, content_type="text/html")
            return
        if path.startswith("words/"):
            words = told.words[path.rpartition("/")[2]].plain
            route.fulfill(body=words, content_type="application/json")
            return
        file = STATIC / path
        route.fulfill(body=file.read_bytes(), content_type=types[file.suffix])

    page.route("http://page.test/**", answer)
    page.goto("http://page.test/")
    page.evaluate(WORDS)
    yield page
    page.close()


@pytest.fixture(scope="session")
def run_node():
    """Run the body of an async function that may import the page's modules; what it returns.

    `page` is the address of those modules there, and `given` what is given.
    """
    node = needs.node()

    def run(body, given=None):
        named = f"const page = {json.dumps((STATIC / 'js').as_uri())}, given = {json.dumps(given)};"
        code = f"const told = await (async () => {{ {named} {body} }})();"
        code += "console.log(JSON.stringify(told ?? null));"
        command = [node, "--input-type=module", "--eval", code]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="session")
def scripts():
    """The page's own scripts."""
    return sorted((STATIC / "js").rglob("*.js"))


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until_it_answers(process, url, log=None):
    """Wait until a service answers; fail where it ends before, with what it printed."""
    patience = time.monotonic() + 240
    while not _answers(url):
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=0.1)
        if process.returncode is not None or time.monotonic() > patience:
            printed = log.read_text(errors="replace") if log else ""
            pytest.fail(f"the service did not start:\n{printed}")


def _answers(url):
    try:
        with urllib.request.urlopen(url, timeout=5):  # noqa: S310  (the address is our own)
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


@cache
def bundle(built=None):
    """Bundle the page, as for a wheel, where Node and the tools are there: phones get that."""
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules" / "esbuild").is_dir():
        return False
    command = [node, ROOT / "service" / "page" / "bundle.mjs", *([] if built is None else [built])]
    subprocess.run(command, check=True)
    return True


class Computer:
    """The table's computer, which can be switched off and on again."""

    def __init__(self, folder, program="service.cli.main"):
        self.program = program
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.process = None

    def switch_on(self):
        """Start the service, and wait until it answers."""
        games = f"sqlite:///{self.folder / 'games.sqlite3'}"
        command = ["serve", "--port", str(self.port), "--database", games]
        log = self.folder / "service.log"
        self.process = Fork(command, log=log, cwd=ROOT, env=os.environ, program=self.program)
        until_it_answers(self.process, f"{self.address}/healthz/live", log)

    def switch_off(self):
        """End the service at once, as a loss of power does."""
        self.process.kill()
        self.process.wait(timeout=20)
        self.process = None


@pytest.fixture
def computer(tmp_path, request):
    """A table's computer of its own, with an empty database."""
    bundle()
    machine = Computer(tmp_path, *getattr(request, "param", ()))
    try:
        machine.switch_on()
        yield machine
    finally:
        if machine.process is not None:
            machine.switch_off()


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    """The address of a running service with an empty database."""
    bundle()
    computer = Computer(tmp_path_factory.mktemp("service"))
    computer.switch_on()
    yield computer.address
    computer.switch_off()


@pytest.fixture(scope="session")
def plain_service(tmp_path_factory):
    """One that sends the page's modules as they lie."""
    computer = Computer(tmp_path_factory.mktemp("plain"), "tests.page.plain")
    computer.switch_on()
    yield computer.address
    computer.switch_off()


@pytest.fixture
def models_there():
    """Skip where photos cannot be read."""
    needs.trained()


def expect_each(elements, attribute, values):
    """Wait until there are as many elements as values of an attribute, and each has its own."""
    expect = needs.package("playwright.sync_api").expect
    expect(elements).to_have_count(len(values))
    for place, value in enumerate(values):
        expect(elements.nth(place)).to_have_attribute(attribute, value)


def _written(change):
    """A change of points as the page writes it."""
    return f"{change:+g}".replace("-", "−") if change else "0"


# A service worker would fetch all files of the page again for every phone.
USUAL = {"viewport": PHONE, "locale": "en-GB", "service_workers": "block", "has_touch": True}
# Of a page that the browser keeps: a wait with a deadline, for a worker that cannot be installed is
# never ready, and what is evaluated is waited for without end.
IS_KEPT = "navigator.serviceWorker.ready.then(() => true)"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 10)))"
KEPT = 3  # phones of one test whose profiles are kept: each has a process of 100 MB


class Profile:
    """What a browser keeps of a person, emptied and given to the next test.

    The process that shows its pages goes on, which is a third of what opening the page takes.
    """

    def __init__(self, address):
        self.address = address
        self.context = None

    def take(self, browser):
        """A context that nobody has used, or that nothing is left in."""
        if self.context is None:
            self.context = browser.new_context(**USUAL)
            self.context.new_page().goto(f"{self.address}/healthz/live")  # keeps the process
        return self.context

    def empty(self, phone):
        """Take back what a phone has left: its page, and what it has stored."""
        if phone.is_changed:
            self.context.close()
            self.context = None
            return
        for page in self.context.pages[1:]:
            page.close()
        self.context.clear_cookies()
        self.context.clear_permissions()
        storage = self.context.new_cdp_session(self.context.pages[0])
        for address in {self.address, phone.address}:
            everything = {"origin": address, "storageTypes": "all"}
            storage.send("Storage.clearDataForOrigin", everything)
        storage.detach()


class Phone:
    """One person's phone at the table: what can be seen and tapped, and what its browser said."""

    def __init__(self, context, address):
        self._context = context
        self.is_changed = False
        self.address = address
        self.complaints: list[str] = []
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    @property
    def context(self):
        """The browser's context: what a test may change there is for no other test."""
        self.is_changed = True
        return self._context

    def _listen(self, message):
        # A refusal of the service is logged by the browser as well; the page shows it in words.
        if message.type == "error" and "status of 4" not in message.text:
            self.complaints.append(message.text)

    def forgive(self, words):
        """Forget the one complaint with these words: a loss that the test itself has caused."""
        (caused,) = [text for text in self.complaints if words in text]
        self.complaints.remove(caused)

    def open(self, fragment=""):
        """Open the page, as from a link."""
        self.page.goto(f"{self.address}/{fragment}")

    def begin(self, rules, players=NAMES, **options):
        """Begin a game by no page: its id and write token."""
        body = {"rules": rules, "players": list(players), "options": options}
        return self.page.request.post(f"{self.address}/api/v1/games", data=body).json()

    def post(self, begun, what, body):
        """Add something to a game that was begun so."""
        headers = {"Authorization": f"Bearer {begun['write_token']}"}
        url = f"{self.address}/api/v1/games/{begun['id']}/{what}"
        answer = self.page.request.post(url, data=body, headers=headers)
        assert answer.status == 201, answer.text()
        return answer.json()

    def until(self, true, what):
        """Wait for something that a page does and only this process sees, a frame between looks."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not true():
            if time.monotonic() > deadline:
                pytest.fail(f"not within {PATIENCE / 1000} s: {what}")
            self.page.evaluate(DRAWN)

    def tap(self, text):
        """Tap the button that says this."""
        self.page.get_by_role("button", name=text, exact=True).click()

    def choose(self, rules):
        """Choose a named table, a rule set or house rules, unfolding those that are folded."""
        card = self.page.locator(f"[name=rules][value='{rules}']")
        card.wait_for(state="attached")
        folded = self.page.locator(".other-rules:not([open])", has=card)
        if folded.count():
            folded.locator("summary").click()
        card.check(force=True)

    def answer(self, part, value):
        """Choose an answer to a part of the sentence that says what the table agrees on."""
        choices = self.page.locator(f"#new-game [data-choices='{part}']")
        if not choices.count():
            self.page.click(f"[data-part='{part}']")
        choices.locator(f"[value='{value}']").check(force=True)

    def own(self, **options):
        """Agree on options that the sentence does not name, among all that is the table's own."""
        self.tap("Your own")
        terms = self.page.locator("dialog .own-terms")
        for name, value in options.items():
            field = terms.locator(f"[name={name}]")
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("(each) => each.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.tap("Done")
        terms.wait_for(state="detached")

    def open_new_game(self):
        """Open the first screen with the form of a new game, which a game to play on folds away."""
        self.open()
        self.page.wait_for_selector(".ways-in")
        if not self.page.locator("#new-game").count():
            self.page.click(".ways-row button >> nth=0")
            self.page.wait_for_selector("#new-game")

    def start(self, rules="hk-500", players=NAMES, **options):
        """Sit down at a game that was begun by no page, with its write token; what was begun.

        The page opens once, at the table: that takes half of what a game set up on it takes.
        """
        begun = self.begin(rules, players, **options)
        self.page.goto("about:blank")  # else another table stays in sight until this one is there
        self.open(f"#game={begun['id']}&token={begun['write_token']}")
        self.page.wait_for_selector(".felt")
        return begun

    def set_up(self, rules="hk-500", **choices):
        """Start a game with four names; `choices` are values of the questions asked."""
        self.open_new_game()
        self.choose(rules)
        for seat, name in enumerate(NAMES):
            self.page.fill(f"[name=player{seat}]", name)
        for question, value in choices.items():
            self.answer(question, value)
        self.tap("Start the game")
        self.page.wait_for_selector(".felt")

    def table(self, seq):
        """The table once it shows event `seq`: points and winds by player, dealer and first."""
        self.page.wait_for_selector(f".felt[data-seq='{seq}']")
        seats = [self.page.locator(f".seat[data-player='{k}']") for k in range(4)]
        marks = [" ".join(seat.locator(".mark").all_inner_texts()).lower() for seat in seats]
        dealer = next((k for k, mark in enumerate(marks) if "dealer" in mark), None)
        return {
            "points": [float(seat.locator(".seat-points").inner_text()) for seat in seats],
            "winds": "".join(seat.get_attribute("data-wind") for seat in seats),
            "dealer": dealer,
            # Marked only where it is not the dealer, as the rule sheet has it in later rounds.
            "first": next((k for k, mark in enumerate(marks) if "first" in mark), dealer),
            "middle": self.page.locator(".middle b, .middle > span").all_inner_texts(),
        }

    def open_win(self):
        """Tap the shutter, and put the camera away: who won is asked first."""
        self.page.click(".table-foot .shutter")
        self.page.click(".close-camera")
        self.page.wait_for_selector(".who .person")

    def win(self, winner, discarder=None):
        """Choose who won and from whom; None is the wall."""
        self.page.click(f".seat[data-player='{winner}']")
        how = "section[aria-label='How?']"
        if discarder is None:
            self.page.click(f"{how} .wide")
        else:
            self.page.click(f"{how} [data-player='{discarder}']")
        self.page.wait_for_selector(".ways")

    def write(self, tiles):
        """Type hand text on a keyboard, which is sooner done than a tap for every face."""
        self.page.wait_for_selector(".palette .face, .tile-button")
        for code in map(str, parse_tiles(tiles)):
            self.page.keyboard.type(code)

    def pick(self, tiles):
        """Tap faces on the palette, given as hand text, and a tab where another suit is wanted."""
        tabs = {"m": 0, "p": 1, "s": 2, "z": 3, "f": 4, "g": 4}
        shown = None
        for code in map(str, parse_tiles(tiles)):
            if tabs[code[1]] != shown:
                shown = tabs[code[1]]
                self.page.locator(".palette .tab").nth(shown).click()
            self.page.click(f".palette .face[data-code='{code}']")

    def enter(self, tiles, winning=None):
        """Enter tiles by hand and, for a winner, say which of them won."""
        self.page.get_by_role("button", name="Enter the tiles").click()
        self.write(tiles)
        if winning is not None:
            self.mark(winning)
        self.page.wait_for_selector(".score-line.good")

    def mark(self, code):
        """Choose the winning tile, by its face where it is asked, else in the hand."""
        asked, counted = ".which-won", ".score-line.good, .short-ways"
        self.page.locator(f"{asked}, {counted}").first.wait_for()
        if self.page.locator(asked).count():
            self.page.click(f"{asked} [data-code='{code}']")
        else:
            self.page.locator(f".concealed .tile-button[data-code='{code}']").last.click()
            self.page.get_by_role("button", name="This tile won").or_(
                self.page.get_by_role("button", name="糊這張")
            ).click()
        # What is asked of a win, and what it comes to, comes with the tile that is marked.
        self.page.locator(f".tile-button.winning[data-code='{code}']").wait_for()

    def photograph(self):
        """Take the photo of the bundled hand, as with the phone's camera."""
        photo = os.fspath(str(files("service") / "demo" / "hand.jpg"))
        self.page.set_input_files(".way input[capture]", photo)

    def paid(self):
        """What each player gets or pays by the preview."""
        self.page.wait_for_selector(".record:not([disabled])")
        self.page.wait_for_selector(".delta-now")  # the screen before has such a button, too
        texts = self.page.locator(".delta-now").all_inner_texts()
        return [int(text.replace("−", "-")) for text in texts]

    def expect_paid(self, changes):
        """Wait until the preview says that each player gets or pays this, and may be recorded."""
        expect = needs.package("playwright.sync_api").expect
        shown = self.page.locator(".delta-now")
        expect(shown).to_have_text([_written(each) for each in changes], use_inner_text=True)
        self.page.wait_for_selector(".record:not([disabled])")

    def expect_paid_line(self, changes):
        """Wait until the line above the button says that each player gets or pays this."""
        expect = needs.package("playwright.sync_api").expect
        said = [re.compile(rf"\s{re.escape(_written(each))}$") for each in changes]
        expect(self.page.locator(".pay-line > span")).to_have_text(said, use_inner_text=True)

    def record(self, seq):
        """Record what is on the screen and wait for the table after it."""
        self.page.click(".record:not([disabled])")
        return self.table(seq)

    def choose_faan(self, faan):
        """Tap a number of faan for the win or the hand on the screen."""
        self.page.click(f"[data-faan='{faan}']")

    def agree(self, faan):
        """Enter an agreed number of faan and record it."""
        self.choose_faan(faan)
        self.page.click(".record:not([disabled])")
        self.page.wait_for_selector(".felt")


@pytest.fixture(scope="session")
def profiles(service):
    """Those of the first phones of a test, as long as they are of the usual kind."""
    return [Profile(service) for _ in range(KEPT)]


@pytest.fixture
def phone(browser, service, profiles):
    """Give out phones; at the end none of their browsers may have complained."""
    phones, lent = [], []

    def give(viewport=PHONE, **settings):
        if settings or len(lent) == KEPT:
            usual = {**USUAL, "viewport": viewport, **settings}
            phones.append(Phone(browser.new_context(**usual), service))
        else:
            phones.append(Phone(profiles[len(lent)].take(browser), service))
            lent.append(phones[-1])
            if viewport != PHONE:
                phones[-1].page.set_viewport_size(viewport)
        return phones[-1]

    yield give
    complaints = [text for each in phones for text in each.complaints]
    for profile, each in zip(profiles, lent, strict=False):
        profile.empty(each)
    for each in phones:
        if each not in lent:
            each.context.close()
    assert complaints == []


# The table is drawn before its rules are there, by which a hand is entered.
RULES_SEEN = (
    "() => Object.keys(localStorage).some((key) => key.startsWith('tableside.seen:/rules/'))"
)
# What waits to be sent, as the browser's database has it.
WAITING = """
() => new Promise((resolve) => {
  const asked = indexedDB.open("tableside", 2);
  asked.onupgradeneeded = () => asked.transaction.abort(); // there is none, and none is made here
  asked.onerror = () => resolve(null);
  asked.onsuccess = () => {
    const row = asked.result.transaction("outbox").objectStore("outbox").get("entries");
    row.onsuccess = () => { asked.result.close(); resolve(row.result ?? []); };
  };
})
"""


@pytest.fixture
def cut(phone):
    """A phone that cannot reach the service while `cut.off`; its page stays, as one kept by it."""
    ann = phone()
    ann.start()
    ann.page.wait_for_function(RULES_SEEN)
    ann.off = False

    def lose(route):
        route.abort() if ann.off else route.continue_()

    ann.page.route("**/api/v1/**", lose)
    yield ann
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR" not in text]


def scanned(code):
    """What a QR code on the screen says, as another phone's camera reads it."""
    cv2, np = needs.package("cv2"), needs.package("numpy")
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:  # a camera looks again, from nearer or farther
        picture = np.frombuffer(code.screenshot(scale="css"), np.uint8)
        image = cv2.imdecode(picture, cv2.IMREAD_COLOR)
        for times in (3, 2, 4):
            large = cv2.resize(image, None, fx=times, fy=times, interpolation=0)
            if said := cv2.QRCodeDetectorAruco().detectAndDecode(large)[0]:
                return said
    pytest.fail("no camera reads the code on the screen")


def draw(ann):
    ann.page.click("[data-end=draw]")
    ann.tap("Record the draw")
