"""The files for a club: what `compose.yaml` and `Dockerfile` name is there, and is read.

No engine is needed: the files are read as data, and the wheel is run in an environment of nothing
but the pins, under a root that cannot be written. That the images start so only an engine can show.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from importlib import metadata
from pathlib import Path

import pytest

from hatch_build import PACKAGES, TOP
from service.cli.commands.serve import PATIENCE_S
from service.db.database import CONNECTIONS, WRITERS, Database
from service.live.workers import STOP_S
from service.settings import PASSWORD_FILE, VARIABLES, Settings
from tests import http, needs, read_only_root
from tests.serving import ROOT, drawn, serving, start

pytestmark = pytest.mark.slow

yaml = pytest.importorskip("yaml", reason=needs.pins("yaml"))

POSTGRES = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD_FILE", "POSTGRES_INITDB_ARGS"}
OURS = {*VARIABLES, PASSWORD_FILE}
MADE_BY_HAND = {"./backups", "./secrets/database_password"}
NAMES = ("database", "service", "proxy", "backup")
REPLICAS = 6  # half of them old ones that are being replaced
TRIALS, SUPERUSERS = (
    1,
    3,
)  # connections of a replica beside its pool; those that PostgreSQL keeps
SIZES = {"m": 2**20, "g": 2**30}
DISK = "/var/tmp"
WHY_NOT = read_only_root.why_not()


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def dockerfile():
    return (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")


def size(text: str) -> int:
    """Bytes of "64m" or "1g"."""
    return int(text[:-1]) * SIZES[text[-1]]


def seconds(text: str) -> int:
    return int(text.removesuffix("s"))


def mounted(service) -> dict[str, str]:
    """Where folders are mounted -> what of the host, or which volume."""
    found = {}
    for each in service.get("volumes", []):
        short = (
            each
            if isinstance(each, dict)
            else dict(zip(("source", "target"), each.split(":"), strict=False))
        )
        found[short["target"]] = short["source"]
    return found


def in_memory(service) -> dict[str, dict[str, str]]:
    """Where file systems in memory are mounted -> their options."""
    places = {}
    for each in service.get("tmpfs", []):
        place, _, options = each.partition(":")
        places[place] = dict(option.split("=") for option in options.split(","))
    return places


def user(name: str, compose, dockerfile) -> str:
    own = compose["services"][name].get("user")
    return own or re.findall(r"^USER (\S+)$", dockerfile, re.MULTILINE)[-1]


def test_every_folder_of_the_host_is_there(compose):
    services = compose["services"].values()
    places = {source for one in services for source in mounted(one).values()}
    places |= {secret["file"] for secret in compose["secrets"].values()}
    named = {each for each in places if not each.startswith(".")}
    assert named == set(compose["volumes"])
    assert [each for each in places - named - MADE_BY_HAND if not (ROOT / each).exists()] == []


def test_every_variable_is_one_that_the_container_reads(compose, tmp_path):
    known = {"database": POSTGRES, "service": OURS, "backup": OURS}
    for name, one in compose["services"].items():
        assert set(one.get("environment", {})) <= known.get(name, set()), name
    given = compose["services"]["service"]["environment"]
    assert given[PASSWORD_FILE] == "/run/secrets/database_password"
    secret = tmp_path / "database_password"
    secret.write_text("5ecret\n", encoding="utf-8")
    settings = Settings.from_environment({**given, PASSWORD_FILE: str(secret)})
    database = Database.open(settings.database, migrated=False)  # connects when it is first asked
    url = database.engine.url
    assert (database.kind, url.host, url.password) == ("postgresql", "database", "5ecret")
    assert url.username == compose["services"]["database"]["environment"]["POSTGRES_USER"]
    database.close()


def test_no_secret_stands_in_a_variable(compose):
    for name, one in compose["services"].items():
        for variable, value in one.get("environment", {}).items():
            assert variable.endswith("_FILE") or "PASSWORD" not in variable, name
            assert "$" not in value, name
            if variable.endswith("_FILE"):
                assert value.removeprefix("/run/secrets/") in one["secrets"], name
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert "/secrets/" in ignored
    assert "secrets" in (ROOT / ".dockerignore").read_text(encoding="utf-8").split()


def test_whoever_waits_for_another_waits_for_one_that_says_how_it_is(compose, dockerfile):
    services = compose["services"]
    for one in services.values():
        for other, how in one.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            built = services[other].get("image") == "tableside" and "HEALTHCHECK" in dockerfile
            assert built or "healthcheck" in services[other], other
    assert "/healthz/ready" in dockerfile.partition("HEALTHCHECK")[2]


def test_the_image_copies_every_package_and_what_builds_it(dockerfile):
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE)
    sources = {source for line in copied for source in line.split()}
    assert [each for each in sources if not (ROOT / each).exists()] == []
    built = {TOP, *PACKAGES, "hatch_build.py", "package.json", "package-lock.json"}
    assert {*built, "pyproject.toml", "README.md", "LICENSE"} <= sources


def test_the_table_below_has_every_service(compose):
    assert set(compose["services"]) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_container_is_confined(compose, dockerfile, name):
    one = compose["services"][name]
    assert one["read_only"] is True
    assert one["cap_drop"] == ["ALL"]
    assert "cap_add" not in one
    assert "privileged" not in one
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert one["pids_limit"] > 0
    number, _, group = user(name, compose, dockerfile).partition(":")
    assert int(number) > 0
    assert int(group) > 0


@pytest.mark.parametrize("name", NAMES)
def test_a_container_cannot_take_the_whole_machine(compose, name):
    one = compose["services"][name]
    places = in_memory(one)
    assert sum(size(options["size"]) for options in places.values()) < size(one["mem_limit"])
    assert one["logging"]["driver"] == "json-file"
    kept = one["logging"]["options"]
    assert size(kept["max-size"]) * int(kept["max-file"]) <= 100 * 2**20


@pytest.mark.parametrize("name", NAMES)
def test_folders_in_memory_are_of_the_user_who_writes_them(compose, dockerfile, name):
    owner = user(name, compose, dockerfile).split(":")
    for place, options in in_memory(compose["services"][name]).items():
        if place != "/tmp":  # everybody's
            assert [options["uid"], options["gid"]] == owner, place


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("database", {"/tmp", "/var/run/postgresql", "/var/lib/postgresql/data"}),
        ("service", {"/tmp", "/data"}),
        ("proxy", {"/run", "/var/cache/nginx"}),
        ("backup", {"/tmp", "/data", "/backups"}),
    ],
)
def test_what_is_written_can_be_written(compose, name, places):
    one = compose["services"][name]
    kept = {
        target
        for target, source in mounted(one).items()
        if source in compose["volumes"] or source == "./backups"
    }
    assert {*in_memory(one), *kept} == places


def test_the_images_own_volume_is_mounted_over(compose, dockerfile):
    """Else each container would leave a volume without a name behind."""
    for place in re.findall(r"^VOLUME (\S+)$", dockerfile, re.MULTILINE):
        assert place in in_memory(compose["services"]["service"])
        assert place in in_memory(compose["services"]["backup"])


def test_a_folder_for_backups_is_never_made_as_root(compose):
    (backups,) = (
        each for each in compose["services"]["backup"]["volumes"] if isinstance(each, dict)
    )
    assert backups["bind"] == {"create_host_path": False}


def test_images_have_exact_versions(compose, dockerfile):
    named = [one["image"] for one in compose["services"].values() if one["image"] != "tableside"]
    named += re.findall(r"^ARG PYTHON=(\S+)$", dockerfile, re.MULTILINE)
    assert len(named) == 3
    for image in named:
        assert re.fullmatch(r"[a-z]+:\d+(\.\d+)+(-[a-z0-9]+)+(@sha256:[0-9a-f]{64})?", image), image
    assert set(re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)) == {"${PYTHON}"}


def test_every_stop_is_waited_for(compose):
    services = compose["services"]
    assert seconds(services["service"]["stop_grace_period"]) > PATIENCE_S + STOP_S
    assert seconds(services["database"]["stop_grace_period"]) >= 60  # a checkpoint at its slowest
    assert {services[name]["restart"] for name in ("database", "service", "proxy")} == {
        "unless-stopped"
    }
    assert services["backup"]["restart"] == "no"


def test_the_database_has_a_connection_for_everybody(compose):
    given = dict(
        each.removeprefix("--").split("=")
        for each in compose["services"]["database"]["command"]
        if each.startswith("--")
    )
    pool = sum(CONNECTIONS["postgresql"]) + sum(WRITERS)
    wanted = REPLICAS * (pool + TRIALS) + pool + TRIALS + SUPERUSERS
    assert int(given["max_connections"]) >= wanted
    assert compose["services"]["service"]["deploy"]["replicas"] * 2 <= REPLICAS


def test_a_new_database_keeps_every_script_and_notices_damage(compose):
    arguments = compose["services"]["database"]["environment"]["POSTGRES_INITDB_ARGS"].split()
    assert {"--encoding=UTF8", "--data-checksums", "--auth-host=scram-sha-256"} <= set(arguments)


def pins() -> dict[str, str]:
    text = (ROOT / "requirements" / "base.txt").read_text(encoding="utf-8")
    elsewhere = r"(?!\S| ; sys_platform == 'win32')"
    return dict(re.findall(rf"^([A-Za-z0-9._-]+)==(\S+){elsewhere}", text, re.MULTILINE))


def copied(source: Path, target: Path) -> None:
    """Copy a file or a folder without using space, where both lie on one file system."""

    def link(one: str, other: str) -> None:
        try:
            os.link(one, other)
        except OSError:
            shutil.copyfile(one, other)

    if source.is_dir():
        shutil.copytree(source, target, copy_function=link, dirs_exist_ok=True)
    elif not target.exists():
        link(str(source), str(target))


@pytest.fixture(scope="module")
def on_disk():
    """A folder where no other one lies in memory: a container has that to write, too."""
    with tempfile.TemporaryDirectory(prefix="tableside-image-", dir=DISK) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def installed(on_disk) -> Path:
    """The wheel beside the distributions of the image's pins and nothing else; its `bin`.

    They come from this environment, whose versions are the same, since a test downloads nothing,
    and with what Python has compiled of them, as pip leaves it in an image.
    """
    folder = on_disk / "image"
    folder.mkdir()
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    built = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    if "No module named build" in built.stderr:
        pytest.skip("build is missing: install requirements/dev.txt with pip")
    assert built.returncode == 0, built.stderr
    venv.create(folder / "venv", symlinks=True)
    (site,) = folder.glob("venv/lib/python*/site-packages")
    for name, version in pins().items():
        distribution = metadata.distribution(name)
        assert distribution.version == version, name
        for top in {file.parts[0] for file in distribution.files if file.parts[0] != ".."}:
            if top != "__pycache__":
                copied(Path(str(distribution.locate_file(top))), site / top)
    (wheel,) = folder.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "venv" / "bin" / "python")]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True)
    return folder / "venv" / "bin"


@pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or "")
def test_the_wheel_serves_under_a_root_that_cannot_be_written(installed, on_disk):
    """As in the container: only the folder of the database and the temporary one are written."""
    data, temporary = on_disk / "data", on_disk / "temporary"
    home = on_disk / "home"
    for folder in (data, temporary, home):
        folder.mkdir()
    folders = [str(data), str(temporary)]
    database = f"sqlite:///{data / 'tableside.sqlite3'}"
    environment = {"HOME": str(home), "TMPDIR": str(temporary), "PYTHONPATH": ""}
    confined = (read_only_root.__file__, *folders, "--")
    for place in (home, installed, ROOT, Path("/")):  # else what follows would show nothing
        refused = [sys.executable, *confined, "touch", str(place / "written")]
        assert subprocess.run(refused, capture_output=True, check=False).returncode != 0, place
    program = (*confined, str(installed / "tableside"), "serve")
    with serving(database, on_disk, program=program, **environment) as running:
        game, token = start(running.url)
        assert drawn(game, token)["seq"] == 2
        photo = (ROOT / "service" / "demo" / "hand.jpg").read_bytes()
        # So large that the upload waits in the temporary folder and not in memory.
        parts = {"photo": ("hand.jpg", photo + bytes(2 * 2**20), "image/jpeg")}
        read = http.post(f"{running.url}/api/v1/readings", files=parts, timeout=120)
        assert read.status_code == 200, read.text
        assert read.json()["hand"]
        assert http.get(f"{running.url}/healthz/ready").json()["ready"]
        assert running.stop() == 0
    for told in (["doctor"], ["backup", str(data / "evening.tableside")]):
        asked = [
            sys.executable,
            *confined,
            str(installed / "tableside"),
            *told,
            "--database",
            database,
        ]
        done = subprocess.run(asked, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert list(home.iterdir()) == []
