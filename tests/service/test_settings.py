"""What the environment may say."""

from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

import service
from service.errors import UnusableError
from service.settings import (
    COUNTS,
    PASSWORD_FILE,
    PREFIX,
    Settings,
    unknown_variables,
)


def test_defaults():
    assert Settings.from_environment({}) == Settings()


def test_what_the_environment_says_is_taken():
    given = {"TABLESIDE_DATABASE": "sqlite:///x", "TABLESIDE_READINGS_AT_ONCE": "3"}
    settings = Settings.from_environment(given)
    assert (settings.database, settings.readings_at_once) == ("sqlite:///x", 3)


@pytest.mark.parametrize(("value", "https"), [("1", True), ("0", False), ("", False)])
def test_https_is_on_or_off(value, https):
    assert Settings.from_environment({"TABLESIDE_HTTPS": value}).https is https
    with pytest.raises(UnusableError, match="TABLESIDE_HTTPS must be 1 or 0"):
        Settings.from_environment({"TABLESIDE_HTTPS": "yes"})


def test_links_carry_an_address_that_is_one():
    given = {"TABLESIDE_PUBLIC_URL": "https://games.example.org/club"}
    assert Settings.from_environment(given).public_url == "https://games.example.org/club/"
    assert Settings.from_environment({"TABLESIDE_PUBLIC_URL": ""}).public_url is None
    with pytest.raises(UnusableError, match="TABLESIDE_PUBLIC_URL"):
        Settings.from_environment({"TABLESIDE_PUBLIC_URL": "games.example.org"})


@pytest.mark.parametrize("value", ["0", "-1", "many", ""])
def test_what_makes_no_sense_is_named(value):
    with pytest.raises(UnusableError, match="TABLESIDE_READINGS_AT_ONCE"):
        Settings.from_environment({"TABLESIDE_READINGS_AT_ONCE": value})


def test_a_variable_that_is_nearly_one_of_ours_is_named():
    given = {"TABLESIDE_READNG_S": "9", "TABLESIDE_DATABASE": "sqlite:///x", "PATH": "/bin"}
    (sentence,) = unknown_variables(given)
    assert sentence.startswith("TABLESIDE_READNG_S is not a setting")
    assert sentence.endswith("the nearest is TABLESIDE_READING_S.")


def test_a_variable_of_another_command_is_not_called_useless():
    assert list(unknown_variables({"TABLESIDE_TILES": "sets"})) == []


ADDRESS = "postgresql://tableside@database/tableside"


def test_a_password_may_stand_in_a_file(tmp_path):
    file = tmp_path / "password"
    file.write_text("p@ss/w:rd %41\n", encoding="utf-8")
    given = {"TABLESIDE_DATABASE": ADDRESS, PASSWORD_FILE: str(file)}
    url = make_url(Settings.from_environment(given).database)
    assert (url.username, url.password, url.host) == ("tableside", "p@ss/w:rd %41", "database")


@pytest.mark.parametrize(
    ("address", "content", "said"),
    [
        (ADDRESS, None, "cannot be read"),
        (ADDRESS, b"\xff", "no UTF-8 text"),
        (ADDRESS, b"\n", "empty"),
        ("postgresql://tableside:one@database/tableside", b"other", "Leave one out"),
        (None, b"secret", "does not apply to an SQLite file"),
        ("sqlite:///x", b"secret", "does not apply to an SQLite file"),
    ],
)
def test_a_password_file_that_makes_no_sense_is_named(tmp_path, address, content, said):
    file = tmp_path / "password"
    if content is not None:
        file.write_bytes(content)
    given = {PASSWORD_FILE: str(file)} | (
        {} if address is None else {"TABLESIDE_DATABASE": address}
    )
    with pytest.raises(UnusableError, match=said) as refused:
        Settings.from_environment(given)
    assert "secret" not in str(refused.value)


def test_an_address_that_is_none_is_refused_where_it_is_opened(tmp_path):
    file = tmp_path / "password"
    file.write_text("secret", encoding="utf-8")
    given = {"TABLESIDE_DATABASE": "no address", PASSWORD_FILE: str(file)}
    assert Settings.from_environment(given).database == "no address"


@pytest.mark.parametrize("name", COUNTS)
def test_every_count_is_documented(name):
    variable = PREFIX + name.upper()
    text = (Path(service.__file__).parent / "README.md").read_text(encoding="utf-8")
    assert f"`{variable}`" in text
    given = Settings.from_environment({variable: "7"})
    assert getattr(given, name) == 7
