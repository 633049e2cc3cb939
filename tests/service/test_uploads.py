"""Photos that are none: each gets its reason and its remedy, and the service goes on."""

import asyncio
import io
import struct
import zlib

import pytest
from PIL import Image

from service.errors import RefusedError
from service.photos.reader_pool import ReaderPool, Sender
from tests.service import costly
from vision.photo.image import PhotoError

READINGS = "/api/v1/readings"


async def stays():
    """Return whether a sender has left, who has not."""
    return False


ANN = Sender("ann", stays)


def picture(kind="JPEG", size=(320, 240)) -> bytes:
    out = io.BytesIO()
    Image.effect_noise(size, 60).convert("RGB").save(out, kind)
    return out.getvalue()


def png_of(width, height) -> bytes:
    """A PNG of so many pixels in few bytes: rows of zeros compress to nothing."""

    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(1 + (width + 7) // 8)) for _ in range(height))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
        + chunk(b"IDAT", rows + packer.flush())
        + chunk(b"IEND", b"")
    )


def without_its_palette() -> bytes:
    """A palette PNG that lacks the palette."""
    whole = io.BytesIO()
    Image.effect_noise((64, 64), 60).quantize(16).save(whole, "PNG")
    data = whole.getvalue()
    start = data.index(b"PLTE") - 4
    return data[:start] + data[start + 12 + int.from_bytes(data[start : start + 4], "big") :]


PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n"
GIF = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00"


@pytest.mark.parametrize(
    ("name", "make", "status", "code"),
    [
        ("notes.txt", lambda: b"just some words about a hand", 400, "not_an_image"),
        ("photo.jpg", lambda: b"", 400, "empty_file"),
        ("photo.jpg", lambda: picture()[:-4000], 400, "truncated_image"),
        ("photo.png", lambda: picture("PNG")[:2000], 400, "truncated_image"),
        ("photo.jpg", lambda: picture() + bytes(30_000_000), 413, "file_too_large"),
        ("photo.png", lambda: png_of(20_000, 10_000), 422, "too_many_pixels"),
        ("photo.png", lambda: costly.png(1, 60_000_000, colour=0), 422, "too_many_pixels"),
        ("photo.png", lambda: costly.png(7745, 7745), 422, "too_many_pixels"),
        ("photo.jpg", lambda: costly.photo("progressive"), 422, "photo_too_costly"),
        ("photo.png", without_its_palette, 400, "truncated_image"),
        ("photo.jpg", lambda: PDF, 415, "unsupported_type"),
        ("photo.jpg", lambda: GIF, 415, "unsupported_type"),
    ],
    ids=[
        "text",
        "empty",
        "cut jpeg",
        "cut png",
        "30 MB",
        "200 megapixels",
        "strip",
        "RGBA",
        "coefficients",
        "no palette",
        "pdf",
        "gif",
    ],
)
def test_what_is_no_photo(client, refused, name, make, status, code):
    answer = client.post(READINGS, files={"photo": (name, make(), "image/jpeg")})
    refused(answer, status, code)
    assert client.get("/api/v1/rules").status_code == 200


@pytest.mark.parametrize("kind", ["strip", "RGBA", "progressive"])
def test_wherever_a_photo_is_taken_the_same_bounds_hold(client, table, refused, kind):
    """Kept with the game, passed to other phones, and before a viewfinder."""
    photo, token = costly.photo(kind), {"Authorization": f"Bearer {table.token}"}
    code = "photo_too_costly" if kind == "progressive" else "too_many_pixels"
    files = {"photo": ("a.jpg", photo, "image/jpeg")}
    refused(client.post(f"{table.url}/photos", files=files, headers=token), 422, code)
    here = {"expected_seq": table.state["seq"]}
    passed = f"{table.url}/draft/pictures/0"
    refused(client.put(passed, content=photo[:1_000_000], params=here, headers=token), 422, code)
    refused(client.post("/api/v1/frames", content=photo[:1_000_000]), 422, code)


@pytest.mark.parametrize(
    "ask",
    [
        lambda pool: pool.read([picture], None, ANN),
        lambda pool: pool.run_queued(id, ANN),
        lambda pool: pool.open(picture, id, ANN),
    ],
    ids=["read", "any work", "open"],
)
def test_a_photo_that_cannot_be_read_in_time_is_sent_away(ask):
    """The time counts from when the photo has come: who has waited too long hears it at once."""
    reader_pool = ReaderPool(seconds=0.01)
    with pytest.raises(RefusedError) as caught:
        asyncio.run(ask(reader_pool))
    assert caught.value.code == "busy"
    assert "ther photos" not in caught.value.detail  # there are none


