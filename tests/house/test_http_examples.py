"""The calls that docs/http.md shows are made, one after the other, of a service with its models."""

import argparse
import json
import re
import shlex
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from service.app import create_app
from service.settings import Settings
from tests import needs

HOST = "http://127.0.0.1:8000"
KEY = "0123456789abcdef" * 2


def curl() -> argparse.ArgumentParser:
    """What the examples use of curl."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--json", type=json.loads)
    parser.add_argument("--form")
    parser.add_argument("--header", action="append", default=[])
    parser.add_argument("address")
    return parser


@pytest.mark.slow
def test_every_call_is_answered(root, tmp_path):
    needs.trained()
    text = (root / "docs" / "http.md").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = re.findall(r"^ {4}curl (.+)$", text, re.MULTILINE)
    told = {"$KEY": KEY}
    made = []
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", reading_s=120)
    with TestClient(create_app(settings)) as client:
        for written in lines:
            line = written
            for name, value in told.items():  # as a shell does
                line = line.replace(name, value)
            given = curl().parse_args(shlex.split(line))
            files = None
            if given.form:
                field, _, name = given.form.partition("=@")
                files = {field: (root / "service" / "demo" / Path(name)).read_bytes()}
            answer = client.post(
                given.address.removeprefix(HOST),
                json=given.json,
                files=files,
                headers=dict(header.split(": ") for header in given.header),
            )
            assert answer.status_code in {200, 201}, (line, answer.text)
            made.append(given.address)
            if "write_token" in answer.json():
                told |= {"$TOKEN": answer.json()["write_token"], "$GAME": answer.json()["id"]}
    assert len(made) == 4
