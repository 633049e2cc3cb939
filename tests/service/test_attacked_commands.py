"""Every command with hostile arguments, files, streams and surroundings: words, never a traceback.

The exit status is 0, 1, 2 or 130; what is refused is refused in words; files stay as they were.
"""

import os
import subprocess
import sys
from itertools import cycle, product
from pathlib import Path

import pytest

from service.cli.main import main
from tests.soak import full

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
HAND = "123m 456m 79m 77z (555z) +8m"
DATABASE = "sqlite:///games.sqlite3"
PLAYERS = ("Ann", "Bob", "Cid", "Dee")
SOME = full(6, 1)  # every so manieth argument in a short run: each word, and each place
DEADLINE_S = 240  # for a command on a busy machine, which takes a second or two

WORDS = {
    "nothing": "",
    "a blank": " ",
    "a dash": "-",
    "two dashes": "--",
    "an option": "--help-me",
    "a name with a dash": "-x.toml",
    "a dot": ".",
    "the root": "/",
    "a name too long": "n" * 300,
    "a path too long": "p/" * 3_000,
    "a file that is none": "none/none",
    "a file below a file": "diary.txt/none",
    "a house file that is none": "none.toml",
    "a house file in a loop": "loop.toml",
    "a folder for a house file": "folder.toml",
    "bytes for a house file": "noise.toml",
    "a house file too deep": "deep.toml",
    "another program's file": "diary.txt",
    "a loop": "loop",
    "a folder": "folder.toml/",
    "a full device": "/dev/full",
    "an empty device": "/dev/null",
    "letters that are none": "\udcff\udc80",
    "line breaks": "a\nb\r\nc",
    "a terminal's orders": "\x1b[2J\x1b]0;owned\x07",
    "a turn of direction": "\u202eabc\u2066",
    "marks upon marks": "z" + "\u0336" * 200,
    "wide pictures": "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 40,
    "digits that are none": "\u0663\u00b2\u2460",
    "a great number": "9" * 5_000,
    "no number": "nan",
    "an endless number": "1e999",
    "a formula": '=HYPERLINK("http://elsewhere.test")',
    "placeholders": "%s%n{0}{x!r}%(a)s",
    "markup": "<script>alert(1)</script>",
    "a list": "[" * 2_000,
    "an address": "sqlite:///none/none.sqlite3",
    "an address too long": "sqlite:///" + "n" * 300,
    "an address in a loop": "sqlite:///loop",
    "an address of a folder": "sqlite:///folder.toml",
    "an address of a diary": "sqlite:///diary.txt",
    "an address with a query": "sqlite:///games.sqlite3?mode=ro&x=%00",
    "an address of a kind": "sqlite+pysqlcipher:///x?cipher=1",
    "an address with no port": "postgresql://u:p@127.0.0.1:port/x",
    "an address with a port": "postgresql://u:p@127.0.0.1:99999/x",
    "an address with an option": "postgresql://u@127.0.0.1:1/x?connect_timeout=never",
    "an address with letters": "postgresql://\udcff@127.0.0.1:1/x",
    "an equation": "minimum=[[]]",
    "an equation of nothing": "=",
    "an equation with nothing": "minimum=",
    "a great equation": "minimum=" + "9" * 5_000,
    "an equation of letters": "minimum=\udcff",
    "tiles": "1m" * 500,
    "brackets": "((((" * 200 + "))))",
    "a loser": "S:" + "(" * 200,
}

