"""The service's README names every code and every call."""

import re
from pathlib import Path

import service
from service import errors

FOLDER = Path(service.__file__).parent


def test_every_code_is_documented():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    raised = {
        code
        for file in FOLDER.rglob("*.py")
        for code in re.findall(
            r'(?:RefusedError|document)\(\s*"([a-z_]+)"', file.read_text(encoding="utf-8")
        )
        # The commands refuse in words and exit statuses.
        if FOLDER / "cli" not in file.parents and file != FOLDER / "files.py"
    }
    codes = raised | set(errors.STATUS)
    assert len(codes) > 30
    assert {code for code in codes if f"`{code}`" not in text} == set()


def test_every_file_that_is_named_is_there():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+\.py)`", text)
    assert "app.py" in named
    there = {file.name for file in (*FOLDER.rglob("*.py"), *FOLDER.parent.glob("*.py"))}
    assert [name for name in named if name not in there] == []


def test_every_call_is_documented(client):
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    for path in client.get("/openapi.json").json()["paths"]:
        name = re.sub(r"\{\w+_id\}", "{id}", path.removeprefix("/api/v1"))
        assert name.replace("/games/{id}/history.csv", "/history.csv") in text, path
