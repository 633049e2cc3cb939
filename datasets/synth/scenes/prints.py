"""What is printed on the tiles of one photo: a design, and how this set differs from it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.synth.faces.library import FaceLibrary
from datasets.synth.faces.new_designs import draw_new_faces
from datasets.synth.faces.unknown import draw_unknown
from datasets.synth.scenes.camera import Box
from datasets.synth.scenes.materials import Material, random_material, vary
from datasets.synth.scenes.props import back_texture, prop_texture
from vision.sets import UNKNOWN_FACE

Image = npt.NDArray[np.uint8]
BLANK_WHITE = 0.3  # share of sets whose white dragon is a bare body, whatever the design draws


@dataclass(frozen=True)
class Print:
    """How the faces in a photo differ from their design.

    ``blank`` leaves the white dragon bare; ``varied`` engraves all a little otherwise; ``anew``
    takes bonus tiles, the bird and at times all bamboo from a set drawn for this photo alone.
    """

    blank: bool = False
    varied: bool = False
    anew: bool = False


@dataclass(frozen=True)
class OneSet:
    """A tile set that several pictures show: its design, how it is printed, what it is made of.

    ``size`` are width (1), height and thickness of a tile.
    """

    design: str
    how: Print
    material: Material
    size: tuple[float, float, float]

    @classmethod
    def of(cls, design: str, rng: np.random.Generator) -> "OneSet":
        """Make a set of a design, its white dragon blank as often as in photos."""
        material = random_material(rng)
        blank = not material.one_colour and bool(rng.random() < BLANK_WHITE)
        size = (1.0, float(rng.uniform(1.22, 1.45)), float(rng.uniform(0.5, 0.9)))
        return cls(design, Print(blank=blank), material, size)


def fronts(
    rng: np.random.Generator, faces: FaceLibrary, design: str, boxes: list[Box], how: Print
) -> dict[str, Image]:
    """Return the ink of every front in the scene by its key."""
    found: dict[str, Image] = {"back": back_texture(rng)}
    if any(not box.front for box in boxes):
        found[""] = np.zeros_like(found["back"])
    spare = faces.pick_design(rng)  # one design for all that the first one lacks
    for box in boxes:
        if box.front in found:
            continue
        if box.front == UNKNOWN_FACE:
            found[box.front] = draw_unknown(rng)
        elif box.is_tile:
            found[box.front] = faces.pick(rng, design, box.front, spare).image
        else:
            found[box.front] = prop_texture(box.front)
    if how.anew:
        found |= draw_new_faces(rng, found)
    if "5z" in found and how.blank:
        found["5z"] = np.zeros_like(found["5z"])
    if how.varied:
        tiles = {box.front for box in boxes if box.is_tile} - {"back"}
        found |= vary({key: found[key] for key in sorted(tiles)}, rng)
    return found
