"""What the environment may say."""

from pathlib import Path

import pytest

import service
from service.settings import COUNTS, Settings, SettingsError


def test_defaults():
    assert Settings.from_environment({}) == Settings()


def test_what_the_environment_says_is_taken():
    given = {"TABLESIDE_DATABASE": "sqlite:///x", "TABLESIDE_READINGS_AT_ONCE": "3"}
    settings = Settings.from_environment(given)
    assert (settings.database, settings.readings_at_once) == ("sqlite:///x", 3)


@pytest.mark.parametrize("value", ["0", "-1", "many", ""])
def test_what_makes_no_sense_is_named(value):
    with pytest.raises(SettingsError, match="TABLESIDE_READINGS_AT_ONCE"):
        Settings.from_environment({"TABLESIDE_READINGS_AT_ONCE": value})


@pytest.mark.parametrize("variable", COUNTS)
def test_every_count_is_documented(variable):
    text = (Path(service.__file__).parent / "README.md").read_text(encoding="utf-8")
    assert f"`{variable}`" in text
    given = Settings.from_environment({variable: "7"})
    assert getattr(given, COUNTS[variable]) == 7
