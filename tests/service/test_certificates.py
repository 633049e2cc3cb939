"""An authority of this computer's own: what it vouches for, how long, and who may read its key."""

import base64
import re
import socket
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from service.certificates.authority import Authority, Certificate, CertificateError
from service.certificates.folder import CertificateFolder
from service.certificates.names import LOOPBACK, bounds_for, parse_names, permits
from service.errors import RefusedError

NOW = datetime.now(UTC)
DAY = timedelta(days=1)
HOME = parse_names(["kitchen-pi", "kitchen-pi.local", "192.168.1.5", *LOOPBACK])


@pytest.fixture(scope="module")
def authority():
    return Authority.create("kitchen-pi", HOME, NOW)


@pytest.fixture
def folder(tmp_path):
    return CertificateFolder(tmp_path / "data" / "certificates")


def shaken(trusted, certificate, name, folder):
    """Shake hands as a client that trusts an authority and asks for a name; what it was told."""
    file = folder / "service.pem"
    file.write_bytes(certificate.pem)
    here = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    here.load_cert_chain(file)
    there = ssl.create_default_context(cadata=trusted.public_pem.decode())
    there.verify_flags |= ssl.VERIFY_X509_STRICT
    near, far = socket.socketpair()

    def answer():
        try:
            with here.wrap_socket(near, server_side=True) as line:
                line.recv(1)
        except OSError:
            pass

    serving = threading.Thread(target=answer)
    serving.start()
    try:
        with there.wrap_socket(far, server_hostname=name) as line:
            return line.getpeercert()
    finally:
        far.close()
        serving.join()
        near.close()


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["Pi", "pi", "pi.local."], ["pi", "pi.local"]),
        (["192.168.1.5", "fe80::1%eth0", "[::1]", "a"], ["a", "192.168.1.5", "::1", "fe80::1"]),
        (["Ann's laptop", "a_b", "-x", "1.2.3.4.5", "", "x" * 64], []),
        (["games.example.org", "xn--nxasmq6b"], ["games.example.org", "xn--nxasmq6b"]),
    ],
)
def test_names_are_those_that_a_certificate_can_have(texts, names):
    assert [*map(str, parse_names(texts))] == names


@pytest.mark.parametrize(
    ("at_first", "later", "vouched_for"),
    [
        ("pi", "pi pi.local other.local 10.1.2.3 172.31.0.1 fd00::1", "all"),
        ("pi", "other", ""),
        ("pi", "games.example.org 8.8.8.8 2600::1 172.32.0.1", ""),
        ("pi 203.0.113.9 games.example.org", "games.example.org 203.0.113.9", "all"),
        ("203.0.113.9", "203.0.113.10", ""),
        ("dev", "dev www.dev", ""),  # all that ends so is somebody's
        ("dev", "dev.local", "all"),
        ("de", "de", ""),
    ],
)
def test_an_authority_is_bound_to_what_no_stranger_has(at_first, later, vouched_for):
    asked = parse_names(later.split())
    bounds = bounds_for(parse_names(at_first.split()))
    assert [permits(bounds, name) for name in asked] == [vouched_for == "all"] * len(asked)


@pytest.mark.parametrize("name", [*map(str, HOME)])
def test_who_trusts_the_authority_is_shown_a_certificate_for_each_name(authority, tmp_path, name):
    shown = shaken(authority, authority.issue(HOME, NOW), name, tmp_path)
    assert dict(each[0] for each in shown["issuer"])["commonName"] == "tableside at kitchen-pi"


@pytest.mark.parametrize("name", ["other.local", "192.168.1.6", "example.org"])
def test_another_name_is_not_believed(authority, tmp_path, name):
    with pytest.raises(ssl.SSLCertVerificationError, match=r"mismatch|not valid for"):
        shaken(authority, authority.issue(HOME, NOW), name, tmp_path)


def test_a_stolen_key_cannot_vouch_for_a_bank(authority, tmp_path):
    """Were somebody to sign with it for other names, no client would believe it."""
    unbound = Authority(authority.key, authority.signed, ("example.org",))
    forged = unbound.issue(parse_names(["bank.example.org"]), NOW)
    assert forged.names == ("bank.example.org",)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shaken(authority, forged, "bank.example.org", tmp_path)


