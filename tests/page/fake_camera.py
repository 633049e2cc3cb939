"""A phone whose camera sees a video file: fixtures that the tests of the camera share."""

import io
from importlib.resources import files

import pytest
from PIL import Image

from tests import needs
from tests.page.conftest import PHONE, Phone

CLOTH = "#2351a8"  # of the bundled photo, about


def photo():
    """The bundled photo, as large as the frames that a phone looks at."""
    whole = Image.open(io.BytesIO((files("service") / "demo" / "hand.jpg").read_bytes()))
    return whole.convert("RGB").resize((1280, 960), Image.Resampling.LANCZOS)


@pytest.fixture
def camera(browser, service):
    """Yield a phone of somebody about to take a photo; its camera sees a video file."""
    opened = []

    def give(seen, *more, address=service, allowed=True):
        devices = ["--use-fake-device-for-media-stream"]
        devices += [f"--{'use-fake-ui-for-media-stream' if allowed else 'deny-permission-prompts'}"]
        given = ["--no-sandbox", *devices, f"--use-file-for-fake-video-capture={seen}", *more]
        chromium = browser.browser_type.launch(executable_path=needs.browser(), args=given)
        opened.append(chromium)
        blocked = "block"  # its fetches would not be those of the page
        context = chromium.new_context(viewport=PHONE, locale="en-GB", service_workers=blocked)
        ann = Phone(context, address)
        begin = ann.start if address == service else ann.set_up  # only the page finds another one
        begin()
        ann.win(winner=0)
        return ann

    yield give
    for chromium in opened:
        chromium.close()
