"""Faces that are none of the 42."""

import numpy as np

from datasets.synth.faces.design import FACE_SIZE
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.faces.unknown import SIGNS, WORDS, draw_unknown
from datasets.synth.scenes.crops import render_crop
from vision.sets import UNKNOWN_FACE

OF_FACES = "一二三四五伍六七八九萬万東东南西北中發发白梅蘭兰菊竹春夏秋冬1234567890ESWNCFP"


def test_each_is_another_drawing_within_the_face() -> None:
    drawn = [draw_unknown(np.random.default_rng(seed)) for seed in range(40)]
    assert {face.shape for face in drawn} == {(FACE_SIZE[1], FACE_SIZE[0], 4)}
    assert len({face.tobytes() for face in drawn}) == len(drawn)
    inked = [(face[..., 3] > 0).mean() for face in drawn]
    assert 0.005 < min(inked) < max(inked) < 0.8


def test_no_sign_stands_on_one_of_the_42_faces() -> None:
    assert not set(SIGNS) & set(OF_FACES)
    assert not set(WORDS) & set(OF_FACES)


def test_a_crop_of_one_is_rendered_like_any_other() -> None:
    faces = FaceLibrary.build(("drawn",), drawn=[3])
    crop = render_crop(np.random.default_rng(5), faces, UNKNOWN_FACE, 48)
    assert crop.image.shape == (48, 48, 3)
    assert crop.code == UNKNOWN_FACE
