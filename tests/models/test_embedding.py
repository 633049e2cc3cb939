"""Networks that name tiles also say what they name them by."""

import numpy as np
import onnx
import onnxruntime
import pytest

import models
from models.training.embedding import expose
from vision.nets.faces import Captions, Classifier, Closeup
from vision.nets.session import EMBEDDING

NETS = {"classifier": Classifier, "captions": Captions, "closeup": Closeup}
WIDTHS = {"classifier": 256, "captions": 256, "closeup": 1280}


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


def outputs(path, crops):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    (feed,) = session.get_inputs()
    whole = feed.type == "tensor(uint8)"
    given = crops if whole else crops.transpose(0, 3, 1, 2).astype(np.float32) / 127.5 - 1
    names = [each.name for each in session.get_outputs()]
    return dict(zip(names, session.run(None, {feed.name: given}), strict=True))


@pytest.mark.parametrize("name", NETS)
def test_all_other_outputs_stay_what_they_were_to_the_byte(name, tmp_path):
    before = without_embedding(name, tmp_path)
    after = tmp_path / "after.onnx"
    after.write_bytes(before.read_bytes())
    assert expose(after) == WIDTHS[name]
    size = NETS[name].load(after).size
    crops = np.random.default_rng(5).integers(0, 256, (5, size, size, 3), np.uint8)
    old, new = outputs(before, crops), outputs(after, crops)
    assert new.pop(EMBEDDING).shape == (5, WIDTHS[name])
    assert old.keys() == new.keys()
    for output, values in old.items():
        assert np.array_equal(values, new[output])


def test_what_tells_its_embedding_is_left_as_it_is(tmp_path):
    place = tmp_path / "captions.onnx"
    place.write_bytes(models.path("captions").read_bytes())
    assert expose(place) == WIDTHS["captions"]
    assert place.read_bytes() == models.path("captions").read_bytes()


def test_a_network_that_names_nothing_is_refused():
    with pytest.raises(ValueError, match="does not make its names by one product"):
        expose(models.path("detector"))


@pytest.mark.parametrize("name", NETS)
def test_a_network_without_it_names_tiles_all_the_same(name, tmp_path):
    old = NETS[name].load(without_embedding(name, tmp_path), threads=1)
    new = NETS[name].load(models.path(name), threads=1)
    crops = np.random.default_rng(6).integers(0, 256, (3, new.size, new.size, 3), np.uint8)
    if name == "classifier":
        before, after = old.classify(crops), new.classify(crops)
        assert before.embeddings is None
        assert after.embeddings.shape == (3, WIDTHS[name])
        assert np.array_equal(before.probabilities, after.probabilities)
    elif name == "closeup":
        assert np.array_equal(old.look(crops), new.look(crops))
    else:
        assert np.array_equal(old.read(crops), new.read(crops))
