"""Array types shared by this package, and log-odds."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_NEAREST_TO_ONE = 1e-4  # no network was trained to be surer than this


def log_odds(values: Floats) -> NDArray[np.float64]:
    """Return natural log-odds (n,) of probabilities (n,), kept finite."""
    kept = np.clip(values.astype(np.float64), _NEAREST_TO_ONE, 1 - _NEAREST_TO_ONE)
    return np.asarray(np.log(kept / (1 - kept)))
