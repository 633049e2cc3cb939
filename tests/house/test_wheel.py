"""What a wheel holds: one package at the top, beside which anybody may have files of such names."""

import re
import subprocess
import sys

import pytest

from hatch_build import PACKAGES, PAGE, bundle_page, inside, lay, links, readme_for_an_index

PROGRAM = """
import sys, tableside
from tableside.service.cli.main import main
print(tableside.__file__, tableside.score("123m 456m 79m 77z (555z) +8m", "hk-500").faan)
main(["start", "Ann", "Bob", "Cid", "Dee", "--rules", "hk-500", "--database", sys.argv[1]])
assert None not in [getattr(tableside, name) for name in tableside.__all__]
print(sorted(name for name in ("scorer", "vision", "service", "models") if name in sys.modules))
"""


@pytest.mark.slow
def test_it_runs_in_a_folder_with_files_of_the_same_names(root, tmp_path):
    top, own = lay(root, tmp_path), tmp_path / "own"
    own.mkdir()
    for name in PACKAGES:
        (own / f"{name}.py").write_text("raise SystemExit('somebody else was imported')")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, f"sqlite:///{tmp_path / 'games.sqlite3'}"],
        cwd=own,
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, *_, last = done.stdout.splitlines()
    assert first == f"{top / '__init__.py'} 5"
    assert (top / "service" / "locale" / "ja" / "page.po").is_file()
    assert last == "[]"  # nothing of ours goes by its name in the checkout


@pytest.mark.slow
def test_what_a_service_of_the_checkout_is_sending_stays_while_a_wheel_is_built(root, tmp_path):
    def there():
        built = root / PAGE / "built"
        return {path.name: path.stat().st_mtime_ns for path in built.glob("[!.]*")}

    top, before = lay(root, tmp_path), there()
    assert not (top / PAGE / "built").exists()
    if not bundle_page(root, top):
        pytest.skip("Node is missing: install nodejs and npm")
    assert (top / PAGE / "built" / "bundle.json").is_file()
    assert not (top / PAGE / "static" / "js").exists()
    assert there() == before


@pytest.mark.parametrize(
    ("written", "laid"),
    [
        ("from scorer.core import tiles\n", "from tableside.scorer.core import tiles\n"),
        ("    import models\n", "    from tableside import models\n"),
        ("from scorer import is_win as wins\n", "from tableside.scorer import is_win as wins\n"),
        ("from models_of_others import x\n", "from models_of_others import x\n"),
        ("import json, sys\n", "import json, sys\n"),
        ("x = 'import models'\n", "x = 'import models'\n"),
    ],
)
def test_imports_of_ours_are_found_inside(written, laid):
    indented = "if True:\n" if written.startswith(" ") else ""
    assert inside(indented + written) == indented + laid


def test_an_import_that_would_bind_another_name_is_refused():
    with pytest.raises(ValueError, match=r"line 1: import vision\.photo\.image"):
        inside("import vision.photo.image\n")


REPOSITORY = "https://example.org/tableside"
RELATIVE = re.compile(r'(?:\]\(|<img src=")(?!https://|#)([^)"]+)')


def test_an_index_page_finds_every_picture_and_file(readme):
    page = readme_for_an_index(readme, REPOSITORY, "v0.2.0")
    assert RELATIVE.findall(readme) != []
    assert RELATIVE.findall(page) == []
    pictures = len(re.findall(r'!\[|<img src="', readme))
    assert page.count(f"{REPOSITORY}/raw/v0.2.0/docs/") == pictures > 0
    assert all(link.startswith(REPOSITORY) for link in links(REPOSITORY).values())


def test_without_an_address_nothing_is_promised(readme):
    page = readme_for_an_index(readme, "", "v0.2.0")
    assert RELATIVE.findall(page) == []
    assert "<img" not in page
    assert "![" not in page
