"""Measures what a tile set that was shown is worth: `python -m datasets.evaluation.enrol`.

Renders tile sets of designs that no network has seen: for each a few photos of its faces in rows,
and hands as in rendered acceptance scenes. Each hand is read

- as it is, without a set;
- with the set learned from one, two and four photos of its rows, by the reader's own work: what it
  would ask is answered (`--unanswered`: or left open);
- with corrections only: every wrong tile of the hands read before is set right by a tap; and so
  with one tap in twenty wrong;
- with another set in place of its own.

`--hands` reads real photos of which the hand is known, without a set and with a strange one: no
hand may be lost. `--real` does as corrections do with real photos of one set (`wild.jsonl`): from
the labels of a few of its photos the rest is read, and once with strange sets.
"""

import argparse
import csv
import json
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.command_line import command_parser
from datasets.evaluation.figures import PhotoResult, Reliability, Tally, is_bonus, is_playing
from datasets.evaluation.measurement import Measurement, compare
from datasets.evaluation.networks import add_networks, reader_of
from datasets.labels.photos import Photo as Labelled
from datasets.labels.photos import load_photos
from datasets.labels.rendered_scenes import load_rendered
from datasets.labels.structure import Structure, load_structures, structures_by_name
from datasets.labels.wild_photos import load_wild
from datasets.paths import PHOTOS
from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.effects import Wear
from datasets.synth.scenes.files import truth_of
from datasets.synth.scenes.photograph import lay_stage, render_stage
from datasets.synth.scenes.prints import OneSet
from datasets.synth.scenes.profile import PROFILES, Profile
from datasets.synth.scenes.scene import Scene
from vision.photo.photo import Photo
from vision.reader import PhotoReader, Reader
from vision.reading import Reading
from vision.tilesets.gallery import Gallery
from vision.tilesets.tile_set import Origin, Sample, TileSet, pictures

Read = Callable[[Labelled], Reading]

_SEED = 620
_TRIES = 60  # photos of one hand, until one shows it whole
ROWS = Profile(
    scale=(40.0, 54.0),
    filling=1.0,
    elevation=(50.0, 90.0),
    low=0.0,
    along=0.0,
    opposite=0.0,
    upright=1.0,
    arms=0.0,
    wear=Wear(blur=1.6, noise=7.0, jpeg=55, light=0.8),
)
_SIZE = (1600, 1200)  # px of a photo of rows
_PHOTOS = 4
_WRONG = 0.05  # share of taps that name another tile


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was shown, and what came of it."""

    shown: str
    results: tuple[PhotoResult, ...]
    noticed: tuple[bool | None, ...]

    def cells(self) -> dict[str, str]:
        """Give the figures as they are written down."""
        hands = [one.hand for one in self.results if one.hand is not None]
        playing, bonus = (Tally.of(self.results, kind) for kind in (is_playing, is_bonus))
        error = Reliability.of(self.results).error
        took = [one.timings["total"] for one in self.results]
        told = [one for one in self.noticed if one is not None]
        return {
            "shown": self.shown,
            "hands": f"{sum(hand.right for hand in hands)} of {len(hands)}",
            "playing tiles named": _share(playing),
            "bonus tiles named": _share(bonus),
            "calibration error": "" if error is None else f"{error:.4f}",
            "taken for another set": f"{told.count(False)} of {len(told)}" if told else "",
            "ms": f"{np.median(took):.0f}",
        }

    def lost(self) -> Iterator[str]:
        """Say of each hand that is not right what it lacks and what is too much, by tiles."""
        for one in self.results:
            if one.hand is None or one.hand.right:
                continue
            wanted, found = (
                Structure.parse(text).tiles for text in (one.hand.wanted, one.hand.found)
            )
            lacks, extra = (
                " ".join(sorted(some.elements())) or "nothing"
                for some in (wanted - found, found - wanted)
            )
            names = [f"{each.label} as {each.name}" for each in one.predictions if not each.right]
            yield (
                f"{one.file}: {one.hand.wanted!r} read as {one.hand.found!r}; lacks {lacks}, "
                f"too much {extra}; not found {' '.join(one.missed) or 'nothing'}; "
                f"misnamed {', '.join(names) or 'nothing'}"
            )


def _share(tally: Tally) -> str:
    naming = tally.naming
    return "" if naming is None else f"{naming:.2%} ({tally.named} of {tally.found})"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One tile set: photos of its rows, its hands with their labels, and their texts."""

    rows: tuple[Path, ...]
    photos: tuple[Labelled, ...]
    hands: Mapping[str, tuple[str, str]]