def test_another_authority_is_not_believed(authority, tmp_path):
    with pytest.raises(ssl.SSLCertVerificationError):
        shaken(Authority.create("x", HOME, NOW), authority.issue(HOME, NOW), "localhost", tmp_path)


def test_what_is_over_is_not_believed(authority, tmp_path):
    past = authority.issue(HOME, NOW - 100 * DAY)
    assert past.is_due(NOW)
    with pytest.raises(ssl.SSLCertVerificationError, match="expired"):
        shaken(authority, past, "localhost", tmp_path)


def test_no_certificate_lasts_as_long_as_apple_refuses(authority):
    issued = authority.issue(HOME, NOW).signed
    assert issued.not_valid_after_utc - issued.not_valid_before_utc < 825 * DAY
    uses = issued.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert x509.oid.ExtendedKeyUsageOID.SERVER_AUTH in uses


def test_both_are_what_they_were_after_they_were_written(authority):
    certificate = authority.issue(HOME, NOW)
    again = Authority.read(authority.pem)
    assert (again.signed, again.bounds, again.fingerprint) == (
        authority.signed,
        authority.bounds,
        authority.fingerprint,
    )
    assert Certificate.read(certificate.pem).names == certificate.names == HOME
    assert again.has_signed(certificate)
    assert len(authority.fingerprint.split(":")) == 32


@pytest.mark.parametrize("letter", ["x", "é", "麻", "\N{MAHJONG TILE RED DRAGON}", "\udcff"])
def test_no_name_of_a_computer_is_too_long(letter):
    name = Authority.create(letter * 63, HOME, NOW).name
    assert len(name.encode()) <= 64
    assert name.startswith("tableside at")


def test_what_is_missing_is_made_once(folder):
    first = folder.renew("pi", HOME, NOW)
    again = folder.renew("pi", HOME, NOW + DAY)
    assert again.authority.signed == first.authority.signed
    assert again.certificate.signed == first.certificate.signed
    assert first.certificate.names == HOME