# Each place where a person writes something himself is `None` in one of these.
SLOTS = {
    "the command": (None,),
    "score HAND": ("score", None, "--rules", "hk-500"),
    "score --rules": ("score", HAND, "--rules", None),
    "score --batch": ("score", "--batch", None),
    "score --role": ("score", HAND, "--rules", "hk-500", "--role", None),
    "score --seat": ("score", HAND, "--rules", "hk-500", "--seat", None),
    "score --from": ("score", HAND, "--rules", "hk-500", "--from", None),
    "score --event": ("score", HAND, "--rules", "hk-500", "--event", None),
    "score --option": ("score", HAND, "--rules", "hk-500", "--option", None),
    "score --loser": ("score", HAND, "--rules", "classical-20", "--loser", None),
    "score all": ("score", None, "--rules", "all", "--json"),
    "waits HAND": ("waits", None, "--rules", "hk-500"),
    "waits --rules": ("waits", "123m 46m 99p (555s) 789s", "--rules", None),
    "waits --seen": ("waits", "123m 46m 99p (555s) 789s", "--rules", "hk-500", "--seen", None),
    "setup ID": ("setup", None),
    "setup --dice": ("setup", "hk-500", "--dice", None),
    "setup --option": ("setup", "hk-500", "--option", None),
    "training HAND": ("training", None),
    "training --phase": ("training", "123m", "--phase", None),
    "training --seen": ("training", "123m", "--seen", None),
    "rules ID": ("rules", None),
    "rules --file": ("rules", "--file", None),
    "rules --save": ("rules", "hk-500", "--name", "Friday", "--save", None),
    "rules --name": ("rules", "hk-500", "--name", None, "--save", "named.toml"),
    "rules --option": ("rules", "hk-500", "--name", "F", "--save", "f.toml", "--option", None),
    "start PLAYER": ("start", None, "Bob", "Cid", "Dee", "--rules", "hk-500",
                     "--database", DATABASE),
    "start --rules": ("start", *PLAYERS, "--rules", None, "--database", DATABASE),
    "start --option": ("start", *PLAYERS, "--rules", "hk-500", "--option", None,
                       "--database", DATABASE),
    "start --database": ("start", *PLAYERS, "--rules", "hk-500", "--database", None),
    "backup FILE": ("backup", None, "--database", DATABASE),
    "backup --database": ("backup", "b.tableside", "--database", None),
    "restore FILE": ("restore", None, "--database", "sqlite:///restored.sqlite3"),
    "restore --database": ("restore", "diary.txt", "--database", None),
    "export GAME": ("export", None, "--database", DATABASE),
    "export FILE": ("export", "0" * 32, None, "--database", DATABASE),
    "export --database": ("export", "0" * 32, "--database", None),
    "import FILE": ("import", None, "--database", DATABASE),
    "import --database": ("import", "diary.txt", "--database", None),
    "serve --host": ("serve", "--host", None, "--database", "sqlite:///diary.txt"),
    "serve --port": ("serve", "--port", None, "--database", "sqlite:///diary.txt"),
    "read --rules": ("read", "none.jpg", "--rules", None),
    "read --overlay": ("read", "none.jpg", "--overlay", None),
}  # fmt: skip
ARGUMENTS = [
    pytest.param(tuple(word if part is None else part for part in slot), id=f"{place}: {name}")
    for (place, slot), (name, word) in product(SLOTS.items(), WORDS.items())
    # What never ends there: it waits for what is typed, or the device gives zeros for ever.
    if not (word in ("-", "/dev/full") and place.endswith(("--batch", "import FILE")))
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a game in a database, and things that look like files."""
    here = tmp_path_factory.mktemp("surroundings")
    lay(here)
    return here


def lay(here):
    """Put hostile things into a folder; gives what must stay as it is."""
    (here / "diary.txt").write_text("Dear diary, " * 500)
    (here / "loop").symlink_to("loop")
    (here / "loop.toml").symlink_to("loop.toml")
    (here / "folder.toml").mkdir()
    (here / "noise.toml").write_bytes(bytes(range(256)) * 40)
    (here / "deep.toml").write_text("x = " + "[" * 5_000)
    url = f"sqlite:///{here / 'games.sqlite3'}"
    assert main(["start", *PLAYERS, "--rules", "hk-500", "--database", url]) == 0


@pytest.fixture
def run(folder, monkeypatch, capsys):
    """Run a command in that folder: exit status, what it printed, what it complained."""
    monkeypatch.chdir(folder)

    def run(*arguments):
        before = {path.name for path in folder.iterdir()}
        diary = (folder / "diary.txt").read_text()
        try:
            status = main(list(arguments))
        except SystemExit as left:  # argparse leaves so
            status = int(left.code or 0)
        assert (folder / "diary.txt").read_text() == diary
        for new in {path.name for path in folder.iterdir()} - before:
            (folder / new).unlink()
        return status, *capsys.readouterr()

    return run


def words(status, out, err):
    """What is wrong with how a command ended."""
    if status not in (0, 1, 2, 130):
        yield f"exit status {status!r}"
    if status in (1, 2) and len(out + err) < 20:
        yield f"refused without words: {out + err!r}"
    for inside in ("Traceback", "Errno", "site-packages", "Exception ignored"):
        if inside in out + err:
            yield f"shows the program's inside: {err[-300:]!r}"


@pytest.mark.parametrize("arguments", ARGUMENTS[::SOME])
def test_no_argument_ends_in_a_traceback(run, arguments):
    status, out, err = run(*arguments)
    assert list(words(status, out, err)) == []


# Surroundings that only a process of its own has. What may be put into a shell's words:
# $T is the command, $HAND a hand, $DB the address of a database with a game.
STREAMS = {
    "full": ">/dev/full",
    "all full": ">/dev/full 2>/dev/full",
    "no output": ">&-",
    "no errors": "2>&-",
    "no input": "<&-",
    "nothing open": "<&- >&- 2>&-",
    "a folder as input": "</",
    "no end of zeros": "</dev/zero",
}
CALLS = {
    "help": "$T --help",
    "version": "$T --version",
    "score": '$T score "$HAND" --rules hk-500',
    "score wrongly": '$T score "1m +1m" --rules hk-500',
    "score no rules": '$T score "$HAND" --rules hk',
    "rules": "$T rules hk-500",
    "export": "$T export $(printf %032d 0) --database $DB",
    "import": "timeout 60 $T import - --database sqlite:///other.sqlite3",
    "start": "$T start A B C D --rules hk-500 --database $DB",
    "backup": "rm -f b.tableside; $T backup b.tableside --database $DB",
}
PLACES = {
    "letters of 1967": "LANG=C LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 $T rules hk-500",
    "letters of 1967, names": "LANG=C LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 "
    "$T start 陳 李 Çelik Ærø --rules hk-500 --database $DB",
    "letters of 1967, a game": "LANG=C LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 "
    "$T import 陳.json --database $DB",
    "narrow": "COLUMNS=1 $T --help",
    "narrow, a command": "COLUMNS=1 $T score --help",
    "narrower": "COLUMNS=-5 LINES=0 $T read --help",
    "width of words": "COLUMNS=wide $T backup --help",
    "no home": "env -u HOME $T rules",
    "a home that is none": "HOME=/dev/null $T rules",
    "an empty path": "PATH= $T rules",
    "no environment": "env -i $T rules",
    "a folder for temporary files that is none": "TMPDIR=/none $T restore b --database $DB",
    "a folder that is gone": "mkdir gone; cd gone; rmdir ../gone; $T rules",
    "a folder that is gone, its database":
        "mkdir gone; cd gone; rmdir ../gone; $T start A B C D --rules hk-500",
    "a folder that is gone, a backup":
        "mkdir gone; cd gone; rmdir ../gone; $T backup b --database $DB",
    "a folder that is gone, a restore":
        "mkdir gone; cd gone; rmdir ../gone; $T restore b --database sqlite:///x.sqlite3",
    "a folder that is gone, an export":
        "mkdir gone; cd gone; rmdir ../gone; $T export $(printf %032d 0) e --database $DB",
    "a folder that is gone, a photo": "mkdir gone; cd gone; rmdir ../gone; $T read none.jpg",
    "a folder that is gone, rules":
        "mkdir gone; cd gone; rmdir ../gone; $T rules hk-500 --name F --save f.toml",
    "a folder of the system": "cd /proc; $T rules hk-500 --name F --save f.toml",
    "a folder of the system, a backup": "cd /proc; $T backup b --database $DB",
    "a folder of the system, a database": "cd /proc; $T start A B C D --rules hk-500",
    "no file may grow": "ulimit -f 0; $T start A B C D --rules hk-500 --database sqlite:///n.sqlite3",
    "no file may grow, a backup": "ulimit -f 8; $T backup c.tableside --database $DB",
    "few files at once": "ulimit -n 12; $T backup d.tableside --database $DB",
    "few files at once, a game":
        "ulimit -n 10; $T start A B C D --rules hk-500 --database sqlite:///m.sqlite3",
    "settings of letters": "TABLESIDE_READINGS_AT_ONCE=many $T serve --database $DB",
    "settings of digits": f"TABLESIDE_READINGS_AT_ONCE={'9' * 5_000} $T serve --database $DB",
    "settings of nothing": "TABLESIDE_READINGS_AT_ONCE= $T doctor --database $DB",
    "settings below nothing": "TABLESIDE_READINGS_WAITING=-1 $T serve --database $DB",
    "a password that is none": "TABLESIDE_DATABASE_PASSWORD_FILE=/none $T start A B C D "
    "--rules hk-500 --database $DB",
    "a password without end": "TABLESIDE_DATABASE_PASSWORD_FILE=/dev/zero "
    "TABLESIDE_DATABASE=postgresql://u@127.0.0.1:1/x $T start A B C D --rules hk-500",
    "a database in the environment": "TABLESIDE_DATABASE=games $T start A B C D --rules hk-500",
    "a batch without end": "head -c 300000000 /dev/zero | $T score --batch - --rules hk-500",
    "a batch of bytes": "head -c 3000000 /dev/urandom | $T score --batch - --rules hk-500",
    "house rules without end": "$T rules --file /dev/zero",
    "a game without end": "$T import /dev/zero --database $DB",
    "a photo without end": "$T read /dev/zero",
    "a backup without end": "$T restore /dev/zero --database $DB",
    "a game that is a folder": "$T import / --database $DB",
    "a batch that is a folder": "$T score --batch / --rules hk-500",
    "a database without end": "$T backup b2 --database sqlite:////dev/zero",
    "a database that is full": "$T start A B C D --rules hk-500 --database sqlite:////dev/full",
    "an output that is full":
        "ln -s /dev/full full.toml; $T rules hk-500 --name F --save full.toml",
    "a name of bytes": "$T score $'\\xff\\xfe' --rules $'\\xff.toml'",
    "a file named by bytes": "printf x >$'\\xff.json'; $T import $'\\xff.json' --database $DB",
    "rules named by bytes": "$T rules hk-500 --name $'\\xff\\xfe' --save named.toml",
    "rules saved by bytes": "$T rules hk-500 --name F --save $'\\xff.toml'",
    "a backup named by bytes": "rm -f $'\\xff'; $T backup $'\\xff' --database $DB",
    "a database named by bytes": "$T start A B C D --rules hk-500 --database sqlite:///$'\\xff.db'",
    "players of bytes": "$T start $'\\xff' B C D --rules hk-500 --database $DB",
    "dashes": "$T import -- -x.json --database $DB",
    "a reader that leaves": "$T rules hk-500 | head -c 1",
    "a reader that left": "$T rules hk-500 | true",
}  # fmt: skip
# In a short run each call and each stream once, and some of the places.
BOTH = full(list(zip(CALLS, cycle(STREAMS), strict=False)), list(product(CALLS, STREAMS)))
SURROUNDINGS = {
    **{f"{call}, {stream}": f"{CALLS[call]} {STREAMS[stream]}" for call, stream in BOTH},
    **dict(list(PLACES.items())[:: full(14, 1)]),
}


@pytest.mark.parametrize(
    "line", [pytest.param(line, id=name) for name, line in SURROUNDINGS.items()]
)
def test_no_surroundings_end_in_a_traceback(folder, line):
    (folder / "陳.json").write_text("{}", encoding="utf-8")
    command = Path(sys.executable).with_name("tableside")
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"ulimit -v 4000000; {line}"],
        cwd=folder,
        env={**os.environ, "T": str(command), "HAND": HAND, "OMP_NUM_THREADS": "1",
             "DB": f"sqlite:///{folder}/games.sqlite3"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=DEADLINE_S,
        check=False,
    )  # fmt: skip
    out, err = (text.decode(errors="replace") for text in (ended.stdout, ended.stderr))
    unheard = ">&-" in line or "/dev/full" in line or "2>&-" in line
    found = [fault for fault in words(ended.returncode, out, err)
             if not (unheard and "without words" in fault)]  # fmt: skip
    assert found == []
