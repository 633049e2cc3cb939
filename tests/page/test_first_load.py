"""What a phone fetches first: few files, under addresses that change with them."""

import gzip
import json
import re
import shutil
import subprocess

import pytest

from service.locale.languages import languages
from service.page.assets import BUILT, BUNDLED, PackedFile, read_page, sources_hash
from tests.page.conftest import ROOT, STATIC, bundle

LINKED = re.compile(r'(?:href|src)="([^"]+)"')
# Bytes as sent, with the words of one language and the font: of what the first screen needs, and of
# all that is needed to play. With some tile pictures of 1 kB each these stay below 69 and 136 kB.
FIRST = 58_000
SMALL = 130_000
TABLE = 106_000  # of what a table by its link needs, before anybody enters a win
RARE = 45_000  # bytes of what is fetched only by those who look it up: rules, house form, set-up
# Bytes of what runs on a phone itself, which who takes no photo and scores online never fetches.
CAMERA = 15_000
SCAN = 16_000  # of what reads a QR code where the browser cannot
LOOKED_UP = 14_000  # bytes of a language's words that are fetched with the screens that say them
OF_THE_CAMERA = ("camera.js", "worker.js", "scorer-worker.js")
FETCHED = re.compile(r'^<script type="module"|<link rel="(?:stylesheet|preload|modulepreload)"')


