"""Tile sets that were shown: the value, its file, what is believed, what it changes."""

import json
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import models
from datasets.evaluation.figures import found_in
from datasets.evaluation.matching import Truth, match
from datasets.labels.truths import load_wild
from datasets.paths import PHOTOS
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.crops import render_crop
from datasets.synth.scenes.photograph import OneSet, lay_stage, render_stage
from datasets.synth.scenes.profile import ROWS
from models.training.data.crops import MARGIN
from vision.nets.faces import NOT_A_TILE, Classifier
from vision.nets.session import ModelError
from vision.photo.photo import Photo
from vision.quads import geometry
from vision.reader import Reader
from vision.tilesets.gallery import Gallery, Similarity, fuse
from vision.tilesets.tile_set import (
    FACES,
    MOST_OF_A_FACE,
    RIM,
    SIDE,
    Origin,
    Question,
    Sample,
    TileSet,
    TileSetError,
    decode,
    encode,
    inner,
    pictures,
    with_rim,
)

NONE = "not_a_tile_set"
DRAWN = (940, 920)  # designs that no network has seen, unlike each other


def picture(number):
    """Give a small picture of noise."""
    noise = np.random.default_rng(number).integers(0, 90, (12, 12, 3), np.uint8)
    return encode(np.kron(noise, np.ones((8, 8, 1), np.uint8)))


PICTURES = [picture(number) for number in range(3)]
samples = st.builds(
    Sample,
    st.sampled_from((*FACES, "x")),
    st.sampled_from(PICTURES),
    st.sampled_from(Origin),
    st.text("0123456789.", max_size=6),
)
questions = st.builds(
    Question,
    st.sampled_from(PICTURES),
    st.lists(st.sampled_from(FACES), min_size=1, max_size=4).map(tuple),
    st.text("0123456789.", max_size=6),
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(samples, min_size=1, max_size=30),
    st.lists(questions, max_size=5),
    st.sampled_from(["Friday's set", "叔父的牌", "a"]),
)
def test_a_set_is_what_it_was_once_printed_and_parsed(some, asked, name):
    known = TileSet(name, questions=tuple(asked), networks="0123456789ab").with_samples(*some)
    assert TileSet.loads(known.dumps()) == known
    assert len(known.known) + len(known.missing) == len(FACES)
    assert max(known.counts.values()) <= MOST_OF_A_FACE


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda told: told | {"format": "shopping list"}, "not_a_tile_set"),
        (lambda told: told | {"version": 2}, "tile_set_version"),
        (lambda told: told | {"name": ""}, "bad_name"),
        (lambda told: told | {"name": "a\x00b"}, "bad_name"),
        (lambda told: told | {"samples": []}, "not_a_tile_set"),
        (lambda told: told | {"samples": "1m"}, "not_a_tile_set"),
        (lambda told: told | {"samples": [told["samples"][0] | {"tile": "9z"}]}, "unknown_tile"),
        (lambda told: told | {"samples": [told["samples"][0] | {"picture": "?"}]}, NONE),
        (lambda told: told | {"samples": [told["samples"][0] | {"picture": "AAAA"}]}, NONE),
        (lambda told: [told], "not_a_tile_set"),
        (lambda _: 7, "not_a_tile_set"),
    ],
)  # fmt: skip
def test_what_is_no_tile_set_is_refused(change, code):
    told = TileSet("Friday's set", (Sample("1m", PICTURES[0]),)).to_json()
    with pytest.raises(TileSetError) as refused:
        TileSet.loads(json.dumps(change(told)))
    assert refused.value.code == code


@pytest.mark.parametrize("wrong", [{"likely": []}, {"at": "\x1b[31m"}])
def test_a_question_that_cannot_be_asked_is_refused(wrong):
    told = TileSet("a", questions=(Question(PICTURES[0], ("2f",), "5.2"),)).to_json()
    told["questions"][0] |= wrong
    with pytest.raises(TileSetError, match="damaged"):
        TileSet.loads(json.dumps(told))


