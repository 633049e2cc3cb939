"""Checks whether this checkout can be released: `make release-check`, which changes nothing.

It checks the version and its dated heading in CHANGELOG.md, a clean tree, the tag, the wheel and
the source distribution with their contents and metadata, and the wheel with its demo in an empty
environment. `--trial` skips what only a release has: tag, clean tree, and the address of the
repository (`TABLESIDE_REPOSITORY`), which gives an index page its pictures.
"""

import argparse
import datetime as dt
import email
import email.message
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hatch_build import REPOSITORY
from service import __version__

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 20 * 2**20  # bytes of a wheel: a fifth more than it has, 6.4 MB of it Python for phones
LICENCES = (
    *("LICENSE", "htm-LICENSE", "preact-LICENSE"),
    *("onnxruntime-LICENSE", "pyodide-LICENSE", "python-LICENSE"),
)
EXPRESSION = "MIT AND Apache-2.0 AND MPL-2.0 AND PSF-2.0"
# What a source distribution leaves out: tests, and weights for further training (4 MB).
OF_THE_REPOSITORY = (".ci/", ".git", "models/training/float/")
NEVER = re.compile(r"node_modules|\.sqlite3|__pycache__|/secrets/|/backups/|\.env$")


@dataclass(frozen=True, slots=True)
class Release:
    """The version of a checkout, and the files built from it."""

    version: str
    wheel: Path
    sdist: Path
    trial: bool


Look = Callable[[Release], Iterator[str]]


def changelog(release: Release) -> Iterator[str]:
    """Yield what is wrong with the headings: a date in the future, or none for what comes next."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = rf"^## \[{re.escape(release.version)}\] - (\d{{4}}-\d\d-\d\d)$"
    found = re.search(heading, text, re.MULTILINE)
    if found is None:
        yield f"CHANGELOG.md has no heading '## [{release.version}] - YYYY-MM-DD'"
    elif dt.date.fromisoformat(found[1]) > dt.datetime.now(dt.UTC).date():
        yield f"CHANGELOG.md dates {release.version} {found[1]}, a date in the future"
    later = re.search(r"^## \[Unreleased\]\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    if later is None:
        yield "CHANGELOG.md has no heading '## [Unreleased]' for what comes next"
    elif later[1].strip() and not release.trial:
        yield "CHANGELOG.md has changes under [Unreleased]; they belong to this release"


def tree(release: Release) -> Iterator[str]:
    """Yield what is uncommitted, or has no tag."""
    if release.trial:
        return
    if changed := _git("status", "--porcelain"):
        yield f"not committed: {', '.join(changed.splitlines())}"
    tag = f"v{release.version}"
    if _git("tag", "--points-at", "HEAD", "--list", tag) != tag:
        yield f"no tag {tag} here: git tag --annotate {tag} --message 'tableside {release.version}'"


def wheel_contents(release: Release) -> Iterator[str]:
    """Yield what is wrong with the wheel: its size, its licences, generated files."""
    size = release.wheel.stat().st_size
    if size > LARGEST:
        yield f"the wheel has {size / 2**20:.1f} MiB, more than {LARGEST / 2**20:.0f}"
    with zipfile.ZipFile(release.wheel) as opened:
        names = opened.namelist()
    licences = [name for name in names if ".dist-info/licenses/" in name]
    yield from (
        f"the wheel lacks the licence {licence}"
        for licence in LICENCES
        if not any(name.endswith(licence) for name in licences)
    )
    yield from (f"the wheel holds {name}" for name in names if NEVER.search(name))


def sdist_contents(release: Release) -> Iterator[str]:
    """Yield tracked files missing in the source distribution, except the repository's own."""
    with tarfile.open(release.sdist) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    tracked = set(_git("ls-files").splitlines())
    lacking = {name for name in tracked - names if not name.startswith(OF_THE_REPOSITORY)}
    yield from (f"the source distribution lacks {name}" for name in sorted(lacking))
    foreign = names - tracked - {"PKG-INFO"}
    if not release.trial:
        yield from (f"the source distribution holds {name}" for name in sorted(foreign) if name)


def metadata(release: Release) -> Iterator[str]:
    """Yield what an index page would show wrongly."""
    with zipfile.ZipFile(release.wheel) as opened:
        (name,) = (one for one in opened.namelist() if one.endswith(".dist-info/METADATA"))
        fields = email.message_from_bytes(opened.read(name))
    if fields["Version"] != release.version:
        yield f"the wheel says that it is {fields['Version']}"
    if fields["License-Expression"] != EXPRESSION:
        yield f"the licence is {fields['License-Expression']}, not {EXPRESSION}"
    if not fields.get("Author") and not fields.get("Author-Email"):
        yield "no author is named"
    if fields.get_all("Requires-Dist") and any(
        "extra ==" not in one for one in fields.get_all("Requires-Dist", [])
    ):
        yield "the base has dependencies, but scoring needs none"
    yield from _shown(fields, release)


def _shown(fields: "email.message.Message[str, str]", release: Release) -> Iterator[str]:
    text = str(fields.get_payload())
    for target in re.findall(r'(?:\]\(|<img src=")(?!https://|#)([^)"]+)', text):
        yield f"an index page would not find {target}"
    if release.trial:
        return
    if not os.environ.get(REPOSITORY):
        yield f"{REPOSITORY} is not set: the page would have no pictures and no links"
    elif not fields.get_all("Project-URL"):
        yield "no links are named"


def installed(release: Release) -> Iterator[str]:
    """Yield what fails in empty environments: everything from the pins, then extra by extra."""
    for script in ("try-wheel", "try-extras"):
        done = subprocess.run([ROOT / ".ci" / script, release.wheel], check=False)
        if done.returncode:
            yield f".ci/{script} failed"


LOOKS: tuple[Look, ...] = (changelog, tree, wheel_contents, sdist_contents, metadata, installed)


def main() -> int:
    """Check everything, print the findings, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--trial", action="store_true", help="skip what only a release has")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tableside-release-") as folder:
        build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, str(ROOT)]
        subprocess.run(build, check=True)
        wheel, sdist = (_only(Path(folder), kind) for kind in ("*.whl", "*.tar.gz"))
        release = Release(__version__, wheel, sdist, given.trial)
        faults = 0
        for look in LOOKS:
            found = list(look(release))
            faults += len(found)
            print(f"{'fault' if found else 'ok':<7}{look.__name__.replace('_', ' ')}")
            for sentence in found:
                print(f"       {sentence}")
    what = "a trial of " if given.trial else ""
    print(f"{what}{release.version}: {f'{faults} faults' if faults else 'ready'}")
    return int(bool(faults))


def _only(folder: Path, pattern: str) -> Path:
    (file,) = folder.glob(pattern)
    return file


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
