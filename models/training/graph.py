"""ONNX files as graphs: their constants, their metadata, and what onnxruntime makes of them."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import GraphProto, ModelProto, helper, numpy_helper

Arrays: TypeAlias = dict[str, NDArray[Any]]


def constants(graph: GraphProto) -> Arrays:
    """Return every constant by its name."""
    return {each.name: numpy_helper.to_array(each) for each in graph.initializer}


def metadata(path: Path) -> dict[str, str]:
    """Return labels, input size and normalisation, which a file's metadata hold."""
    return {each.key: each.value for each in onnx.load(str(path)).metadata_props}


def save(model: ModelProto, path: Path, facts: dict[str, str]) -> None:
    """Write a graph with its metadata, atomically, so that a kill leaves a whole file."""
    helper.set_model_props(model, facts)
    fresh = path.with_suffix(".new")
    onnx.save(model, str(fresh))
    fresh.replace(path)


def simplify(path: Path) -> ModelProto:
    """Return the graph of a file with constants and normalisations folded, and with its shapes."""
    with TemporaryDirectory(prefix="graph-") as folder:
        folded = Path(folder) / "folded.onnx"
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = str(folded)
        options.log_severity_level = 3
        onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        return onnx.shape_inference.infer_shapes(onnx.load(str(folded)))