def test_a_picture_of_another_size_is_refused():
    wide = np.zeros((SIDE, SIDE + 1, 3), np.uint8)
    with pytest.raises(ValueError):  # noqa: PT011  (a damaged part, told by the file)
        decode(encode(wide))


def test_a_picture_that_says_to_be_huge_is_damaged():
    picture = bytearray(PICTURES[0])
    size = picture.index(b"\xff\xc0") + 5  # in the header of the frame: height and width
    picture[size : size + 4] = b"\xf0\x00\xf0\x00"
    with pytest.raises(TileSetError, match="damaged"):
        TileSet.loads(TileSet("a", (Sample("1m", bytes(picture)),)).dumps())


def test_an_answer_makes_a_face_known():
    known = TileSet("a", questions=(Question(PICTURES[0], ("2f", "3f"), "5.2"),))
    answered = known.answered({0: "2f"})
    assert answered.known == ("2f",)
    assert not answered.questions
    assert not known.answered({0: None}).samples
    for answers, code in (({1: "2f"}, "no_such_question"), ({0: "7f"}, "unknown_tile")):
        with pytest.raises(TileSetError) as refused:
            known.answered(answers)
        assert refused.value.code == code


def test_what_came_from_a_correction_goes_with_it():
    known = TileSet("a", (Sample("1m", PICTURES[0]),))
    tapped = Sample("2f", PICTURES[1], Origin.CORRECTED, "seq-7")
    assert known.with_samples(tapped).without("seq-7") == known


def test_corrections_give_way_to_what_was_shown():
    shown = Sample("1m", PICTURES[0])
    known = TileSet("a").with_samples(
        shown, *(Sample("1m", PICTURES[1], Origin.CORRECTED, str(n)) for n in range(20))
    )
    assert shown in known.samples
    assert [each.key for each in known.samples[1:]] == [str(n) for n in range(13, 20)]


WRONG = [
    *([], [0, 0, 4], ["x"], [["x"]], {}, {"a": 1}, True, 0, -1, 1.5, 10**25, None),
    *("", "x", "\ud800", "a\ud800", ["\ud800"], {"\ud800": 1}),
]


def places(value, place=()):
    """Every place of a JSON value, the first two of a list."""
    yield place
    inside = value.items() if isinstance(value, dict) else ()
    for key, each in enumerate(value[:2]) if isinstance(value, list) else inside:
        yield from places(each, (*place, key))


def changed(value, place, wrong):
    """The value with something else at a place."""
    if not place:
        return wrong
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = changed(value[place[0]], place[1:], wrong)
    return copy


def test_a_file_with_a_wrong_value_anywhere_is_refused_or_can_be_kept():
    question = Question(PICTURES[1], ("2f",), "0.1")
    file = replace(
        TileSet("a").with_samples(
            Sample("1m", PICTURES[0]), Sample("2m", PICTURES[1], Origin.CORRECTED, "k")
        ),
        questions=(question,),
        networks="0123",
    )
    whole = json.loads(file.dumps())
    for place in places(whole):
        for wrong in WRONG:
            with suppress(TileSetError):
                TileSet.loads(json.dumps(changed(whole, place, wrong))).dumps().encode()


@pytest.fixture(scope="module")
def reader():
    return Reader(*models.shipped(), threads=1)


@pytest.fixture(scope="module")
def faces():
    return FaceLibrary.build(("drawn",), drawn=DRAWN)


def one_set(faces, design):
    return OneSet.of(faces.designs[design], np.random.default_rng(design))


def rows_of(faces, design, seed):
    """Photograph the rows of a drawn set."""
    rng = np.random.default_rng(seed)
    stage = lay_stage(rng, "faces")
    one = one_set(faces, design)
    return render_stage(rng, faces, stage, (1600, 1200), ROWS, "faces", one).image