def fetched(html):
    """The addresses that a page fetches at once, in order."""
    lines = [line for line in map(str.strip, html.splitlines()) if FETCHED.match(line)]
    return [LINKED.search(line)[1] for line in lines]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A page whose modules may be changed."""
    page = tmp_path_factory.mktemp("page")
    shutil.copytree(STATIC, page / "static")
    return page


@pytest.fixture(scope="module")
def bundled(folder):
    """The same with a bundle, made as for a wheel."""
    if not bundle(folder / BUILT):
        pytest.skip(
            "Node or the page's tools are missing: install nodejs and npm, and run make lint"
        )
    return folder


def test_the_first_screen_is_the_page_its_style_and_two_scripts(bundled):
    told = read_page(bundled)
    named = fetched(told.html["en"])
    assert all(f"/bundle/{told.version}/" in address for address in named)
    style, shared, script = (address.rpartition("/")[2] for address in named)
    assert (style, script) == ("page.css", "app.js")
    later = {"later.css", "screens.js", "win.js", "rare.js", "scan.js", *OF_THE_CAMERA}
    (besides,) = set(told.files) - {style, shared, script, *later}
    assert besides.startswith("shared-")


@pytest.mark.parametrize("tag", languages())
def test_the_page_brings_the_words_of_its_language_alone(bundled, tag):
    told = read_page(bundled)
    assert f'<html lang="{tag}">' in told.html[tag]
    assert fetched(told.html[tag]) == fetched(told.html["en"])
    brought = told.html[tag].partition('<script type="application/json" id="words">')[2]
    words = json.loads(brought.partition("</script>")[0])
    assert words == json.loads(told.words[f"{tag}.page.json"].plain)
    assert len(words) > 200


def test_all_of_the_page_is_small(bundled):
    told = read_page(bundled)
    sent = {name: len(each.gzipped) for name, each in told.files.items()}
    rare, scan = sent.pop("rare.js"), sent.pop("scan.js")
    camera = sum(sent.pop(name) for name in OF_THE_CAMERA)
    words = {name: len(each.gzipped) for name, each in told.words.items()}
    html = max(len(told.packed(tag).gzipped) for tag in languages())
    fonts = sum(path.stat().st_size for path in STATIC.glob("fonts/*.woff2"))
    first = [sent[address.rpartition("/")[2]] for address in fetched(told.html["en"])]
    assert html + fonts + sum(first) < FIRST
    screens = max(words[name] for name in words if name.endswith(".screens.json"))
    assert html + fonts + screens + sum(sent.values()) < SMALL
    assert html + fonts + screens + sum(sent.values()) - sent["win.js"] < TABLE
    assert max(words[name] for name in words if not name.endswith(".page.json")) < LOOKED_UP
    assert rare < RARE
    assert camera < CAMERA
    assert scan < SCAN


def test_a_checkout_in_a_folder_of_any_name_is_bundled_alike(bundled, tmp_path):
    """As one that is called as parts of the page are."""
    page = tmp_path / "camera" / "club" / "page"
    shutil.copytree(STATIC, page / "static")
    shutil.copy(STATIC.parent / "bundle.mjs", page)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    subprocess.run(["node", page / "bundle.mjs", tmp_path / BUILT], check=True)
    assert sizes(tmp_path / BUILT) == sizes(bundled / BUILT)


def sizes(folder):
    """The scripts of a bundle by name, without the hash, and how long each is."""
    return {re.sub("-.*", "", path.stem): path.stat().st_size for path in folder.glob("*.js")}


def test_a_bundle_of_other_sources_is_not_sent(bundled):
    there = read_page(bundled)
    module = bundled / "static" / "js" / "app.js"
    text = module.read_text(encoding="utf-8")
    try:
        module.write_text(text + "// more\n", encoding="utf-8")
        changed = read_page(bundled)
        assert fetched(changed.html["en"]) == ["/static/css/page.css", "/static/js/app.js"]
        assert changed.version != there.version
        assert changed.files == {}
    finally:
        module.write_text(text, encoding="utf-8")
    assert read_page(bundled).files == there.files


def test_the_worker_of_a_bundle_keeps_no_modules(bundled):
    told = read_page(bundled)
    worker = told.worker.plain.decode()
    assert f'"/static/bundle/{told.version}/screens.js"' in worker
    assert '"/static/tiles/1z.svg"' in worker
    assert f'"{told.words_at}/en.rare.json"' in worker
    assert "/static/js/" not in worker


@pytest.fixture
def wheel(tmp_path):
    """A page as a wheel has it: with a bundle, and without its sources."""
    for path in ("index.html", "sw.js"):
        (tmp_path / "static").mkdir(exist_ok=True)
        shutil.copy(STATIC / path, tmp_path / "static" / path)
    built = tmp_path / BUILT
    built.mkdir()
    for name in ("app.js", "shared-1.js", "screens.js", "page.css"):
        (built / name).write_text(f"/* {name} */", encoding="utf-8")
    told = {"sources": "of whoever built it", "files": sorted(p.name for p in built.iterdir())}
    (built / BUNDLED).write_text(json.dumps({**told, "first": ["shared-1.js"]}), encoding="utf-8")
    return tmp_path


def test_a_bundle_without_its_sources_is_sent(wheel):
    told = read_page(wheel)
    address = f"/static/bundle/{told.version}"
    named = [f"{address}/{name}" for name in ("page.css", "shared-1.js", "app.js")]
    assert fetched(told.html["en"]) == named
    assert told.files["app.js"] == PackedFile.pack(b"/* app.js */")


def test_without_a_bundle_the_modules_go_as_they_lie(folder, tmp_path):
    shutil.copytree(folder / "static", tmp_path / "static")
    told = read_page(tmp_path)
    assert fetched(told.html["en"]) == ["/static/css/page.css", "/static/js/app.js"]
    worker = told.worker.plain.decode()
    assert '"/static/js/entry/win.js"' in worker
    assert '"/static/css/base.css"' in worker
    assert '"/static/js/vendor/preact.js"' in worker
    assert ".d.ts" not in worker
    assert "LICENSE" not in worker
    assert "/static/icons/" not in worker


def test_sources_are_others_after_any_change(folder, tmp_path):
    shutil.copytree(folder / "static", tmp_path / "static")
    there = sources_hash(tmp_path / "static")
    assert there == sources_hash(folder / "static")
    sheets = tmp_path / "static" / "css"
    (sheets / "short-screens.css").rename(sheets / "small.css")
    assert sources_hash(tmp_path / "static") != there


def test_a_packed_file_is_the_same_when_it_is_unpacked(wheel):
    told = read_page(wheel)
    for packed in (told.packed("en"), told.packed("ja", []), told.worker, *told.files.values()):
        assert gzip.decompress(packed.gzipped) == packed.plain


def test_the_page_brings_the_rule_sets_along(wheel):
    assert '<script type="application/json" id="rules">[{"' in read_page(wheel).html["en"]
    assert '<script type="application/json" id="rules"></script>' in (
        STATIC / "index.html"
    ).read_text(encoding="utf-8")


def test_the_page_brings_the_house_rules_along(wheel):
    told = read_page(wheel)
    houses = [{"hash": "0" * 64, "name": "</script><b>Friday", "base": "hk-500"}]
    page = told.packed("en", houses).plain.decode()
    inside = page.partition('<script type="application/json" id="houses">')[2]
    assert json.loads(inside.partition("</script>")[0]) == houses
    assert 'id="houses"></script>' in told.packed("en").plain.decode()
    assert told.packed("en", houses).digest != told.packed("en", []).digest


@pytest.mark.parametrize("language", ["en-GB", "ja"])
def test_the_page_works_with_its_modules_as_they_lie(phone, plain_service, language):
    ann = phone(locale=language)
    ann.address = plain_service
    ann.open()
    ann.page.wait_for_selector("form")
    ann.page.locator('link[href="/static/css/page.css"]').wait_for(state="attached")  # the only one
    ann.start()
    ann.page.click(".shutter")
    ann.page.wait_for_selector('.win-body[data-step="who"]')
