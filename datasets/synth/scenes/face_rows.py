"""All faces of a set in rows, as a person lays them out to show the set."""

from datasets.synth.scenes.layouts import Stage, lay_tiles

# The order of the guide: characters, dots, bamboo, winds and dragons, flowers and seasons.
ROWS = tuple(
    tuple(codes.split())
    for codes in (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m",
        "1p 2p 3p 4p 5p 6p 7p 8p 9p",
        "1s 2s 3s 4s 5s 6s 7s 8s 9s",
        "1z 2z 3z 4z 5z 6z 7z",
        "1f 2f 3f 4f 1g 2g 3g 4g",
    )
)


def lay_faces(stage: Stage) -> None:
    """Lay one tile of each face in rows, the first row farthest from the viewer."""
    stage.flips = 0.0
    below = 0.0
    for codes in ROWS:
        lay_tiles(stage, list(codes), (0.0, below), "hand")
        below -= stage.size[1] * float(stage.rng.uniform(1.04, 1.4))
