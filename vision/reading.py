"""The values a read photo consists of, and their public JSON form."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from types import MappingProxyType

Point = tuple[float, float]
CORRECTED = "tile_corrected"
OUT_OF_TIME = "out_of_time"


class GroupKind(StrEnum):
    """What the tiles of a group are to the hand."""

    CONCEALED = "concealed"
    EXPOSED = "exposed"
    CONCEALED_KONG = "concealed_kong"
    BONUS = "bonus"
    POOL = "pool"
    WALL = "wall"
    OTHER = "other"

    @property
    def is_hand(self) -> bool:
        """Whether such tiles are part of the hand."""
        return self not in _AROUND


_AROUND = frozenset({GroupKind.POOL, GroupKind.WALL, GroupKind.OTHER})


class Side(StrEnum):
    """A side of the table, as the photo is held; in order around the table."""

    NEAR = "near"
    RIGHT = "right"
    FAR = "far"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class TileReading:
    """A detected tile: its code `tile`, `x` if face down, `?` if it has none of the 42 faces.

    `corners` are pixels of the upright photo, clockwise from the face's own top left; `group` is an
    index into `Reading.groups`; `alternatives` are other codes with their confidences, best first;
    `photo` is the photo's index if several show one hand.
    """

    tile: str
    confidence: float
    corners: tuple[Point, Point, Point, Point]
    unsure: bool = False
    group: int = 0
    alternatives: tuple[tuple[str, float], ...] = ()
    photo: int = 0

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The hull of the corners: x0, y0, x1, y1."""
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def to_json(self) -> dict[str, object]:
        """Return the public form: pixels to a tenth, confidences to four places."""
        return {
            "tile": self.tile,
            "confidence": round(self.confidence, 4),
            "box": [round(value, 1) for value in self.box],
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
            "unsure": self.unsure,
            "group": self.group,
            "alternatives": [[code, round(value, 4)] for code, value in self.alternatives],
        }


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together, as indexes into `Reading.tiles`, in reading order.

    `side` is their player's side; None if it is unknown or they belong to nobody.
    """

    kind: GroupKind
    tiles: tuple[int, ...]
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """What lies face up in front of one side's player: hand text and its probability.

    `tiles` are indexes into `Reading.tiles`; `hand` is None if they include no part of a hand.
    """

    side: Side
    hand: str | None
    probability: float
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CalledSet:
    """A set of the hand, as indexes into `Reading.tiles`.

    `exposed` is the probability that it was claimed.
    """

    tiles: tuple[int, ...]
    exposed: float


@dataclass(frozen=True, slots=True)
class TileSetFit:
    """Whether the tiles of a photo belong to the tile set of this name.

    `fits` is None if there are too few to tell. If it is False, the photo was read without the set.
    """

    name: str
    fits: bool | None


def _public_form(value: Group | Player | CalledSet | TileSetFit) -> dict[str, object]:
    """Return the public form of the fields: lists for tuples, probabilities to four places."""
    form: dict[str, object] = {}
    for name, own in asdict(value).items():
        form[name] = round(own, 4) if isinstance(own, float) else own
        if isinstance(own, tuple):
            form[name] = list(own)
    return form


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one photo, or of several photos of one hand.

    `sizes` holds the width and height of each photo in pixels; `hand` is hand text, None if there
    is no row of five tiles; `problems` are the names used for scored hands, plus `tile_corrected`
    if a tile of the hand has another name than it would have on its own, and `out_of_time` if the
    time ran out and the reading is incomplete. `as_seen` is the hand text before corrections that
    made it win, or the first reading's if only another scale gave a complete hand; `advice` is for
    a better photo. `hands` are the likeliest hand texts with their probabilities, best first;
    `called` are the sets of `hand`, `players` what lies before each side of the table, `tile_set`
    whether the tiles belong to the enrolled set, and `timings_ms` the milliseconds of each stage.
    """

    sizes: tuple[tuple[int, int], ...]
    tiles: tuple[TileReading, ...] = ()
    groups: tuple[Group, ...] = ()
    hand: str | None = None
    problems: tuple[str, ...] = ()
    as_seen: str | None = None
    advice: tuple[str, ...] = ()
    hands: tuple[tuple[str, float], ...] = ()
    called: tuple[CalledSet, ...] = ()
    players: tuple[Player, ...] = ()
    tile_set: TileSetFit | None = None
    timings_ms: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the (first) photo."""
        return self.sizes[0]

    def to_json(self, photo: str | Sequence[str]) -> dict[str, object]:
        """Return the public form under the photo's name.

        For several photos of one hand, `photo` and `size` are those of the first; `photos` then
        lists all of them and every tile has the number of its photo. `as_seen`, `advice` and
        `tile_set` are present only if they say something.
        """
        names = [photo] if isinstance(photo, str) else list(photo)
        if len(names) != len(self.sizes):
            message = f"{len(self.sizes)} photos were read, {len(names)} names given"
            raise ValueError(message)
        tiles = [tile.to_json() for tile in self.tiles]
        form: dict[str, object] = {
            "photo": names[0],
            "size": list(self.size),
            "tiles": tiles,
            "groups": [_public_form(group) for group in self.groups],
            "hand": self.hand,
            "hands": [{"hand": hand, "probability": round(p, 4)} for hand, p in self.hands],
            "called": [_public_form(each) for each in self.called],
            "players": [_public_form(each) for each in self.players],
            "problems": list(self.problems),
            "timings_ms": {stage: round(value, 1) for stage, value in self.timings_ms.items()},
        }
        if self.as_seen is not None:
            form["as_seen"] = self.as_seen
        if self.tile_set is not None:
            form["tile_set"] = _public_form(self.tile_set)
        if self.advice:
            form["advice"] = [str(word) for word in self.advice]
        if len(names) > 1:
            form["photos"] = [
                {"photo": name, "size": list(size)}
                for name, size in zip(names, self.sizes, strict=True)
            ]
            for entry, tile in zip(tiles, self.tiles, strict=True):
                entry["photo"] = tile.photo
        return form
