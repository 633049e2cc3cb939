"""Write tokens: 256 random bits for whoever holds them, a hash for the database.

What is random needs no slow hash: nobody can try the tokens there are.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import TypeVar

Holder = TypeVar("Holder")


def create() -> str:
    """A fresh token, safe in a link."""
    return secrets.token_urlsafe(32)


def derive(key: str, nonce: str) -> str:
    """A token that who has a key can be told again; as hard to guess as the key."""
    digest_bytes = hmac.digest(key.encode(), f"tableside write token\n{nonce}".encode(), "sha256")
    return urlsafe_b64encode(digest_bytes).rstrip(b"=").decode()


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def find_holder(token: str, hashes: Iterable[tuple[Holder, str]]) -> Holder | None:
    """Say whose hash a token has, in a time that does not tell how near it came."""
    wanted, match = digest(token), None
    for holder, stored in hashes:
        if secrets.compare_digest(stored, wanted):
            match = holder
    return match