def pictures_of(faces, design, code, count, seed):
    """Give pictures of one face, each in a light of its own."""
    rng, one = np.random.default_rng(seed), one_set(faces, design)
    side = round(SIDE / (1 + 2 * RIM) / (1 - 2 * MARGIN))
    edge = (side - SIDE) // 2
    crops = [render_crop(rng, faces, code, side, MARGIN, one).image for _ in range(count)]
    return [encode(crop[edge : edge + SIDE, edge : edge + SIDE]) for crop in crops]


def test_a_set_is_learned_from_one_photo_of_its_rows(reader, faces):
    known = reader.learn(rows_of(faces, 0, 3), name="Friday's set")
    assert len(known.known) + len(known.questions) >= 41
    assert len(known.dumps()) < 400_000
    assert TileSet.loads(known.dumps()) == known


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_rows_are_learned_from_any_side_of_the_table(reader, faces, quarters):
    photo = rows_of(faces, 0, 3)
    known = reader.learn(photo, name="own")
    turned = reader.learn(np.ascontiguousarray(np.rot90(photo, quarters)), name="own")
    assert turned.known == known.known
    assert {each.key: each.tile for each in turned.samples} == {
        each.key: each.tile for each in known.samples
    }


def test_what_was_covered_is_missing(reader, faces):
    photo = rows_of(faces, 0, 3)
    known = reader.learn(photo, name="whole")
    corners = corners_of(reader, photo)
    quad = corners["2f"]
    (x0, y0, x1, y1) = geometry.hulls(quad[None])[0].astype(int)
    covered = photo.copy()
    covered[y0:y1, x0:x1] = covered[5, 5]
    fewer = reader.learn(covered, name="fewer")
    assert "2f" in known.known
    assert "2f" in fewer.missing


def corners_of(reader, photo):
    """Say where each bonus tile lies in a photo."""
    reading = reader.read(photo)
    return {tile.tile: np.array(tile.corners, np.float32) for tile in reading.tiles}


def test_the_set_names_its_own_tiles_and_notices_others(reader, faces):
    own = reader.gallery(reader.learn(rows_of(faces, 0, 3), name="own"))
    photo, strange = rows_of(faces, 0, 8), rows_of(faces, 1, 9)
    assert reader.with_gallery(own).read(photo).tile_set.fits is True
    without, told = reader.read(strange), reader.with_gallery(own).read(strange)
    assert told.tile_set.fits is False
    assert told.hand == without.hand
    assert [tile.tile for tile in told.tiles] == [tile.tile for tile in without.tiles]
    assert told.to_json("a")["tile_set"] == {"name": "own", "fits": False}


def test_two_sets_in_one_lesson_are_refused(reader, faces):
    with pytest.raises(TileSetError) as refused:
        reader.learn(rows_of(faces, 0, 3), rows_of(faces, 1, 9), name="two")
    assert refused.value.code == "two_sets"


def test_two_sets_in_one_photo_are_refused(reader, faces):
    with pytest.raises(TileSetError) as refused:
        reader.learn(np.concatenate([rows_of(faces, 0, 3), rows_of(faces, 1, 9)]), name="two")
    assert refused.value.code == "two_sets"


@pytest.mark.parametrize("count", [0, 5])
def test_no_more_than_four_photos_are_learned_from(reader, faces, count):
    photos = [rows_of(faces, 0, 3)] * count
    with pytest.raises(TileSetError) as refused:
        reader.learn(*photos, name="many")
    assert refused.value.code == "too_many_photos"


def test_a_photo_without_tiles_is_refused(reader):
    with pytest.raises(TileSetError) as refused:
        reader.learn(np.full((600, 800, 3), 90, np.uint8), name="none")
    assert refused.value.code == "no_tiles"


def test_one_face_under_two_names_is_refused(reader, faces):
    photo = rows_of(faces, 0, 3)
    height, width = photo.shape[:2]
    twice = np.concatenate([photo, photo], axis=0).reshape(2 * height, width, 3)
    with pytest.raises(TileSetError) as refused:
        reader.learn(twice, name="twice", user_labels={(1, 5, 1): "1f", (1, 10, 1): "2f"})
    assert refused.value.code == "face_twice"
    with pytest.raises(TileSetError, match=r"no tile at 44\.1"):
        reader.learn(photo, name="nowhere", user_labels={(1, 44, 1): "1f"})


