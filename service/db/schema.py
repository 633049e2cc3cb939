"""The tables, and the stored form of times.

Events are the truth; everything else says who may do what with them.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

GAME_ID = r"[0-9a-f]{32}"  # 128 random bits
metadata = MetaData()
Clock: TypeAlias = Callable[[], datetime]


def wall_clock() -> datetime:
    """Return the time of this machine in UTC, which may jump."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """Return a time as it is stored: UTC, ISO 8601, milliseconds, so that texts sort by time."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# `token_hash` is the owner's; `rules_hash` names the house file that the game is played by, if any.
games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Column("rules_hash", String(64), nullable=True, index=True),
)
# Rows are added, never changed, and deleted only with their game: (game_id, seq) lets just one of
# two writers be next.
events = Table(
    "events",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
# The answer to a key, so that a repeated request is answered the same and applied once.
answers = Table(
    "answers",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", String(32), nullable=True, index=True),
)
# The same for calls that created something: their answers without the token, their keys as hashes.
# `game_id` is null for what belongs to no game.
creations = Table(
    "creations",
    metadata,
    Column("key_hash", String(64), primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id"), nullable=True, index=True),
    Column("fingerprint", String(64), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", String(32), nullable=False, index=True),
)
# All that is left of games that their owners deleted; rows are added, never changed.
deletions = Table(
    "deletions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", String(32), nullable=False),
)
# Further people who may write; a deleted row lets nobody in.
links = Table(
    "links",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("name", String(40), nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Column("used", String(32), nullable=True),
)
# Codes to join a game by, until `expires_at`: found by a hash, with a token sealed by the code.
join_codes = Table(
    "join_codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id"), nullable=False, index=True),
    Column("sealed_token", String(128), nullable=True),
    Column("expires_at", String(32), nullable=False, index=True),
)
# The games that a table continued with after a game, by people who may write it; the latest counts.
successors = Table(
    "successors",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("next_id", String(32), ForeignKey("games.id"), primary_key=True, index=True),
    Column("at", String(32), nullable=False),
)
# Photos that a table asked to keep, until `expires_at`.
photos = Table(
    "photos",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("seq", Integer, nullable=True),
    Column("at", String(32), nullable=False),
    Column("expires_at", String(32), nullable=False, index=True),
    Column("data", LargeBinary, nullable=False),
)
# House files by the hash of their rules; rows are added, never changed. `sender` is a mark of the
# sender, which thousands of addresses share.
house_rules = Table(
    "house_rules",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("id", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("base", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("toml", Text, nullable=False),
    Column("at", String(32), nullable=False, index=True),
    Column("sender", String(5), nullable=True),
    Index("ix_house_rules_sender", "sender", "at"),
)
# Wins being entered, each for the table after event `seq`; `revision` grows with every change.
drafts = Table(
    "drafts",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("expires_at", String(32), nullable=False, index=True),
)
# Their photos, one per player, until the table moves on from event `seq`.
draft_pictures = Table(
    "draft_pictures",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("id", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("expires_at", String(32), nullable=False, index=True),
    Column("data", LargeBinary, nullable=False),
)
# Tile sets that a table has taught, as files; `revision` grows with every change.
tile_sets = Table(
    "tile_sets",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("id", String(32), primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("at", String(32), nullable=False),
    Column("data", Text, nullable=False),
    Index("ix_tile_sets_id", "id", unique=True),
)
