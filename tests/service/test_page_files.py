"""The page's files as they are sent: packed, kept as long as they hold, and known again."""

import json
import re
import shutil

import pytest

from service.http.routes import pages

BUNDLED = re.compile(r'"(/static/bundle/\w+/[\w.-]+)"')
FILES = ("app.js", "page.css", "screens.js", "shared-1.js")


@pytest.fixture(autouse=True)
def wheel(tmp_path, monkeypatch):
    """The page as a wheel has it: with a bundle, and without its sources."""
    for part in ("static", "built"):
        (tmp_path / part).mkdir()
    for name in ("index.html", "sw.js"):
        shutil.copy(pages.FOLDER / "static" / name, tmp_path / "static" / name)
    for name in FILES:
        (tmp_path / "built" / name).write_text(f"/* {name} */" * 100, encoding="utf-8")
    told = {"sources": "of whoever built it", "files": FILES, "first": ["shared-1.js"]}
    (tmp_path / "built" / "bundle.json").write_text(json.dumps(told), encoding="utf-8")
    monkeypatch.setattr(pages, "FOLDER", tmp_path)


def test_the_page_is_asked_for_each_time_and_sent_once(client):
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "no-cache"
    again = client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == page.headers["etag"]


def test_what_the_page_names_is_there_for_ever(client):
    named = BUNDLED.findall(client.get("/").text)
    assert named
    for address in named:
        file = client.get(address)
        assert file.status_code == 200, address
        assert "immutable" in file.headers["cache-control"]
        plain = client.get(address, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == file.text


def test_a_page_of_an_earlier_version_gets_its_parts_as_they_are_now(client):
    earlier = "/static/bundle/0123456789abcdef"
    part = client.get(f"{earlier}/screens.js")
    assert part.status_code == 200
    assert part.headers["cache-control"] == "no-cache"
    gone = client.get(f"{earlier}/nowhere.js")
    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")


def test_what_a_page_named_is_sent_also_while_its_files_are_replaced(client, tmp_path):
    """As by pip, or by whoever bundles the page anew."""
    named = BUNDLED.findall(client.get("/").text)
    (tmp_path / "built").rename(tmp_path / "away")
    (tmp_path / "static" / "index.html").rename(tmp_path / "away" / "index.html")
    for address in named:
        assert client.get(address).text == f"/* {address.rpartition('/')[2]} */" * 100
    assert BUNDLED.findall(client.get("/").text) == named


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant-HK"),
        ("zh-CN,zh;q=0.9", "zh-Hans"),
        ("fr, JA-jp", "ja"),
        ("ja;q=0.5, en-GB", "en"),
        ("en-GB,zh", "en"),
        ("fr", "en"),
    ],
)
def test_the_page_comes_in_the_language_that_is_asked_for(client, asked, spoken):
    page = client.get("/", headers={"Accept-Language": asked})
    assert f'<html lang="{spoken}">' in page.text
    assert page.headers["content-language"] == spoken
    assert "Accept-Language" in page.headers["vary"]
    (words_at,) = re.findall(r'"words":"(/static/words/\w+)"', page.text)
    words = client.get(f"{words_at}/{spoken}.page.json")
    assert len(words.json()) > 200
    assert "immutable" in words.headers["cache-control"]
    brought = page.text.partition('<script type="application/json" id="words">')[2]
    assert json.loads(brought.partition("</script>")[0]) == words.json()


def test_words_of_an_earlier_page_are_those_that_there_are_now(client):
    words = client.get("/static/words/0123456789abcdef/ja.screens.json")
    assert (words.status_code, words.headers["cache-control"]) == (200, "no-cache")
    gone = client.get("/static/words/0123456789abcdef/tlh.page.json")
    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")
