"""This computer's own certificate authority, and the certificates that it issues.

A device that trusts the authority believes whatever it signs. So it may sign only for names and
addresses of a private network (RFC 5280, 4.2.1.10), and its key stays in a file that only its user
can read.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from service.certificates.names import Bounds, Names, bounds_for, permits

AUTHORITY_FOR = timedelta(days=3650)  # devices should have to trust it once, not every year
# Short, because it cannot be revoked; the service renews it. Apple accepts at most 825 days.
SERVICE_FOR = timedelta(days=90)
RENEWED_BEFORE = timedelta(days=30)  # a table that plays once a month has a month to spare
BACKDATED = timedelta(days=1)  # phones' clocks may be wrong by hours, and so may time zones
COMMON_NAME = 64  # bytes of a common name: characters in RFC 5280, but not to its reader
ORGANISATION = "tableside"


class CertificateError(ValueError):
    """A file that holds no authority or certificate of ours; the message says why."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A service's key and certificate, valid for `names` until `until`."""

    key: ec.EllipticCurvePrivateKey
    signed: x509.Certificate
    names: Names

    @classmethod
    def read(cls, pem: bytes) -> "Certificate":
        """Parse what `pem` returned; CertificateError for anything else."""
        key, signed = _read(pem)
        try:
            alternatives = signed.extensions.get_extension_for_class(
                x509.SubjectAlternativeName
            ).value
        except (x509.ExtensionNotFound, ValueError) as error:
            raise CertificateError("it has no names") from error
        return cls(key, signed, _values(alternatives))

    @property
    def until(self) -> datetime:
        """The end of its validity."""
        return self.signed.not_valid_after_utc

    @property
    def pem(self) -> bytes:
        """Key and certificate as one PEM file."""
        return _pem(self.key, self.signed)

    def is_due(self, now: datetime) -> bool:
        """Return whether it must be renewed: it ends within RENEWED_BEFORE, or is not valid yet."""
        return now >= self.until - RENEWED_BEFORE or now < self.signed.not_valid_before_utc


@dataclass(frozen=True, slots=True)
class Authority:
    """What devices trust: a key, its certificate, and the names for which it may sign."""

    key: ec.EllipticCurvePrivateKey
    signed: x509.Certificate
    bounds: Bounds

    @classmethod
    def create(cls, computer: str, names: Names, now: datetime) -> "Authority":
        """Create an authority for a computer, bound to private networks and these names."""
        key, bounds = ec.generate_private_key(ec.SECP256R1()), bounds_for(names)
        name = f"tableside at {computer}".encode(errors="ignore")[:COMMON_NAME]
        subject = x509.Name(
            [
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, ORGANISATION),
                x509.NameAttribute(NameOID.COMMON_NAME, name.decode(errors="ignore")),
            ]
        )
        signed = (
            _certificate_builder(subject, subject, key, now, now + AUTHORITY_FOR)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_key_usage(signs_certificates=True), critical=True)
            .add_extension(x509.NameConstraints(_general_names(bounds), None), critical=True)
            .sign(key, SHA256())
        )
        return cls(key, signed, bounds)

    @classmethod
    def read(cls, pem: bytes) -> "Authority":
        """Parse what `pem` returned; CertificateError for anything else."""
        key, signed = _read(pem)
        if not _is_signed_by(signed, signed):
            raise CertificateError("its certificate is damaged")
        try:
            permitted = signed.extensions.get_extension_for_class(x509.NameConstraints).value
        except (x509.ExtensionNotFound, ValueError) as error:
            raise CertificateError("it is not limited to certain names") from error
        return cls(key, signed, _values(permitted.permitted_subtrees or ()))

    def permitted_names(self, names: Names) -> Names:
        """Return those of the names that it may sign."""
        return tuple(name for name in names if permits(self.bounds, name))

    def issue(self, names: Names, now: datetime) -> Certificate:
        """Issue a certificate for those of the names that the authority may sign."""
        key, permitted_names = ec.generate_private_key(ec.SECP256R1()), self.permitted_names(names)
        subject = x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, ORGANISATION)])
        until = min(now + SERVICE_FOR, self.until)
        alternatives = _general_names(permitted_names)
        signed = (
            _certificate_builder(subject, self.signed.subject, key, now, until)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_key_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()),
                critical=False,
            )
            .sign(self.key, SHA256())
        )
        return Certificate(key, signed, permitted_names)

    def has_signed(self, certificate: Certificate) -> bool:
        """Return whether this authority issued a certificate."""
        return _is_signed_by(certificate.signed, self.signed)

    def is_over(self, now: datetime) -> bool:
        """Return whether it ends too soon to sign anything more."""
        return now >= self.until - RENEWED_BEFORE

    @property
    def name(self) -> str:
        """The name that devices list it under."""
        (attribute,) = self.signed.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        return str(attribute.value)

    @property
    def until(self) -> datetime:
        """The end of its validity."""
        return self.signed.not_valid_after_utc

    @property
    def fingerprint(self) -> str:
        """Its SHA-256 in pairs of hexadecimal digits, as devices show it, for people to compare."""
        return self.signed.fingerprint(SHA256()).hex(":").upper()

    @property
    def pem(self) -> bytes:
        """Key and certificate as one PEM file."""
        return _pem(self.key, self.signed)

    @property
    def public_pem(self) -> bytes:
        """The certificate alone as PEM, for devices that are to trust it."""
        return self.signed.public_bytes(Encoding.PEM)

    @property
    def public_der(self) -> bytes:
        """The certificate alone in binary form."""
        return self.signed.public_bytes(Encoding.DER)


def _certificate_builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    until: datetime,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATED)
        .not_valid_after(until)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _general_names(names: Names | Bounds) -> list[x509.GeneralName]:
    return [x509.DNSName(each) if isinstance(each, str) else x509.IPAddress(each) for each in names]


def _values(names: Iterable[x509.GeneralName]) -> tuple[Any, ...]:
    return tuple(each.value for each in names if isinstance(each, x509.DNSName | x509.IPAddress))


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _pem(key: ec.EllipticCurvePrivateKey, signed: x509.Certificate) -> bytes:
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + signed.public_bytes(Encoding.PEM)


def _read(pem: bytes) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    try:
        key = load_pem_private_key(pem, None)
        signed = x509.load_pem_x509_certificate(pem)
        signed_key = signed.public_key()
    except (TypeError, ValueError, UnsupportedAlgorithm) as error:
        raise CertificateError("it has no key for its certificate") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or signed_key != key.public_key():
        raise CertificateError("its key does not match its certificate")
    return key, signed


def _is_signed_by(signed: x509.Certificate, issuer: x509.Certificate) -> bool:
    """Return whether a certificate is one that the issuer signed, in all that it says."""
    try:
        signed.verify_directly_issued_by(issuer)
    except (InvalidSignature, TypeError, ValueError, UnsupportedAlgorithm):
        return False
    return True
