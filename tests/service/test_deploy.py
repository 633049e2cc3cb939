"""The files for a club: what `compose.yaml` and `Dockerfile` name is there, and is read."""

import re
import tomllib

import pytest

from service.database import Database
from service.settings import COUNTS, PROXIES, TEXTS, Settings
from tests.serving import ROOT

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

POSTGRES = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}
OURS = {*COUNTS, *TEXTS, PROXIES}
MADE_BY_DOCKER = {"./backups"}


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def dockerfile():
    return (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")


def test_every_folder_of_the_host_is_there(compose):
    mounts = [each for one in compose["services"].values() for each in one.get("volumes", [])]
    places = {each.partition(":")[0] for each in mounts}
    named = {each for each in places if not each.startswith(".")}
    assert named == set(compose["volumes"])
    assert [each for each in places - named - MADE_BY_DOCKER if not (ROOT / each).exists()] == []


def test_every_variable_is_one_that_the_container_reads(compose):
    known = {"database": POSTGRES, "service": OURS, "backup": OURS}
    for name, one in compose["services"].items():
        assert set(one.get("environment", {})) <= known.get(name, set()), name
    given = compose["services"]["service"]["environment"]["TABLESIDE_DATABASE"]
    address = given.replace("${TABLESIDE_PASSWORD}", "secret")
    settings = Settings.from_environment({"TABLESIDE_DATABASE": address})
    database = Database.open(settings.database, migrated=False)  # connects when it is first asked
    assert (database.kind, database.engine.url.host) == ("postgresql", "database")
    assert (
        database.engine.url.username
        == compose["services"]["database"]["environment"]["POSTGRES_USER"]
    )
    database.close()


def test_whoever_waits_for_another_waits_for_one_that_says_how_it_is(compose, dockerfile):
    services = compose["services"]
    for one in services.values():
        for other, how in one.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            built = services[other].get("image") == "tableside" and "HEALTHCHECK" in dockerfile
            assert built or "healthcheck" in services[other], other


def test_the_image_copies_every_package_and_what_builds_it(dockerfile):
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE)
    sources = {source for line in copied for source in line.split()}
    assert [each for each in sources if not (ROOT / each).exists()] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {*packages, "pyproject.toml", project["project"]["readme"]} <= sources
