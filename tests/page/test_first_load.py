"""What a phone fetches first: few files, under addresses that change with them."""

import gzip
import json
import re

import pytest

from service.page.assets import shell
from service.page.joined import FIRST, REST, JoinError, join
from tests.page.conftest import STATIC

LINKED = re.compile(r'(?:href|src)="([^"]+)"')
FETCHED = re.compile(r'^<script type="module"|<link rel="(?:stylesheet|preload|modulepreload)"')


def test_the_first_screen_is_the_page_and_two_files():
    told = shell(STATIC)
    page = told.pages["en"]
    lines = [line for line in map(str.strip, page.splitlines()) if FETCHED.match(line)]
    named = [LINKED.search(line)[1] for line in lines]
    assert [name.rpartition("/")[2] for name in named] == ["page.css", FIRST]
    assert all(f"/joined/{told.version}/" in name for name in named)
    assert {"page.css", FIRST} < set(told.files)


def test_all_of_the_page_is_small():
    told = shell(STATIC)
    assert (
        len(told.page("en").gzipped) + sum(len(each.gzipped) for each in told.files.values())
        < 150_000
    )


def test_a_packed_file_is_the_same_when_it_is_unpacked():
    told = shell(STATIC)
    for packed in (told.page("en"), told.page("zh", []), told.worker, *told.files.values()):
        assert gzip.decompress(packed.gzipped) == packed.plain


def test_every_module_and_style_sheet_is_joined_once():
    told = {name: each.plain.decode() for name, each in shell(STATIC).files.items()}
    style = told.pop("page.css")
    for sheet in (STATIC / "css").glob("*.css"):
        assert style.count(sheet.read_text(encoding="utf-8")) == 1, sheet.name
    text = "".join(told.values())
    for module in (STATIC / "js").rglob("*.js"):
        name = module.relative_to(STATIC / "js").as_posix()
        assert text.count(f'$joined["{name}"] = {{') == 1, name


def test_the_page_brings_the_rule_sets_along():
    assert '<script type="application/json" id="rules">[{"' in shell(STATIC).pages["en"]
    assert '<script type="application/json" id="rules"></script>' in (
        STATIC / "index.html"
    ).read_text(encoding="utf-8")


def test_the_page_brings_the_house_rules_along():
    told = shell(STATIC)
    houses = [{"hash": "0" * 64, "name": "</script><b>Friday", "base": "hk-500"}]
    page = told.page("en", houses).plain.decode()
    inside = page.partition('<script type="application/json" id="houses">')[2]
    assert json.loads(inside.partition("</script>")[0]) == houses
    assert 'id="houses"></script>' in told.page("en").plain.decode()
    assert told.page("en", houses).etag != told.page("en", []).etag


def test_a_joined_module_does_what_it_did(browser):
    modules = {
        "app.js": """
import { twice as two } from "./twice.js";
import * as words from "./words.js";
export { LOUD as again } from "./words.js";
const late = await import("./late.js");
const same = late === await import("./late.js");
document.title = `${two(2)} ${words.LOUD} ${late.hush()} ${same}`;
""",
        "twice.js": "const by = 2;\nexport function twice(n) {\n  return by * n;\n}\n",
        "words.js": 'export const LOUD = "AH";\n',
        "late.js": """
import { LOUD } from "./words.js";
const by = 3;
export const hush = () => LOUD.toLowerCase().repeat(by);
""",
    }
    files = join(modules, ["app.js"], [])
    page = browser.new_page()

    def answer(route):
        name = route.request.url.rpartition("/")[2]
        if name in files:
            route.fulfill(body=files[name], content_type="text/javascript")
        else:
            script = f'<!doctype html><script type="module" src="{FIRST}"></script>'
            route.fulfill(body=script, content_type="text/html")

    page.route("http://page.test/**", answer)
    page.goto("http://page.test/")
    page.wait_for_function("document.title")
    assert page.title() == "4 AH ahahah true"
    assert list(files) == [FIRST, REST]
    page.close()


def test_a_file_brings_what_any_of_its_modules_imports():
    modules = {
        "app.js": 'import("./table.js");\nimport("./guide.js");\nimport("./chart.js");\n',
        "table.js": 'import { sum } from "./sum.js";\n',
        "sum.js": "export const sum = 1;\n",
        "guide.js": "export const guide = 2;\n",
        "chart.js": 'import { sum } from "./sum.js";\n',
    }
    first = join(modules, ["app.js"], ["table.js"])[FIRST]
    # The guide itself imports nothing, but the chart is in the same file.
    assert '"guide.js": ["./table.js", "./rest.js"]' in first
    assert '"table.js": ["./table.js"]' in first


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('import twice from "./twice.js";\n', "import twice"),
        ('import { a } from "https://elsewhere.test/a.js";\n', "elsewhere"),
        ("export default 1;\n", "export default"),
        ("const a = 1;\nexport { a };\n", "export { a }"),
        ("const a = await import(name);\n", "import(name)"),
        ("const $joined = 1;\n", r"\$joined"),
        ('import { a } from "./nowhere.js";\n', "nowhere.js"),
        ('import { a } from "./app.js";\n', "circle"),
    ],
)
def test_what_cannot_be_joined_is_refused_by_name(text, said):
    with pytest.raises(JoinError, match=said.replace("(", r"\(").replace(")", r"\)")):
        join({"app.js": text}, ["app.js"], [])
