"""Codes of six letters to say across a table, each granting what a link grants, for an hour.

The code itself is all that its holder needs: its row is found by a hash of it, and a token is
sealed with it, so that the database alone gives no access. Both come from one slow hash, since six
letters could be tried out. A code is worth what its token is: revoking a link revokes its codes.
"""

import hashlib
import secrets
from datetime import timedelta

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from scorer.core.sentences import Sentence
from service.auth import access as accesses
from service.auth.access import Access
from service.db.database import Database
from service.db.schema import join_codes, stamp
from service.errors import RefusedError
from service.schemas.links import Invitation

LETTERS = "ABCDEFGHJKMNPQRSTWXYZ"  # none easily mistaken for another: no I, L, O, U or V
CODE_LENGTH = 6
LIFE = timedelta(hours=1)
MOST_CODES = 32  # of a game at once, the latest; each phone that opens Share makes two
_ATTEMPTS = 5  # to find a code that no other game has: there are 85 million
_SALT = b"tableside join code"
_HASH_BYTES, _PAD_BYTES = 32, 64  # a token has 43 letters


class JoinCodes:
    """The codes of all games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, access: Access, token: str | None) -> tuple[str, str]:
        """Return a new code for a game, and its expiry; `token` is what it is exchanged for.

        The game's oldest codes beyond `MOST_CODES` stop being valid.
        """
        for _ in range(_ATTEMPTS):
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            try:
                return code, self._insert(access, code, token)
            except IntegrityError:
                continue  # another game has this code
        raise RefusedError("busy", Sentence("No code is available at the moment. Try again."))

    def _insert(self, access: Access, code: str, token: str | None) -> str:
        now = self._database.clock()
        expires_at = stamp(now + LIFE)
        code_hash, pad = _derive(code)
        row = {
            "code_hash": code_hash,
            "game_id": access.game_id,
            "sealed_token": None if token is None else _apply(pad, token.encode()).hex(),
            "expires_at": expires_at,
        }
        with accesses.write_transaction(self._database, access) as connection:
            is_over = join_codes.c.expires_at <= stamp(now)
            connection.execute(
                delete(join_codes).where(join_codes.c.code_hash == code_hash, is_over)
            )
            beyond = (
                select(join_codes.c.code_hash)
                .where(join_codes.c.game_id == access.game_id)
                .order_by(join_codes.c.expires_at.desc(), join_codes.c.code_hash)
                .offset(MOST_CODES - 1)
            )
            connection.execute(delete(join_codes).where(join_codes.c.code_hash.in_(beyond)))
            connection.execute(insert(join_codes).values(row))
        return expires_at

    def invitation(self, code: str) -> Invitation:
        """Return what a code leads to, however it is spelled; RefusedError `no_such_code`."""
        letters = "".join(letter for letter in code.upper() if letter.isalnum())
        row = None
        if len(letters) == CODE_LENGTH and set(letters) <= set(LETTERS):
            code_hash, pad = _derive(letters)
            query = select(join_codes.c.game_id, join_codes.c.sealed_token).where(
                join_codes.c.code_hash == code_hash,
                join_codes.c.expires_at > stamp(self._database.clock()),
            )
            with self._database.read_connection() as connection:
                row = connection.execute(query).first()
        if row is None:
            raise RefusedError(
                "no_such_code",
                Sentence("No table has this code, or it has expired. Ask for a new one."),
            )
        sealed = row.sealed_token
        token = None if sealed is None else _apply(pad, bytes.fromhex(sealed)).decode()
        return Invitation(game_id=row.game_id, token=token)

    def sweep(self) -> int:
        """Delete some codes whose hour is over; return how many, 0 when none is left."""
        return self._database.sweep(
            join_codes, join_codes.c.expires_at <= stamp(self._database.clock())
        )


def _derive(code: str) -> tuple[str, bytes]:
    """Return the hash by which a code is found, and the pad that seals its token."""
    size = _HASH_BYTES + _PAD_BYTES
    derived = hashlib.scrypt(code.encode(), salt=_SALT, n=2**12, r=8, p=1, dklen=size)
    return derived[:_HASH_BYTES].hex(), derived[_HASH_BYTES:]


def _apply(pad: bytes, text: bytes) -> bytes:
    """Return a text sealed, or unsealed, by a pad that is used for it alone."""
    return bytes(one ^ other for one, other in zip(text, pad, strict=False))