def render(
    folder: Path, sets: int, each: int, seed: int = _SEED, designs: Collection[str] = ()
) -> Iterator[Drawn]:
    """Render sets that are not there yet, and give all of them; a folder is for one `seed`.

    Where `designs` are named it is these alone.
    """
    faces = FaceLibrary.build(("unseen",))
    dice = np.random.default_rng(seed)
    whole = [
        number
        for number, design in enumerate(faces.designs)
        if (not designs or design in designs) and all(code in faces.faces[design] for code in CODES)
    ]
    for number in dice.permutation(whole)[:sets].tolist():
        place = folder / f"set-{number:03d}"
        if not (place / "truth.jsonl").exists():
            _render(place, faces, number, each, seed)
        photos, texts = load_rendered(place)
        hands = {name: ("rendered", text) for name, text in texts.items()}
        rows = tuple(place / f"rows-{count}.jpg" for count in range(_PHOTOS))
        yield Drawn(rows, tuple(photos[:each]), hands)


def _render(place: Path, faces: FaceLibrary, number: int, each: int, seed: int) -> None:
    place.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng((seed, number))
    one = OneSet.of(faces.designs[number], rng)
    for count in range(_PHOTOS):
        stage = lay_stage(rng, "faces")
        _write(
            render_stage(rng, faces, stage, _SIZE, ROWS, "faces", one), place / f"rows-{count}.jpg"
        )
    lines = []
    for count in range(each):
        scene = _hand(rng, faces, one)
        file = place / f"scene-{number}-{count:03d}.jpg"
        _write(scene, file)
        lines.append(_line(scene, file.name))
    (place / "truth.jsonl").write_text("".join(lines), encoding="utf-8")


def _hand(rng: np.random.Generator, faces: FaceLibrary, one: OneSet) -> Scene:
    """Photograph a hand of a set as acceptance scenes are."""
    mixture = PROFILES["acceptance"]
    shares = np.array([share for share, _ in mixture])
    profile = mixture[int(rng.choice(len(mixture), p=shares / shares.sum()))][1]
    size = profile.sizes[int(rng.integers(len(profile.sizes)))]
    for _ in range(_TRIES):
        layout = profile.draw_layout(rng)
        scene = render_stage(rng, faces, lay_stage(rng, layout), size, profile, layout, one)
        if scene.least >= profile.readable:
            return scene
    message = f"no photo of {one.design} shows a whole hand"
    raise RuntimeError(message)


def _line(scene: Scene, name: str) -> str:
    return json.dumps(truth_of(scene, name), ensure_ascii=False) + "\n"


def _write(scene: Scene, path: Path) -> None:
    cv2.imwrite(str(path), scene.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])


def taught(reader: Reader, rows: Sequence[Path], *, answer: bool) -> TileSet:
    """Learn a set from photos of its rows; where it asks, answer by where the tile lies."""
    known = reader.learn(*(path.read_bytes() for path in rows), name=rows[0].parent.name)
    if not answer:
        return known
    # The renderer lays faces in the guide's order: what is missing is what is asked, in order.
    answers = {place: one.likely[0] for place, one in enumerate(known.questions)}
    missing = list(known.missing)
    if len(missing) == len(known.questions):
        answers = dict(enumerate(missing))
    return known.answered(answers)