def test_only_the_owner_may_read_keys(folder):
    kept = folder.renew("pi", HOME, NOW)
    files = sorted(folder.folder.iterdir())
    assert [file.name for file in files] == ["authority.pem", "service.pem"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(folder.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(folder.folder.parent.stat().st_mode) == 0o700
    assert b"PRIVATE" not in kept.authority.public_pem
    files[0].chmod(0o644)
    assert folder.readable_by_others() == [files[0]]
    folder.renew("pi", HOME, NOW)
    assert folder.readable_by_others() == []


@pytest.mark.parametrize(("days", "is_renewed"), [(1, False), (59, False), (61, True), (400, True)])
def test_a_certificate_is_renewed_weeks_before_its_end(folder, days, is_renewed):
    first = folder.renew("pi", HOME, NOW - days * DAY)
    later = folder.renew("pi", HOME, NOW)
    assert (later.certificate.signed != first.certificate.signed) is is_renewed
    assert later.authority.signed == first.authority.signed
    assert later.certificate.until > NOW + 29 * DAY


@pytest.mark.parametrize(
    ("names", "is_renewed"),
    [
        (["192.168.1.77", *LOOPBACK], True),
        (["192.168.1.5", *LOOPBACK], False),  # one address less: it goes on
        (["new-name.local", "192.168.1.5"], True),
        (["192.168.1.5", "8.8.8.8", "games.example.org"], False),  # it may not vouch for these
    ],
)
def test_a_certificate_is_renewed_for_new_addresses(folder, names, is_renewed):
    first = folder.renew("pi", HOME, NOW)
    later = folder.renew("pi", parse_names(names), NOW)
    assert (later.certificate.signed != first.certificate.signed) is is_renewed
    assert later.authority.signed == first.authority.signed


def test_an_authority_whose_end_has_come_by_some_clock_is_refused_and_stays(folder):
    first = folder.renew("pi", HOME, NOW)
    with pytest.raises(RefusedError, match="Set the clock"):
        folder.renew("pi", HOME, NOW + 3660 * DAY)
    again = folder.renew("pi", HOME, NOW + DAY)
    assert again.authority.signed == first.authority.signed


def test_a_clock_that_stands_in_the_past_makes_no_new_authority(folder):
    """A small computer without a battery believes to be in another year until it asks."""
    first = folder.renew("pi", HOME, NOW)
    early = folder.renew("pi", HOME, NOW - 700 * DAY)
    assert early.authority.signed == first.authority.signed
    assert folder.renew("pi", HOME, NOW).certificate.until > NOW + 80 * DAY


@pytest.mark.parametrize("content", [b"", b"-----BEGIN NONSENSE-----\n", bytes(70_000)])
def test_an_authority_that_cannot_be_read_is_never_replaced(folder, content):
    folder.renew("pi", HOME, NOW)
    file = folder.folder / "authority.pem"
    file.write_bytes(content)
    with pytest.raises(RefusedError, match=r"authority\.pem") as refused:
        folder.renew("pi", HOME, NOW)
    assert refused.value.code == "bad_certificate"
    assert file.read_bytes() == content


@pytest.mark.parametrize("half", ["key", "certificate", "other"])
def test_a_certificate_that_cannot_be_used_is_made_anew(folder, half):
    kept = folder.renew("pi", HOME, NOW)
    key, begin, certificate = kept.file.read_bytes().partition(b"-----BEGIN CERTIFICATE-----")
    stranger = Authority.create("x", HOME, NOW).issue(HOME, NOW)
    halves = {"key": key, "certificate": begin + certificate, "other": stranger.pem}
    kept.file.write_bytes(halves[half])
    again = folder.renew("pi", HOME, NOW)
    assert again.authority.signed == kept.authority.signed
    assert again.authority.has_signed(Certificate.read(kept.file.read_bytes()))


def damaged(pem):
    """A file's forms with one wrong byte in its key or its certificate."""
    for begin, body in re.findall(rb"(-----BEGIN [A-Z ]+-----\n)([^-]+)", pem):
        content = base64.b64decode(body)
        for place in range(0, len(content), 5):
            wrong = bytearray(content)
            wrong[place] ^= 0x11
            yield pem.replace(begin + body, begin + base64.encodebytes(wrong))


def test_a_damaged_authority_is_told_and_never_replaced(folder):
    folder.renew("pi", HOME, NOW)
    file = folder.folder / "authority.pem"
    whole = file.read_bytes()
    for content in damaged(whole):
        file.write_bytes(content)
        with pytest.raises(RefusedError, match=r"authority\.pem is not a tableside authority"):
            folder.renew("pi", HOME, NOW)
        assert file.read_bytes() == content
    file.write_bytes(whole)
    folder.renew("pi", HOME, NOW)


def test_a_damaged_certificate_is_made_anew(folder):
    first = folder.renew("pi", HOME, NOW)
    forms = [*damaged(first.file.read_bytes())]
    forms.append(first.file.read_bytes().replace(b"-----END CERT", b"=-----END CERT"))
    for content in forms:
        first.file.write_bytes(content)
        again = folder.renew("pi", HOME, NOW)
        assert again.authority.has_signed(again.certificate)
        loaded = folder.folder / "loaded.pem"
        loaded.write_bytes(again.certificate.pem)
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(loaded)


def test_a_key_of_another_certificate_is_told():
    one, other = (Authority.create("x", HOME, NOW) for _ in range(2))
    key = one.pem.partition(b"-----BEGIN CERTIFICATE-----")[0]
    with pytest.raises(CertificateError, match="does not match its certificate"):
        Authority.read(key + other.public_pem)


def test_two_that_begin_at_once_have_one_authority(folder):
    both = [CertificateFolder(folder.folder) for _ in range(2)]
    found = []
    gate = threading.Barrier(2)

    def begin(one):
        gate.wait()
        found.append(one.renew("pi", HOME, NOW).authority.signed)

    threads = [threading.Thread(target=begin, args=(one,)) for one in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2
    assert found[0] == found[1]
    assert sorted(file.name for file in folder.folder.iterdir()) == ["authority.pem", "service.pem"]


def test_a_folder_that_cannot_be_made_is_said_with_the_remedy(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(RefusedError, match="TABLESIDE_CERTIFICATES"):
        CertificateFolder(tmp_path / "file" / "certificates").renew("pi", HOME, NOW)
