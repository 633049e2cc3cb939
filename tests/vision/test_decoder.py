"""Photos decoded in a process of its own: the same pixels, and never more time or memory."""

import io
import os
import random
import signal
from contextlib import suppress

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from tests.service import hostile
from tests.soak import full
from vision.decoder import DecoderProcess
from vision.image import LIMITS, Limits, PhotoError
from vision.photo import Photo, decode
from vision.timing import Deadline

WIDE, HIGH = 1500, 1000
FORMATS = {
    "JPEG": lambda image: saved(image, "JPEG"),
    "progressive JPEG": lambda image: saved(image, "JPEG", progressive=True),
    "CMYK JPEG": lambda image: saved(image.convert("CMYK"), "JPEG"),
    "PNG": lambda image: saved(image, "PNG"),
    "PNG with alpha": lambda image: saved(with_alpha(image), "PNG"),
    "grey PNG of 16 bits": lambda image: saved(Image.fromarray(grey(image)), "PNG"),
    "palette PNG": lambda image: saved(image.convert("P"), "PNG"),
    "WebP": lambda image: saved(image, "WEBP"),
    "HEIC": lambda image: heic(image),  # noqa: PLW0108  (it is defined below)
    "HEIC with alpha": lambda image: heic(with_alpha(image)),
}


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def heic(image):
    out = io.BytesIO()
    pillow_heif.from_pillow(image).save(out, quality=50)
    return out.getvalue()


def with_alpha(image):
    image = image.convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize(image.size))
    return image


def grey(image):
    return np.asarray(image.convert("L")).astype(np.uint16) * 257


@pytest.fixture(scope="module")
def image():
    dice = np.random.default_rng(5)
    rough = Image.fromarray(dice.integers(0, 256, (60, 90, 3), np.uint8))
    return rough.resize((WIDE, HIGH), Image.Resampling.BICUBIC)


@pytest.fixture(scope="module")
def process():
    with DecoderProcess() as one:
        yield one


@pytest.mark.parametrize("save", FORMATS.values(), ids=FORMATS)
def test_pixels_are_those_of_decoding_here(process, image, save):
    data = save(image)
    here, there = decode(data), process(data)
    assert (here.size, here.shrink) == (there.size, there.shrink) == ((WIDE, HIGH), here.shrink)
    assert np.array_equal(here.pixels, there.pixels)


@pytest.mark.parametrize("save", FORMATS.values(), ids=FORMATS)
def test_a_picture_at_a_part_of_its_size_is_the_whole_one_made_smaller(image, save):
    data = save(image)
    whole, half = decode(data, 1).pixels, decode(data, 2).pixels
    assert half.shape == (HIGH // 2, WIDE // 2, 3)
    small = np.asarray(Image.fromarray(whole).resize((WIDE // 2, HIGH // 2), Image.Resampling.BOX))
    assert np.abs(small.astype(int) - half).mean() < 3


def test_photos_of_one_hand_share_the_room(image):
    data = saved(image.resize((6000, 4000)), "PNG", compress_level=1)
    assert decode(data).shrink == 2  # 24 million pixels
    one, *others = Photo.all_of([saved(image.resize((4000, 3000)), "PNG", compress_level=1)] * 5)
    assert one.shrink == others[-1].shrink == 2


def test_a_photo_is_looked_at_more_finely_only_as_far_as_memory_allows(image):
    data = saved(image.resize((8000, 6000)), "JPEG")
    photo = Photo.of(data)
    assert (photo.shrink, photo.finer(8.0).shrink) == (4, 2)
    over = Deadline.after(1, clock=iter([0.0, 2.0, 3.0, 4.0]).__next__)
    assert photo.finer(8.0, over) is photo


def test_more_memory_than_there_is_costs_the_photo_and_nothing_else(image):
    data = saved(image.resize((5000, 4000)), "PNG", compress_level=1)
    with DecoderProcess(memory=40 * 1024 * 1024) as process:
        with pytest.raises(PhotoError) as refused:
            process(data)
        assert refused.value.code == "photo_too_costly"
        assert process(saved(image.resize((300, 200)), "PNG")).size == (300, 200)


def test_more_time_than_there_is_costs_the_photo_and_nothing_else(image):
    with DecoderProcess(deadline_s=0.0) as process:
        with pytest.raises(PhotoError) as refused:
            process(saved(image, "PNG"))
        assert refused.value.code == "photo_too_costly"
    with DecoderProcess() as process:
        with pytest.raises(PhotoError, match="too long"):
            process(saved(image, "PNG"), deadline=Deadline.after(0))
        assert process(saved(image, "PNG")).size == (WIDE, HIGH)


@pytest.mark.skipif(os.name != "posix", reason="a process is stopped by a signal")
def test_a_process_that_died_is_followed_by_another(image):
    data = saved(image, "JPEG")
    with DecoderProcess() as process:
        process.start()
        os.kill(process._process.pid, signal.SIGKILL)  # noqa: SLF001  (as the system's killer would)
        process._process.wait()  # noqa: SLF001  (until it has)
        assert process(data).size == (WIDE, HIGH)


def test_ends_of_the_pipe_are_those_of_the_process(image):
    process = DecoderProcess()
    process(saved(image, "JPEG"))
    child = process._process  # noqa: SLF001  (to see that it ends)
    process.close()
    assert child.poll() is not None
    assert process(saved(image, "JPEG")).size == (WIDE, HIGH)
    process.close()


@pytest.mark.parametrize(
    ("size", "words"),
    [((1, 60_000_000), "on a side"), ((19_000, 700), "times the short one"), ((9000, 7000), "60")],
)
def test_what_the_header_says_is_refused_before_anything_is_decoded(size, words):
    width, height = size
    data = hostile.png(width, height, 8, 2, b"")
    with pytest.raises(PhotoError, match=words) as refused:
        decode(data)
    assert refused.value.code == "too_many_pixels"


@pytest.mark.parametrize("together", [1, 8])
def test_photos_of_one_hand_are_bounded_together(image, together):
    data = saved(image.resize((7000, 5000)), "PNG", compress_level=1)
    limits = Limits(decoded_bytes=150_000_000)
    assert decode(data).size == (7000, 5000)
    if together == 1:
        Photo.all_of([data])
        return
    with pytest.raises(PhotoError, match="together") as refused:
        Photo.all_of([data] * together)
    assert refused.value.code == "photo_too_costly"
    assert limits.decoded_bytes < LIMITS.decoded_bytes


# Colour type 3 without a palette once ended in a fault of the program's own.
WITHOUT_PALETTE = hostile.png(8, 8, 8, 3, b"")


@pytest.mark.parametrize("seed", range(full(60, 2000)))
def test_whatever_a_decoder_makes_of_a_file_it_is_a_damaged_photo(process, image, seed):
    dice = random.Random(seed)  # noqa: S311  (the same files every time)
    save = FORMATS[dice.choice(sorted(FORMATS))]
    data = bytearray(WITHOUT_PALETTE if seed == 0 else save(image.resize((90, 60))))
    for _ in range(dice.choice((0, 1, 3, 30)) if seed else 0):
        data[dice.randrange(4, len(data))] = dice.randrange(256)
    if dice.random() < 0.3:
        del data[dice.randrange(len(data)) :]
    for decoding in (decode, process):
        with suppress(PhotoError):  # and nothing else
            assert decoding(bytes(data)).pixels.ndim == 3
