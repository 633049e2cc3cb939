"""Links to a table, and the QR codes that carry them from phone to phone.

A token stands in the fragment of a link only: the part after `#` stays in the browser and comes
into no log, no proxy and no `Referer`.
"""

import io
from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

import segno

from scorer.core.sentences import Sentence
from service.errors import RefusedError

SCHEMES = ("http", "https")
PAGE_LENGTH = 300


def link(page: str, game_id: str, token: str | None = None) -> str:
    """The link to a game: to write with a token, to watch without; `bad_value` for no page."""
    return _inside(page, {"game": game_id} | ({} if token is None else {"token": token}))


def rules_link(page: str, hash_: str) -> str:
    """The link that begins a game by the house rules of a hash; `bad_value` for no page."""
    return _inside(page, {"rules": hash_})


def _inside(page: str, named: Mapping[str, str]) -> str:
    parts = urlsplit(page)
    if len(page) > PAGE_LENGTH or parts.scheme not in SCHEMES or not parts.hostname:
        detail = Sentence(
            "{page} is no address of a page. Send one such as https://host/.", page=repr(page[:80])
        )
        raise RefusedError("bad_value", detail)
    plain = parts._replace(path=parts.path or "/", query="", fragment="").geturl()
    return f"{plain}#{urlencode(named)}"


def svg_code(text: str) -> bytes:
    """A QR code as an SVG of dark squares on white, with the quiet zone that readers need."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue()


def terminal_code(text: str) -> str:
    """A QR code in characters, for a terminal."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
