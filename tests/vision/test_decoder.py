"""What decodes photos in another process: the same pixels, and no end of it reaches this one."""

import io
import os
import signal
import struct
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.heic import heic
from vision.photo import decoder, image
from vision.photo.decoder import Decoder, DecoderError
from vision.photo.image import Limits, PhotoError, Scale

pytestmark = pytest.mark.slow

PHOTO = Path(__file__).parents[1] / "photos" / "concealed_row.jpg"
LONG_S = 60.0  # a deadline for slow machines, not an expectation


@pytest.fixture(scope="module")
def shared() -> Iterator[Decoder]:
    with Decoder() as given:
        yield given


def saved(form: str, size: tuple[int, int] = (320, 240)) -> bytes:
    picture, out = Image.effect_noise(size, 80).convert("RGB"), io.BytesIO()
    if form == "HEIC":
        return heic(picture)
    picture.save(out, form)
    return out.getvalue()


def zeros(width: int, height: int) -> bytes:
    """A PNG of RGBA that packs to next to nothing."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(1 + 4 * width)) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", rows + packer.flush()) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def refusal(given: Decoder, data: bytes, seconds: float = LONG_S) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        given.decode(data, Scale(side=1280), seconds=seconds)
    return caught.value


def children() -> set[int]:
    """The processes that this one has started for decoding."""
    tasks = Path(f"/proc/{os.getpid()}/task").iterdir()
    found = {int(pid) for task in tasks for pid in (task / "children").read_text().split()}
    return {pid for pid in found if b"decoder" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def start(given: Decoder) -> int:
    """Start a process, wait until it has decoded a photo, and give its number."""
    before = children()
    given.start()
    given.decode(saved("PNG"), seconds=LONG_S)
    (one,) = children() - before
    return one


ON_LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="Linux alone holds to the limit: nothing to install"
)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIC", "AVIF", "TIFF", "BMP"])
@pytest.mark.parametrize("side", [1 << 30, 150, 20])
def test_the_pixels_are_those_that_are_decoded_here(shared: Decoder, form: str, side: int) -> None:
    data = saved(form)
    here, there = image.decode(data, Scale(side)), shared.decode(data, Scale(side), seconds=LONG_S)
    assert (here.pixels == there.pixels).all()
    assert (here.size, here.shrink) == (there.size, there.shrink)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"words", "not_an_image"),
        (b"%PDF-1.7", "unsupported_type"),
        (saved("JPEG")[:-3000], "truncated_image"),
        (bytes(26_214_401), "file_too_large"),
        (zeros(1, 60_000), "too_many_pixels"),
    ],
    ids=["empty", "words", "pdf", "cut", "large", "strip"],
)
def test_the_refusals_are_those_that_are_given_here(
    shared: Decoder, data: bytes, code: str
) -> None:
    error = refusal(shared, data)
    with pytest.raises(PhotoError) as here:
        image.decode(data, Scale(side=1280))
    assert (error.code, error.detail) == (code, here.value.detail)


def test_what_takes_too_long_is_stopped_and_the_next_photo_is_read(shared: Decoder) -> None:
    begun = time.monotonic()
    error = refusal(shared, zeros(5000, 5000), seconds=0.02)
    assert error.code == "photo_too_costly"
    assert "Scale it down" in error.detail
    assert time.monotonic() - begun < LONG_S
    assert shared.decode(saved("PNG"), seconds=LONG_S).size == (320, 240)


@ON_LINUX
def test_what_takes_too_much_memory_is_refused_and_the_next_photo_is_read() -> None:
    with Decoder(memory=40 * 1024 * 1024) as small:
        assert refusal(small, zeros(5000, 5000), seconds=LONG_S).code == "photo_too_costly"
        assert small.decode(saved("PNG"), seconds=LONG_S).size == (320, 240)


@ON_LINUX
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_a_process_that_has_died_is_replaced(how: signal.Signals) -> None:
    with Decoder() as mortal:
        os.kill(start(mortal), how)
        assert mortal.decode(saved("PNG"), seconds=LONG_S).size == (320, 240)


@ON_LINUX
@pytest.mark.parametrize(
    ("how", "code"), [(signal.SIGSEGV, "truncated_image"), (signal.SIGKILL, "photo_too_costly")]
)
def test_a_decoder_that_crashes_makes_a_refusal(how: signal.Signals, code: str) -> None:
    """It stands still when it gets the photo, so that it dies of nothing but the signal."""
    with Decoder() as mortal:
        pid = start(mortal)
        os.kill(pid, signal.SIGSTOP)

        def kill() -> None:
            os.kill(pid, how)
            os.kill(pid, signal.SIGCONT)

        killer, photo = threading.Timer(0.5, kill), saved("PNG")
        killer.start()
        assert refusal(mortal, photo, seconds=LONG_S).code == code
        killer.join()
        assert mortal.decode(saved("PNG"), seconds=LONG_S).size == (320, 240)


@ON_LINUX
def test_the_process_ends_with_what_started_it() -> None:
    program = (
        "import os, signal; from vision.photo.decoder import Decoder; d = Decoder(); d.start();"
        "print(d._idle[0]._process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=LONG_S, check=False
    )
    orphan = Path(f"/proc/{int(done.stdout)}")
    deadline = time.monotonic() + LONG_S
    while orphan.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not orphan.exists()


@ON_LINUX
def test_it_imports_no_models() -> None:
    with Decoder() as lean:
        maps = Path(f"/proc/{start(lean)}/maps").read_text()
    assert "libheif" in maps or "pillow_heif" in maps
    assert "onnxruntime" not in maps


def test_several_threads_have_a_process_each(shared: Decoder) -> None:
    data, found = saved("PNG"), []

    def ask() -> None:
        found.append(shared.decode(data, seconds=LONG_S).pixels)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all((pixels == found[0]).all() for pixels in found)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"no json\n",
        b"[]\n",
        b"{}\n",
        b'{"shape": [4, 4], "size": [4, 4], "shrink": 1}\nshort',
        b'{"shape": [99999, 99999], "size": [4, 4], "shrink": 1}\n',
        b'{"shape": [-1, 4], "size": [4, 4], "shrink": 1}\n',
        b'{"shape": "x", "size": 4}\n',
        b'{"code": "x"}\n',
    ],
)
def test_whatever_a_process_says_is_no_more_than_a_refusal(
    monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """A file may have taken it over: here it answers a greeting, and then anything at all."""
    code = f"""import sys
