"""Write tokens: 256 random bits for the holder, a hash for the database.

A random token needs no slow hash: there are too many to try.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import TypeVar

Holder = TypeVar("Holder")


def create() -> str:
    """Return a new token, safe in a link."""
    return secrets.token_urlsafe(32)


def derive(key: str, nonce: str) -> str:
    """Return the token of a key and a nonce, always the same and as hard to guess as the key."""
    digest_bytes = hmac.digest(key.encode(), f"tableside write token\n{nonce}".encode(), "sha256")
    return urlsafe_b64encode(digest_bytes).rstrip(b"=").decode()


def digest(token: str) -> str:
    """Return the hash of a token, as it is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def find_holder(token: str, hashes: Iterable[tuple[Holder, str]]) -> Holder | None:
    """Return the holder of a token, if any; the time taken does not reveal near misses."""
    wanted, match = digest(token), None
    for holder, stored in hashes:
        if secrets.compare_digest(stored, wanted):
            match = holder
    return match
