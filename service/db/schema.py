"""The tables: events are the truth, everything else says who may do what with them."""

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

# `token_hash` is the owner's, whom every game has; `rules_hash` names a house's file, where one is
# played by.
games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Column("rules_hash", String(64), nullable=True, index=True),
)
# Rows are added and never changed, and leave with their game only: (game_id, seq) lets one of two
# writers be next.
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
# What a key was answered, so that a repeated request is answered the same and applied once.
answers = Table(
    "answers",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", String(32), nullable=True, index=True),
)
# The same for calls that made something: their answers without the token, their keys as hashes.
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
# All that is left of games that their owners deleted; rows are added and never changed.
deletions = Table(
    "deletions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", String(32), nullable=False),
)
# Further people who may write; a row that is gone lets nobody in.
links = Table(
    "links",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("name", String(40), nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("at", String(32), nullable=False),
)
# The games that a table has gone on to from one, by who may write it; the latest counts.
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
# Files of houses, by the hash of their rules; rows are added and never changed. `sender` is a mark
# of who sent one, which thousands of addresses share.
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
# Their photos, one a player, for as long as the table has not moved on from event `seq`.
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
# Tile sets that a table was shown, as their files; `revision` grows with every change.
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