def corrected(
    read: Measurement, photo: Photo, dice: np.random.Generator, wrong: float
) -> Iterator[Sample]:
    """Set every wrong tile of a reading right by a tap, and some of them wrong."""
    codes = sorted({label for label in read.truth.names if label})
    for label, tile in read.matching.pairs:
        truth, name = read.truth.names[label], read.found.names[tile]
        if truth == name:
            continue
        told = str(dice.choice(codes)) if dice.random() < wrong else truth
        (picture,) = pictures(photo, read.found.corners[tile : tile + 1])
        yield Sample(told, picture, Origin.CORRECTED, f"{read.photo.file}/{tile}")


class Bench:
    """Reads the same hands again and again, each time with something else shown."""

    def __init__(self, reader: Reader, sets: Sequence[Drawn]) -> None:
        """Keep both."""
        self.reader, self.sets = reader, sets

    def row(self, shown: str, known: Sequence[Gallery | None]) -> Row:
        """Read all hands of every set, each with what is known of it."""
        results, noticed = [], []
        for one, gallery in zip(self.sets, known, strict=True):
            reader = self.reader.with_gallery(gallery)
            for photo in one.photos:
                reading = reader.read(photo.path.read_bytes())
                results.append(compare(photo, reading, one.hands).result)
                noticed.append(None if reading.tile_set is None else reading.tile_set.fits)
        return Row(shown, tuple(results), tuple(noticed))

    def corrections(self, shown: str, wrong: float) -> Row:
        """Read the hands of each set one after the other, each corrected before the next."""
        dice, results, noticed = np.random.default_rng(_SEED), [], []
        for one in self.sets:
            known = TileSet("corrected")
            for photo in one.photos:
                gallery = self.reader.gallery(known) if known.samples else None
                data = photo.path.read_bytes()
                reading = self.reader.with_gallery(gallery).read(data)
                read = compare(photo, reading, one.hands)
                results.append(read.result)
                noticed.append(None if reading.tile_set is None else reading.tile_set.fits)
                known = known.with_samples(*corrected(read, Photo.of(data), dice, wrong))
        return Row(shown, tuple(results), tuple(noticed))


def rendered(
    reader: Reader, sets: Sequence[Drawn], counts: Sequence[int], *, answer: bool
) -> Iterator[Row]:
    """Give the table's rows for rendered sets, learned from so many photos each."""
    bench = Bench(reader, sets)
    yield bench.row("nothing", [None] * len(sets))
    learned = []
    for count in counts:
        start = time.perf_counter()
        every = [taught(reader, one.rows[:count], answer=answer) for one in sets]
        took = (time.perf_counter() - start) / len(sets)
        asked = sum(len(known.questions) for known in every)
        lacking = sum(len(known.missing) for known in every)
        print(f"{count} photos: {took:.2f} s a set, {asked} questions, {lacking} faces missing")
        learned = [reader.gallery(known) for known in every]
        yield bench.row(f"{count} photos of its rows", learned)
    yield bench.row(f"{count} photos of another set's rows", [*learned[1:], learned[0]])


def by_corrections(reader: Reader, sets: Sequence[Drawn]) -> Iterator[Row]:
    """Give the table's rows for rendered sets of which nothing but corrections is known."""
    bench = Bench(reader, sets)
    yield bench.corrections("corrections only", 0.0)
    yield bench.corrections("corrections, one in twenty wrong", _WRONG)


def real_hands(reader: Reader, strange: Sequence[Gallery], limit: int | None) -> Iterator[Row]:
    """Read real photos without a set, and with a strange one each."""
    hands = structures_by_name(load_structures())
    photos = [
        photo
        for photo in load_photos(PHOTOS)
        if not photo.augmented and (photo.path.stem in hands or photo.scene == "row")
    ][:limit]
    yield _read("real hands: nothing", photos, hands, [reader] * len(photos))
    others = [reader.with_gallery(strange[number % len(strange)]) for number in range(len(photos))]
    yield _read("real hands: a strange set", photos, hands, others)


