"""Two checkouts in turns: which comes first, what is told, and that another one is served."""

import pytest

from tests import http, needs

pytest.importorskip("httpx2", reason=needs.pins("httpx2"))

from benchmarks import ab_timing, page
from benchmarks.service import run_service

# A program that stands for another state of the service.
OTHER = """
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

class Other(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"another state")

port = int(sys.argv[sys.argv.index("--port") + 1])
HTTPServer(("127.0.0.1", port), Other).serve_forever()
"""


def test_each_side_comes_first_in_every_second_turn():
    assert [ab_timing.order_sides("ab", turn)[0] for turn in range(3)] == [
        (0, "a"),
        (1, "b"),
        (0, "a"),
    ]
    assert ab_timing.order_sides(["alone"], 1) == [(0, "alone")]


def test_the_difference_is_told_within_pairs_however_the_hours_differ():
    slow_hour, fast_hour = [(10.0, 11.0)] * 4, [(1.0, 2.0)] * 4
    told = list(ab_timing.table({"waiting": [*slow_hour, *fast_hour], "taps": []}))
    assert told[2:] == [
        "| waiting | 8 | 5.50 | 6.50 | -1.00 | 8 | 0 | 0.0078 |",
        "| taps | 0 | – | – | – | – | – | – |",
    ]


def test_what_is_no_checkout_cannot_be_compared_with(tmp_path):
    with pytest.raises(SystemExit, match="no checkout"):
        page.bundle_pages(tmp_path)


def test_the_code_of_the_other_checkout_is_what_answers(tmp_path):
    code = tmp_path / "other" / "tableside"
    code.mkdir(parents=True)
    (code / "__init__.py").touch()
    (code / "__main__.py").write_text(OTHER, encoding="utf-8")
    with run_service("sqlite:///unused", tmp_path, checkout=tmp_path / "other") as service:
        assert http.get(f"http://127.0.0.1:{service.port}/").text == "another state"
