"""An ONNX model with the labels, input size and normalisation of its metadata."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.arrays import Floats, Pixels
from vision.cores import usable_cores

# Its wheels report about this computer to their maker unless this is set before they load.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime

# Pictures per run: the runtime keeps the memory of its largest batch, two megabytes or more per
# picture.
_AT_ONCE = 16
EMBEDDING = "embedding"  # the output that shows what a tile looks like, whatever its name
UNKNOWN = "unknown"  # the output with the log-odds that a tile has none of the 42 faces


class ModelError(Exception):
    """A model file is missing, damaged or of another kind than asked for."""


@dataclass(frozen=True, slots=True)
class Session:
    """A loaded model: `run` is safe to call from several threads at once."""

    runtime: onnxruntime.InferenceSession
    metadata: Mapping[str, str]

    @classmethod
    def load(cls, path: Path, kind: str, threads: int = 0) -> "Session":
        """Open the model file at `path`, which must say that it is of this `kind`.

        `threads`: how many cores one call may use, 0 for all. Raises ModelError.
        """
        if not path.is_file():
            message = f"The model file {path.name} is missing: install tableside again."
            raise ModelError(message)
        options = onnxruntime.SessionOptions()
        # By default the runtime counts the machine's cores, some of which may be off limits.
        options.intra_op_num_threads = threads or usable_cores()
        options.log_severity_level = 3
        # The models take turns: an idle one must not keep cores busy while another works.
        options.add_session_config_entry("session.force_spinning_stop", "1")
        try:
            runtime = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except (RuntimeError, ValueError) as error:
            message = f"The model file {path.name} cannot be read: install tableside again."
            raise ModelError(message) from error
        metadata = dict(runtime.get_modelmeta().custom_metadata_map)
        if metadata.get("kind") != kind:
            message = f"{path.name} is a model of kind {metadata.get('kind')!r}, not {kind!r}."
            raise ModelError(message)
        return cls(runtime, metadata)

    def number(self, name: str) -> float:
        """Return a number of the metadata."""
        return float(self.metadata[name])

    def names(self, name: str) -> tuple[str, ...]:
        """Return a list of names of the metadata."""
        return tuple(json.loads(self.metadata[name]))

    def run(self, pixels: Pixels) -> list[Floats]:
        """Run the model on RGB pixels (n, h, w, 3) and return all outputs.

        Eight-bit models take the pixels as they are, models still in training take `planes`.
        """
        (feed,) = self.runtime.get_inputs()
        whole = feed.type == "tensor(uint8)"
        parts = []
        for start in range(0, max(len(pixels), 1), _AT_ONCE):
            some = pixels[start : start + _AT_ONCE]
            values = np.ascontiguousarray(some) if whole else planes(some)
            parts.append(self.runtime.run(None, {feed.name: values}))
        return [
            np.concatenate(output).astype(np.float32, copy=False)
            for output in zip(*parts, strict=True)
        ]

    def run_named(self, pixels: Pixels) -> dict[str, Floats]:
        """Run the model on RGB pixels (n, h, w, 3) and return all outputs by name."""
        names = (each.name for each in self.runtime.get_outputs())
        return dict(zip(names, self.run(pixels), strict=True))


def planes(pixels: Pixels) -> Floats:
    """Convert RGB pixels (n, h, w, 3) to planes (n, 3, h, w) with values from -1 to 1."""
    values = pixels.transpose(0, 3, 1, 2).astype(np.float32)
    return np.ascontiguousarray(values * np.float32(1 / 127.5) - np.float32(1))