def corrected(code, pictures, first=0):
    return [Sample(code, each, Origin.CORRECTED, str(first + n)) for n, each in enumerate(pictures)]


def test_one_wrong_tap_is_not_believed(reader, faces):
    plums, orchids = (pictures_of(faces, 0, code, 3, 8) for code in ("1f", "2f"))
    taps = [*corrected("1f", plums), *corrected("2f", orchids[:2], 3)]
    wrong = Sample("1f", orchids[2], Origin.CORRECTED, "wrong")
    classifier = Classifier.load(models.path("classifier"), 1)
    gallery = Gallery.of(TileSet("taps").with_samples(*taps, wrong), classifier)
    assert gallery.believed == (True,) * len(taps) + (False,)


def test_a_tap_on_a_plain_tile_that_no_network_thought_of_is_not_believed(faces):
    classifier = Classifier.load(models.path("classifier"), 1)
    (dots,) = pictures_of(faces, 0, "9p", 1, 5)
    alone = TileSet("taps").with_samples(*corrected("1m", [dots]))
    assert Gallery.of(alone, classifier).believed == (False,)


def test_a_set_without_pictures_says_nothing(reader, faces):
    photo = rows_of(faces, 0, 8)
    empty = reader.gallery(TileSet("empty"))
    told, alone = reader.with_gallery(empty).read(photo), reader.read(photo)
    assert told.tile_set.fits is None
    assert replace(told, tile_set=None, timings_ms={}) == replace(alone, timings_ms={})


def test_the_fit_is_kept_in_the_classifier_and_read_back():
    classifier = Classifier.load(models.path("classifier"), 1)
    kept = {Similarity.kept_as: Similarity.of(classifier).to_json()}
    again = replace(classifier, session=replace(classifier.session, metadata=kept))
    assert Similarity.of(again) == Similarity.of(classifier)
    without = replace(classifier, session=replace(classifier.session, metadata={}))
    with pytest.raises(ModelError):
        Similarity.of(without)


def test_photos_decode_to_the_same_pictures(faces, reader):
    pixels = rows_of(faces, 0, 3)
    known = reader.learn(Photo.of(pixels), name="a")
    assert decode(known.samples[0].picture).shape == (SIDE, SIDE, 3)


