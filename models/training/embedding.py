"""Lets a network that names tiles say what it names them by.

    python -m models.training.embedding models/classifier.onnx models/captions.onnx

The last layer of such a network is one product: the numbers that go into it say what a tile looks
like, and two tiles that look alike have them alike, whatever their name. They become one output
more, `embedding`; every other output stays what it was, to the byte. A tile set that was shown to
the reader is remembered by them.
"""

from collections.abc import Sequence
from pathlib import Path

import onnx
from onnx import ModelProto, TensorProto, helper

from datasets.command_line import command_parser
from models.training.graph import constants, metadata, save
from vision.nets.session import EMBEDDING

_NAMES = "names"


def expose(path: Path) -> int:
    """Add the output to the file at `path`, where it has none yet, and return its numbers a tile.

    Raises ValueError for a network whose names are not made by one product.
    """
    model = onnx.load(str(path))
    makes = {name: node for node in model.graph.node for name in node.output}
    if EMBEDDING in makes:
        (width,) = (each for each in model.graph.output if each.name == EMBEDDING)
        return int(width.type.tensor_type.shape.dim[1].dim_value)
    last = makes.get(_NAMES)
    if last is None or last.op_type != "Gemm":
        message = f"{path.name} does not make its names by one product"
        raise ValueError(message)
    weight = last.input[1]
    while weight in makes:  # of eight bits, to be brought to fractions
        weight = makes[weight].input[0]
    size = int(constants(model.graph)[weight].shape[1])
    _rename(model, last.input[0], EMBEDDING)
    told = helper.make_tensor_value_info(EMBEDDING, TensorProto.FLOAT, ["n", size])
    model.graph.output.append(told)
    save(model, path, metadata(path))
    return size


def _rename(model: ModelProto, old: str, new: str) -> None:
    for node in model.graph.node:
        for names in (node.input, node.output):
            for place, name in enumerate(names):
                if name == old:
                    names[place] = new


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and add the output to each file."""
    parser = command_parser("models.training.embedding", __doc__)
    parser.add_argument("files", type=Path, nargs="+", help="classifier, captions, closeup")
    for path in parser.parse_args(arguments).files:
        print(f"{path.name}: {expose(path)} numbers a tile")


if __name__ == "__main__":
    main()