def test_a_photo_for_which_the_models_are_loaded_first_is_not_to_blame():
    """Loading them takes about as long as this reading may: it is read, or to be sent again."""
    reader_pool = ReaderPool(seconds=0.5)
    try:
        asyncio.run(reader_pool.read([picture], None, ANN))
    except RefusedError as error:
        assert error.code in ("busy", "models_missing")  # noqa: PT017  (others are passed on)
        assert "ther photos" not in error.detail  # noqa: PT017  (there are none)


def test_one_bad_photo_among_good_ones(client, refused):
    files = [("photo", ("a.jpg", picture(), "image/jpeg")), ("photo", ("b.jpg", b"", "image/jpeg"))]
    assert (
        "Photo 2 of 2" in refused(client.post(READINGS, files=files), 400, "empty_file")["detail"]
    )


def test_too_many_photos_for_one_hand(client, refused):
    files = [("photo", (f"{number}.jpg", b"x", "image/jpeg")) for number in range(9)]
    refused(client.post(READINGS, files=files), 422, "too_many_photos")


def test_an_upload_without_end_is_cut_off(client, refused):
    """The whole upload is bounded while it streams in, however it is divided."""
    files = {"photo": ("a.jpg", bytes(90_000_000), "image/jpeg")}
    refused(client.post(READINGS, files=files), 413, "body_too_large")


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({}, "missing_field"),
        ({"data": {"photo": "a path?"}}, "missing_field"),
        ({"files": {"photo": (None, b"x")}}, "missing_field"),
        ({"files": {"photos": ("a.jpg", b"x", "image/jpeg")}}, "unknown_field"),
        ({"json": {"photo": "aGFuZA=="}}, "missing_field"),
    ],
    ids=["nothing", "text field", "no file", "another field", "json"],
)
def test_forms_without_a_photo(client, refused, how, code):
    assert "'photo'" in refused(client.post(READINGS, **how), 422, code)["detail"]


def test_a_field_that_a_form_does_not_have(client, refused):
    form = {"files": {"photo": ("a.jpg", b"x", "image/jpeg")}, "data": {"rule": "hk-500"}}
    problem = refused(client.post(READINGS, **form), 422, "unknown_field")
    assert "'rules'" in problem["detail"]


@pytest.mark.parametrize(
    "content_type", ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain"]
)
def test_forms_that_are_broken(client, content_type):
    answer = client.post(READINGS, content=b"--y\r\nphoto", headers={"Content-Type": content_type})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("charset", "name", "status"),
    [
        ("undefined", b"a.jpg", 400),
        ("punycode", b"a-!.jpg", 400),
        ("unicode_escape", rb"a\ud800.jpg", 200),
        ("utf-7", b"+2AA-.jpg", 200),
    ],
)
def test_the_letters_of_a_form_are_no_fault_of_the_service(client, charset, name, status):
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="%s"\r\n\r\n' % name
    form = head + picture() + b"\r\n--x--\r\n"
    headers = {"Content-Type": f"multipart/form-data; boundary=x; charset={charset}"}
    answer = client.post(READINGS, content=form, headers=headers)
    assert answer.status_code == status, answer.text


def test_the_type_of_a_form_may_be_written_in_capitals(client, refused):
    form = b'--x\r\nContent-Disposition: form-data; name="rule"\r\n\r\nhk-500\r\n--x--\r\n'
    headers = {"Content-Type": "Multipart/Form-Data; boundary=x"}
    refused(client.post(READINGS, content=form, headers=headers), 422, "unknown_field")


def test_unknown_rules_are_named(client, refused):
    files = {"photo": ("a.jpg", picture(), "image/jpeg")}
    problem = refused(
        client.post(READINGS, files=files, data={"rules": "hk-50"}), 422, "unknown_rules"
    )
    assert "hk-500" in problem["detail"]


def test_a_photo_without_tiles_is_an_empty_reading(client):
    answer = client.post(READINGS, files={"photo": ("sky.jpg", picture(), "image/jpeg")})
    if answer.status_code == 503:
        assert answer.json()["code"] == "models_missing"
        pytest.skip("the models are missing: check out models/*.onnx")
    reading = answer.json()
    assert (answer.status_code, reading["photo"], reading["size"]) == (200, "sky.jpg", [320, 240])
    assert reading["hand"] is None
    assert set(reading) >= {"tiles", "groups", "problems", "timings_ms"}


def test_only_so_many_photos_wait_to_be_read():
    """With one place and no bench, the second of two at once is sent away and not kept waiting."""

    async def two_at_once():
        reader_pool = ReaderPool(at_once=1, waiting=0)
        readings = [reader_pool.read([bytes], None, ANN) for _ in range(2)]
        return await asyncio.gather(*readings, return_exceptions=True)

    first, second = asyncio.run(two_at_once())
    assert isinstance(first, PhotoError)
    assert isinstance(second, RefusedError)
    assert second.code == "busy"