@pytest.mark.parametrize("size", [(128, 96), (84, 84), (40, 30)])
def test_a_tile_alone_is_seen_whole(size):
    """What a network sees of a correction is all of the tile, as of a tile of a photo."""
    tile = np.zeros((*size, 3), np.uint8)
    tile[: size[0] // 2] = 200
    tile[:, : size[1] // 4] += 50
    picture = with_rim(tile)
    assert picture.shape == (SIDE, SIDE, 3)
    (seen,) = inner(picture[None], 64)
    quarters = [seen[y, x, 0] for y in (2, 61) for x in (2, 61)]
    assert quarters == [250, 200, 50, 0]
    assert abs(float(seen[:32].mean()) - 212.5) < 3


def test_taps_on_many_faces_of_a_set_are_believed(faces):
    """Tiles of one set are alike in style and light, and yet each is the face that was told.

    3f and 1g of this set look like others of its bonus tiles: a likeness alone is no slip.
    """
    codes = ("1m", "5m", "9m", "2p", "7p", "3s", "8s", "1z", "6z", "7z", "1s", "2f", "3f", "1g")
    taps = [
        tap
        for place, code in enumerate(codes)
        for tap in corrected(code, pictures_of(faces, 0, code, 1, place), place)
    ]
    gallery = Gallery.of(
        TileSet("taps").with_samples(*taps), Classifier.load(models.path("classifier"), 1)
    )
    assert dict(zip(codes, gallery.believed, strict=True)) == dict.fromkeys(codes, True)


def test_a_set_says_which_face_and_never_whether_it_is_a_tile(reader, faces):
    classifier = Classifier.load(models.path("classifier"), 1)
    gallery = reader.gallery(reader.learn(rows_of(faces, 0, 3), name="own"))
    # Halves of tiles may be one or not; their own set knows faces that look like them.
    crops = np.stack(
        [
            decode(picture)
            for code in ("3p", "8p", "1f")
            for picture in pictures_of(faces, 0, code, 2, 5)
        ]
    )
    crops = inner(np.concatenate([crops, crops[:, ::-1]]), classifier.size)
    crops[len(crops) // 2 :, 30:] = 90
    named = classifier.classify(crops)
    odds, fit = gallery.compare(crops, named, np.zeros(len(crops), np.float32))
    assert fit.fits is None
    assert odds is not None
    fused = fuse(named, odds).probabilities
    none = classifier.labels.index(NOT_A_TILE)
    assert fused[:, none] == pytest.approx(named.probabilities[:, none], abs=1e-4)
    assert np.abs(fused - named.probabilities).max() > 0.001


@pytest.mark.parametrize(
    ("like", "unlike", "stray", "shows"),
    [
        (9, 0, 0, True),
        (9, 0, 9, True),
        (0, 12, 0, False),
        (0, 12, 9, False),
        (0, 2, 0, None),
        (0, 0, 9, None),
    ],
)
def test_a_photo_is_told_by_its_tiles_and_not_by_books(like, unlike, stray, shows):
    """Tiles like those of the set, tiles unlike them, and books that are taken for tiles."""
    similarity = Similarity.of(Classifier.load(models.path("classifier"), 1))
    cosines = np.array([0.94] * like + [0.7] * unlike + [0.4] * stray)
    weights = np.array([0.999] * (like + unlike) + [0.5] * stray) ** 4
    assert similarity.fits(cosines, weights) is shows


@pytest.mark.parametrize(
    ("number", "others"),
    [("039", ("046", "053")), ("040", ("047", "054")), ("041", ("048", "055"))],
)
def test_books_behind_a_hand_do_not_make_it_another_set(reader, number, others):
    """A real set that no network knows, shown by two photos; its tiles stand before a shelf."""
    shown = [sample for other in others for sample in labelled(reader, other)]
    known = reader.gallery(TileSet("real").with_samples(*shown))
    photo = wild(number).path.read_bytes()
    assert reader.with_gallery(known).read(photo).tile_set.fits is not False


def test_labels_of_a_real_set_are_believed_but_for_the_wrong_one(reader):
    """One label of these photos says 3 of bamboo where the tile shows 6, known from no other."""
    taps = [
        sample for number in ("003", "010", "007", "014") for sample in labelled(reader, number)
    ]
    gallery = reader.gallery(TileSet("real").with_samples(*taps))
    doubted = [tap.tile for tap, sure in zip(taps, gallery.believed, strict=True) if not sure]
    assert len(taps) > 30
    assert doubted == ["3s"]


def wild(number):
    """Give a photo of the real set; without the photos this is skipped."""
    if not PHOTOS.is_dir():
        pytest.skip("there are no labelled photos: put the shared folder beside the checkout")
    return next(one.photo for one in load_wild(PHOTOS) if one.photo.file.endswith(f"{number}.jpg"))


def labelled(reader, number):
    """Give what the labels of a photo say of its tiles as corrections."""
    photo = wild(number)
    data = photo.path.read_bytes()
    reading = reader.read(data)
    truth, found = Truth.of(photo, *reading.size), found_in(reading)
    pairs = match(truth, found).pairs
    cut = pictures(Photo.of(data), found.corners[[tile for _, tile in pairs]])
    return [
        Sample(truth.names[label], picture, Origin.CORRECTED)
        for (label, _), picture in zip(pairs, cut, strict=True)
    ]
