"""The page's files as they are sent: packed, kept as long as they hold, and known again."""

import json
import re
import shutil

import pytest

from service.http.routes import pages

BUNDLED = re.compile(r'"(/static/bundle/\w+/[\w.-]+)"')
FILES = ("app.js", "page.css", "screens.js", "shared-1.js", "zh.js")


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
    part = client.get(f"{earlier}/zh.js")
    assert part.status_code == 200
    assert part.headers["cache-control"] == "no-cache"
    gone = client.get(f"{earlier}/nowhere.js")
    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("asked", "named"),
    [("zh-TW,zh;q=0.9,en;q=0.8", True), ("fr, ZH-hk", True), ("en-GB,zh", False), ("fr", False)],
)
def test_chinese_words_are_named_for_those_who_ask_for_them(client, asked, named):
    page = client.get("/", headers={"Accept-Language": asked})
    assert ("/zh.js" in page.text) is named
    assert "Accept-Language" in page.headers["vary"]
