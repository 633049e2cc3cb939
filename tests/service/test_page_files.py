"""The page's files as they are sent: packed, kept as long as they hold, and known again."""

import re

import pytest

JOINED = re.compile(r'"(/static/joined/\w+/[\w.-]+)"')


def test_the_page_is_asked_for_each_time_and_sent_once(client):
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "no-cache"
    again = client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == page.headers["etag"]


def test_what_the_page_names_is_there_for_ever(client):
    named = JOINED.findall(client.get("/").text)
    assert named
    for address in named:
        file = client.get(address)
        assert file.status_code == 200, address
        assert "immutable" in file.headers["cache-control"]
        plain = client.get(address, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == file.text


def test_a_page_of_an_earlier_version_gets_its_parts_as_they_are_now(client):
    earlier = "/static/joined/0123456789abcdef"
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
