"""A viewfinder's pictures: counted by the real detector, at a rate of their own, nothing kept."""

import io
from importlib.resources import files

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from service.app import create_app
from service.settings import Settings
from tests import needs


def picture(side=640, light=1.0):
    """The bundled photo as a viewfinder sends it."""
    image = Image.open(io.BytesIO((files("service") / "demo" / "hand.jpg").read_bytes()))
    image.thumbnail((side, side))
    data = io.BytesIO()
    image.point(lambda value: int(value * light)).save(data, "JPEG", quality=70)
    return data.getvalue()


@pytest.fixture
def look(client):
    """Send a picture and return the status with the answer."""

    def send(data):
        answer = client.post("/api/v1/frames", content=data, headers={"Content-Type": "image/jpeg"})
        return answer.status_code, answer.json()

    return send


@pytest.fixture
def models_there():
    needs.trained()


@pytest.mark.usefixtures("models_there")
def test_tiles_are_counted_and_advice_is_given(look):
    status, seen = look(picture())
    assert status == 200
    assert seen["size"][0] == 640
    assert 13 <= seen["tiles"] <= 18
    assert len(seen["corners"]) == seen["tiles"]
    assert look(picture(light=0.1))[1]["advice"][-1:] == ["more_light"]
    far = Image.new("RGB", (640, 480), "#1f6b4a")
    far.paste(Image.open(io.BytesIO(picture(200))), (220, 160))
    data = io.BytesIO()
    far.save(data, "JPEG")
    assert set(look(data.getvalue())[1]["advice"]) & {"closer", "no_tiles"}


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [(b"", 400, "empty_file"), (b"dear diary", 400, "not_an_image")],
)
@pytest.mark.usefixtures("models_there")
def test_what_is_no_picture_is_refused(look, data, status, code):
    answered, problem = look(data)
    assert (answered, problem["code"]) == (status, code)


@pytest.mark.usefixtures("models_there")
def test_pictures_have_a_rate_of_their_own(database):
    app = create_app(Settings(database=database, frames_per_minute=1, photos_per_minute=1))
    with TestClient(app) as client:
        first, second = (client.post("/api/v1/frames", content=picture()) for _ in range(2))
        assert (first.status_code, second.status_code) == (200, 429)
        assert int(second.headers["Retry-After"]) >= 1
        photo = client.post("/api/v1/readings", files={"photo": ("a.jpg", b"dear diary")})
        assert photo.status_code == 400, "of photos none has been sent yet"
