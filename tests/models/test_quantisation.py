"""An 8-bit network says the same as the floating-point one it was made from."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from tests import needs

onnx = pytest.importorskip("onnx", reason=needs.pins("onnx"))

from models.training.quantisation.static import main, quantise
from models.training.quantisation.weights import quantise_weights

SIZE = 16


def network(path: Path) -> None:
    """Write two convolutions and a 1x1 head with a sigmoid beside it, weights drawn once."""
    rng = np.random.default_rng(5)
    make, of_array = onnx.helper.make_node, onnx.numpy_helper.from_array
    shapes = {"a": (8, 3, 3, 3), "b": (8, 8, 3, 3), "c": (1, 8, 1, 1), "d": (2, 8, 1, 1)}
    weights = {name: rng.normal(0, 0.06, shape) for name, shape in shapes.items()}
    # One weight a channel is large, as in a network that has learned: a processor without VNNI adds
    # two products in sixteen bits, and those of two large weights do not fit.
    for each in weights.values():
        each[:, 0, 0, 0] = 0.6
    biases = {f"{name}_bias": rng.normal(0, 0.1, shape[0]) for name, shape in shapes.items()}
    around = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
    graph = onnx.helper.make_graph(
        [
            make("Conv", ["photos", "a", "a_bias"], ["first"], "first", **around),
            make("Relu", ["first"], ["seen"], "seen"),
            make("Conv", ["seen", "b", "b_bias"], ["second"], "second", **around),
            make("Conv", ["second", "c", "c_bias"], ["raw"], "raw", kernel_shape=[1, 1]),
            make("Sigmoid", ["raw"], ["centres"], "centres"),
            make("Conv", ["second", "d", "d_bias"], ["corners"], "corners", kernel_shape=[1, 1]),
        ],
        "tiny",
        [onnx.helper.make_tensor_value_info("photos", 1, ["n", 3, "h", "w"])],
        [
            onnx.helper.make_tensor_value_info("centres", 1, ["n", 1, "h", "w"]),
            onnx.helper.make_tensor_value_info("corners", 1, ["n", 2, "h", "w"]),
        ],
        [of_array(each.astype(np.float32), name) for name, each in {**weights, **biases}.items()],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.helper.set_model_props(model, {"kind": "detector", "side": "640"})
    onnx.save(model, str(path))


def batches(count: int) -> list[np.ndarray]:
    rng = np.random.default_rng(6)
    return [rng.uniform(-1, 1, (1, 3, SIZE, SIZE)).astype(np.float32) for _ in range(count)]


def run(path: Path, batch: np.ndarray) -> list[np.ndarray]:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return session.run(["centres", "corners"], {"photos": batch})


def test_outputs_stay_close_and_metadata_stay(tmp_path: Path) -> None:
    network(tmp_path / "plain.onnx")
    quantise(tmp_path / "plain.onnx", tmp_path / "small.onnx", batches(8))
    (batch,) = batches(1)
    for plain, small in zip(
        run(tmp_path / "plain.onnx", batch), run(tmp_path / "small.onnx", batch), strict=True
    ):
        assert np.abs(plain - small).max() < 0.03 * np.ptp(plain)
    found = onnx.load(str(tmp_path / "small.onnx"))
    assert {each.key: each.value for each in found.metadata_props} == {
        "kind": "detector",
        "side": "640",
    }
    assert "QuantizeLinear" in {node.op_type for node in found.graph.node}


def test_the_head_is_not_rounded_to_bytes(tmp_path: Path) -> None:
    network(tmp_path / "plain.onnx")
    quantise(tmp_path / "plain.onnx", tmp_path / "small.onnx", batches(4))
    many = run(tmp_path / "small.onnx", np.concatenate(batches(4)))[1]
    assert len(np.unique(many)) > 256


def test_a_file_may_be_quantised_in_place(tmp_path: Path) -> None:
    network(tmp_path / "plain.onnx")
    quantise(tmp_path / "plain.onnx", tmp_path / "plain.onnx", batches(2))
    assert len(run(tmp_path / "plain.onnx", batches(1)[0])) == 2


def test_a_classifier_alone_is_refused_with_what_it_lacks(tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--classifier", str(tmp_path / "classifier.onnx")])
    assert stopped.value.code == 2
    assert "--classifier needs --detector" in capsys.readouterr().err


def test_weights_of_eight_bits_take_a_quarter_of_the_room_and_say_nearly_the_same(
    tmp_path: Path,
) -> None:
    path, light = tmp_path / "plain.onnx", tmp_path / "light.onnx"
    rng = np.random.default_rng(7)
    make, of_array = onnx.helper.make_node, onnx.numpy_helper.from_array
    graph = onnx.helper.make_graph(
        [make("Conv", ["photos", "a", "a_bias"], ["centres"], "first", kernel_shape=[1, 1])],
        "wide",
        [onnx.helper.make_tensor_value_info("photos", 1, ["n", 64, "h", "w"])],
        [onnx.helper.make_tensor_value_info("centres", 1, ["n", 128, "h", "w"])],
        [
            of_array(rng.normal(0, 0.3, (128, 64, 1, 1)).astype(np.float32), "a"),
            of_array(np.zeros(128, np.float32), "a_bias"),
        ],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.save(model, str(path))
    quantise_weights(path, light)
    batch = rng.uniform(-1, 1, (1, 64, 9, 9)).astype(np.float32)
    (before,) = onnxruntime.InferenceSession(str(path)).run(None, {"photos": batch})
    (after,) = onnxruntime.InferenceSession(str(light)).run(None, {"photos": batch})
    assert light.stat().st_size < 0.35 * path.stat().st_size
    assert np.abs(after - before).mean() < 0.01 * before.std()
