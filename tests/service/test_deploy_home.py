"""The files for a home: `compose.home.yaml` and the systemd unit hold what the club's do."""

import configparser
import re
import subprocess
import sys

import pytest

from service.cli.commands.serve import EVERYWHERE, PATIENCE_S
from service.live.workers import STOP_S
from service.settings import Settings
from tests import needs
from tests.serving import ROOT

yaml = pytest.importorskip("yaml", reason=needs.pins("yaml"))

ALIKE = ("read_only", "cap_drop", "security_opt", "pids_limit", "init", "mem_limit", "logging")


@pytest.fixture(scope="module")
def home():
    (service,) = compose("compose.home.yaml")["services"].values()
    return service


@pytest.fixture(scope="module")
def unit():
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # names keep their letters
    parser.read(ROOT / "deploy" / "tableside.service", encoding="utf-8")
    return parser


def compose(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_a_home_is_confined_as_a_club_is(home):
    club = compose("compose.yaml")["services"]["service"]
    assert {name: home[name] for name in ALIKE} == {name: club[name] for name in ALIKE}


def test_its_games_are_in_a_volume_where_the_image_keeps_them(home):
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (kept,) = re.findall(r"^VOLUME (\S+)$", dockerfile, re.MULTILINE)
    assert home["volumes"] == [f"games:{kept}"]
    assert "games" in compose("compose.home.yaml")["volumes"]
    assert f"sqlite:///{kept}/" in dockerfile


def test_its_health_is_looked_at_and_its_stop_waited_for(home, unit):
    assert "/healthz/ready" in home["healthcheck"]["test"][-1]
    assert int(home["stop_grace_period"].removesuffix("s")) > PATIENCE_S + STOP_S
    assert int(unit["Service"]["TimeoutStopSec"]) > PATIENCE_S + STOP_S


def test_the_unit_keeps_games_and_certificates_in_its_own_folder(unit):
    given = (each.partition("=") for each in unit["Service"]["Environment"].split())
    settings = Settings.from_environment({variable: value for variable, _, value in given})
    folder = f"/var/lib/{unit['Service']['StateDirectory']}/"
    assert settings.address.startswith(f"sqlite:///{folder}")
    assert settings.certificates.startswith(folder)
    assert unit["Service"]["ProtectSystem"] == "strict"


def test_the_unit_serves(unit):
    command, *arguments = unit["Service"]["ExecStart"].split()
    assert command.endswith("/tableside")
    assert arguments == ["serve", "--host", EVERYWHERE[0]]


def test_the_unit_leaves_no_more_than_a_service_needs(unit):
    said = unit["Service"]
    for name in ("Clock", "Hostname", "KernelLogs", "KernelModules", "KernelTunables"):
        assert said[f"Protect{name}"] == "yes"
    assert said["MemoryDenyWriteExecute"] == "yes"
    assert said["SystemCallFilter"] == "@system-service"


# What MemoryDenyWriteExecute asks of the kernel: PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN.
READ_SO = """
import ctypes, mmap, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):
    sys.exit("too old")
try:
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
except OSError:
    from service.photos.shipped_reader import load_reader
    print(load_reader(threads=1).read(open(sys.argv[1], "rb").read()).hand)
"""


def test_photos_are_read_where_no_memory_is_both_written_and_run():
    needs.trained()
    if not sys.platform.startswith("linux"):
        pytest.skip("the kernel cannot be asked for it: nothing to install")
    photo = ROOT / "service" / "demo" / "hand.jpg"
    command = [sys.executable, "-c", READ_SO, str(photo)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if "too old" in ran.stderr:
        pytest.skip("the kernel cannot be asked for it: nothing to install")
    assert ran.stdout.strip() == "12345699m 77z (666z) +7z | 2f", ran.stderr