def say(words):
    sys.stdout.buffer.write(words)
    sys.stdout.buffer.flush()
say(b'{{}}\\n')
sys.stdin.buffer.readline()
say({said!r})"""
    monkeypatch.setattr(decoder, "_CODE", code)
    with Decoder() as possessed:
        assert refusal(possessed, saved("PNG"), seconds=LONG_S).code == "truncated_image"


def test_where_none_starts_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoder, "_CODE", "raise SystemExit(3)")
    with Decoder() as broken, pytest.raises(DecoderError, match="install"):
        broken.decode(saved("PNG"))
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with Decoder() as absent, pytest.raises(DecoderError, match="no process"):
        absent.start()


def test_starting_a_process_waits_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoder, "_CODE", "raise SystemExit(3)")
    with Decoder() as broken:
        broken.start()
        with pytest.raises(DecoderError, match="install"):
            broken.decode(saved("PNG"))


def test_limits_reach_the_other_side(shared: Decoder) -> None:
    with pytest.raises(PhotoError) as caught:
        shared.decode(saved("PNG"), limits=Limits(pixels=100), seconds=LONG_S)
    assert caught.value.code == "too_many_pixels"
    whole = shared.decode(PHOTO.read_bytes(), seconds=LONG_S)
    assert np.ptp(whole.pixels) > 100
