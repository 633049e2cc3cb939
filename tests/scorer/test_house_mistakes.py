"""Mistakes in a house file are told with their line and what to write instead."""

import pickle

import pytest

from scorer.rulesets.house_file import HouseFileError, read_house_file

HEAD = 'format = 2\nbase = "hk-500"\nname = "Ours"\n'
ROW = '[[row]]\nid = "own"\n'


@pytest.mark.parametrize(
    ("lines", "line", "remedy"),
    [
        ("[points]\n3 = 8\n4 = 4\n", 6, "Let 4 faan pay 8 or more."),
        (
            "[payment]\ndiscard = { discarder = 2, others = 1, total = 5 }\n",
            5,
            "2 + 1 + 1 = 4, not 5: correct one of them.",
        ),
        (
            f'{ROW}pattern = "seven_pair"\nvalue = 2\n',
            6,
            "the nearest is 'seven_pairs' (tableside rules --patterns lists them).",
        ),
        (f'{ROW}pattern = "pungs"\n', 4, "write value = 1, or closed and open."),
        (f'{ROW}pattern = "pungs"\nvalue = 0\n', 4, "write value = 1"),
        (
            "[payment]\ndiscard = { discarder = 0, others = 0 }\n",
            5,
            "let someone pay a share.",
        ),
        (
            "[options]\ncap = 7\n[points]\n7 = 8\n8 = 16\n",
            8,
            "none counts more than 7 (cap in [options]). Raise that, or leave this out.",
        ),
        ('[points]\nladder = "tiers"\nunit = 0\n', 6, "a number above 0."),
        (
            "[payment]\nmost = 0\n",
            5,
            "use a number above 0, or leave most out.",
        ),
        ("[options]\nminimum = 1\n[points]\n3 = 1\n", 7, "minimum = 3"),
        ("[options]\nminimum = 12\n", 5, "Lower minimum, or raise cap."),
        ("[options]\nrounds = 9\n", 5, "must be one of"),
        ("[points]\n3 = 0.001\n", 5, "at most two decimals"),
        ("[rows]\nfour_pungs = 99999\n", 5, "a whole number from 0 to"),
        ("[rows]\nfour_pung = 2\n", 5, "the nearest is 'four_pungs'"),
        ("[payment]\nmost = 0.5\n", 5, '"most" must be 1.'),
        (f'{ROW}pattern = "pungs"\nvalue = 1\n' * 2, 9, "another id"),
        ("\n[custom.x]\nvalue = 1\n", 5, "the file has no key 'custom'"),
        ("custom.x.y = 1\n", 4, "the file has no key 'custom'"),
    ],
)
def test_a_mistake_has_its_line_and_a_remedy(lines, line, remedy):
    with pytest.raises(HouseFileError) as refused:
        read_house_file(HEAD + lines)
    error = refused.value
    assert error.line == line, error
    assert remedy in error.detail
    assert error.at
    assert str(error).startswith(f"line {line}: ")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.extra) == (str(error), error.extra)


def test_what_is_not_there_has_no_line():
    with pytest.raises(HouseFileError, match="the file needs name") as refused:
        read_house_file('base = "hk-500"\n')
    assert (refused.value.line, refused.value.at) == (None, ())


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (f"[points]\n3 = {'9' * 5_000}\n", "a number has too many digits"),
        (f"[points]\n3 = 0x{'f' * 9_000}\n", "a number has too many digits"),
        (f"[options]\nminimum = 0x{'f' * 9_000}\n", "a number has too many digits"),
        ("[points]\n3 = 1e9999999999999999999\n", "a number has too many digits"),
        (f"[{'a.' * 9_000}a]\n", "nested too deeply"),
        (f"options{'.a' * 8_000} = 1\n", "nested too deeply"),
        (f"[options]\nminimum = {'[' * 300}{']' * 300}\n", "nested too deeply"),
    ],
)
def test_what_has_no_end_is_refused(lines, said):
    with pytest.raises(HouseFileError, match=said):
        read_house_file(HEAD + lines)


def test_a_file_may_begin_as_windows_begins_it():
    assert read_house_file("\ufeff" + HEAD) == read_house_file(HEAD)
