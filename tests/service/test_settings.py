"""What the environment may say."""

import pytest

from service.settings import Settings, SettingsError


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
