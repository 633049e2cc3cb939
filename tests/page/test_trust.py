"""https by the service's own certificates, in a browser: warned of, passed over, and trusted."""

import base64
import json
import re
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.hashes import SHA256, Hash
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.certificates.authority import Certificate
from tests import needs
from tests.page.conftest import IS_KEPT, PHONE, bundle
from tests.page.test_accessibility import Look
from tests.serving import serving

expect = needs.package("playwright.sync_api").expect

PUBLIC = "https://table.local:8443/"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/140 Mobile"
STEPS = {
    "en-GB": "In the settings, search for “CA certificate”",
    "zh-TW": "在設定中搜尋「CA 憑證」",
}


@pytest.fixture(scope="module")
def https(tmp_path_factory):
    """A service of its own, and the folder of its certificates."""
    bundle()
    folder = tmp_path_factory.mktemp("trust")
    certificates = folder / "certificates"
    with serving(
        f"sqlite:///{folder / 'games.sqlite3'}",
        folder,
        TABLESIDE_HTTPS="1",
        TABLESIDE_CERTIFICATES=str(certificates),
        TABLESIDE_PUBLIC_URL=PUBLIC,
    ) as running:
        yield running, certificates


def secure(running):
    return running.url.replace("http://", "https://")


@pytest.mark.parametrize("locale", STEPS)
def test_a_phone_is_shown_by_plain_http_how_to_trust(browser, https, locale):
    running, _ = https
    context = browser.new_context(viewport=PHONE, locale=locale, user_agent=ANDROID)
    page = context.new_page()
    kept = {"a" * 32: {"token": "t" * 43, "names": ["Ann", "Ben"], "finished": False, "at": 1}}
    page.add_init_script(f"localStorage['tableside.games'] = JSON.stringify({json.dumps(kept)})")
    page.goto(f"{running.url}/trust")
    page.wait_for_selector("details.trust")
    fingerprint = page.inner_text(".trust code")
    assert fingerprint in running.printed
    open_ones = page.locator("details.trust[open]")
    expect(open_ones).to_have_attribute("data-kind", "android")
    expect(open_ones).to_contain_text(STEPS[locale], use_inner_text=True)
    with page.expect_download() as downloaded:
        open_ones.locator("a[download]").click()
    assert "BEGIN CERTIFICATE" in downloaded.value.path().read_text()
    # What is kept for the plain address is not known at the other one: a link takes it along.
    along = page.locator(".links a")
    expect(along).to_have_attribute("href", f"{secure(running)}/#game={'a' * 32}&token={'t' * 43}")
    look = Look(SimpleNamespace(page=page), locale)
    look.at("trust")
    assert look.findings == []
    context.close()


def test_past_the_warning_all_but_the_worker_is_there(browser, https):
    running, _ = https
    context = browser.new_context(viewport=PHONE, locale="en-GB", ignore_https_errors=True)
    page = context.new_page()
    page.goto(f"{running.url}/")  # as it is typed, without its https
    page.wait_for_selector("#new-game")
    assert page.url == f"{secure(running)}/"
    able = "isSecureContext && 'wakeLock' in navigator && 'mediaDevices' in navigator"
    assert page.evaluate(able) is True
    page.get_by_role("button", name="Show how").wait_for()
    body = {"rules": "hk-500", "players": ["Ann", "Ben", "Cleo", "Dee"]}
    begun = page.request.post(f"{secure(running)}/api/v1/games", data=body).json()
    page.goto(f"{secure(running)}/#game={begun['id']}&token={begun['write_token']}")
    page.click(".table-bar [data-tool='share']")
    link = page.locator("dialog .link-field").first
    link.wait_for()
    expect(link).to_have_value(re.compile("^" + re.escape(f"{PUBLIC}#game={begun['id']}&token=")))
    page.goto(f"{secure(running)}/trust")
    page.locator(".trust", has_text="does not trust the service yet").wait_for()
    assert page.evaluate("localStorage['tableside.trust']") == "true"  # it is told once
    context.close()


def test_a_browser_that_trusts_the_service_opens_it_without_a_connection(browser, https):
    running, certificates = https
    shown = Certificate.read((certificates / "service.pem").read_bytes()).key.public_key()
    digest = Hash(SHA256())
    digest.update(shown.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    trusted = base64.b64encode(digest.finalize()).decode()
    trusting = browser.browser_type.launch(
        executable_path=needs.browser(),
        args=["--no-sandbox", f"--ignore-certificate-errors-spki-list={trusted}"],
    )
    context = trusting.new_context(viewport=PHONE, locale="en-GB")
    page = context.new_page()
    page.goto(f"{secure(running)}/trust")
    page.locator(".trust", has_text="This device trusts the service").wait_for()
    page.wait_for_function(IS_KEPT)
    context.set_offline(offline=True)
    page.goto(f"{secure(running)}/")
    page.wait_for_selector("#new-game")
    trusting.close()
