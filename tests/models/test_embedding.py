"""Networks that name tiles also say what they name them by."""

import numpy as np
import onnx
import pytest

import models
from vision.nets.faces import Captions, Classifier
from vision.nets.session import EMBEDDING

NETS = {"classifier": Classifier, "captions": Captions}
WIDTH = 256


def without_embedding(name, folder):
    """Write a shipped network as it was before it told its embedding."""
    model = onnx.load(str(models.path(name)))
    kept = [each for each in model.graph.output if each.name != EMBEDDING]
    del model.graph.output[:]
    model.graph.output.extend(kept)
    for node in model.graph.node:
        for names in (node.input, node.output):
            for place, each in enumerate(names):
                if each == EMBEDDING:
                    names[place] = "inside"
    place = folder / f"{name}.onnx"
    onnx.save(model, str(place))
    return place


@pytest.mark.parametrize("name", NETS)
def test_a_network_without_it_names_tiles_all_the_same(name, tmp_path):
    old = NETS[name].load(without_embedding(name, tmp_path), threads=1)
    new = NETS[name].load(models.path(name), threads=1)
    crops = np.random.default_rng(6).integers(0, 256, (3, new.size, new.size, 3), np.uint8)
    if name == "classifier":
        before, after = old.classify(crops), new.classify(crops)
        assert before.embeddings is None
        assert after.embeddings.shape == (3, WIDTH)
        assert np.array_equal(before.probabilities, after.probabilities)
    else:
        assert np.array_equal(old.predict(crops), new.predict(crops))