def _read(
    shown: str,
    photos: Sequence[Labelled],
    hands: Mapping[str, tuple[str, str]],
    readers: Sequence[PhotoReader],
) -> Row:
    results, noticed = [], []
    for photo, reader in zip(photos, readers, strict=True):
        reading = reader.read(photo.path.read_bytes())
        results.append(compare(photo, reading, hands).result)
        noticed.append(None if reading.tile_set is None else reading.tile_set.fits)
    return Row(shown, tuple(results), tuple(noticed))


def real_set(
    reader: Reader, strange: Sequence[Gallery], counts: Iterable[int] = (0, 2, 4, 8)
) -> Iterator[Row]:
    """Read one real set with what the labels of so many other photos of it showed, or another."""
    wild = [one.photo for one in load_wild(PHOTOS) if one.photo.group == "automatic"]
    every: list[list[Sample]] = []
    for photo in wild:
        data = photo.path.read_bytes()
        read = compare(photo, reader.read(data))
        opened = Photo.of(data)
        pairs = read.matching.pairs
        cut = pictures(opened, read.found.corners[[tile for _, tile in pairs]])
        every.append(
            [
                Sample(read.truth.names[label], picture, Origin.CORRECTED)
                for (label, _), picture in zip(pairs, cut, strict=True)
            ]
        )
    for count in counts:
        readers: list[PhotoReader] = []
        for number in range(len(wild)):
            others = [every[(number + 7 * (step + 1)) % len(wild)] for step in range(count)]
            known = TileSet("real").with_samples(*(one for some in others for one in some))
            readers.append(reader.with_gallery(reader.gallery(known)) if count else reader)
        yield _read(f"a real set: labels of {count} other photos", wild, {}, readers)
    readers = [reader.with_gallery(strange[number % len(strange)]) for number in range(len(wild))]
    yield _read("a real set: one photo of a strange set's rows", wild, {}, readers)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.evaluation.enrol", __doc__)
    add = parser.add_argument
    add("--out", type=Path, default=Path("build/enrol"), help="folder of rendered sets")
    add("--sets", type=int, default=20)
    add("--each", type=int, default=5, help="hands of a set")
    add("--seed", type=int, default=_SEED, help="of the rendered sets: each needs its own folder")
    add("--designs", nargs="+", default=(), help="only these, such as drawn:926")
    add("--photos", type=int, nargs="+", default=[1, 2, 4], help="of rows, shown of each set")
    add("--no-corrections", action="store_true", help="leave what corrections teach out")
    add("--unanswered", action="store_true", help="leave what is asked open")
    add("--hands", action="store_true", help="real hands with a strange set, too")
    add("--real", action="store_true", help="a real set, too")
    add("--limit", type=int, help="only so many real hands")
    add("--threads", type=int, default=1)
    add("--csv", type=Path, help="write the table to this file")
    add_networks(parser)
    options = parser.parse_args(arguments)
    reader = reader_of(options, options.threads)
    sets = list(render(options.out, options.sets, options.each, options.seed, options.designs))
    table = []
    for row in _rows(options, reader, sets):
        table.append(row.cells())
        print(" | ".join(table[-1].values()), flush=True)
        for line in row.lost():
            print(f"  {line}", flush=True)
    if options.csv:
        with options.csv.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, table[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(table)
    return 0


def _rows(options: argparse.Namespace, reader: Reader, sets: Sequence[Drawn]) -> Iterator[Row]:
    yield from rendered(reader, sets, options.photos, answer=not options.unanswered)
    if not options.no_corrections:
        yield from by_corrections(reader, sets)
    if not (options.hands or options.real):
        return
    shown = [taught(reader, one.rows[:1], answer=True) for one in sets]
    strange = [reader.gallery(known) for known in shown]
    if options.hands:
        yield from real_hands(reader, strange, options.limit)
    if options.real:
        yield from real_set(reader, strange)


if __name__ == "__main__":
    sys.exit(main())
