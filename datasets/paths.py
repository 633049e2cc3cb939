"""Where the labelled photos lie: the shared folder beside the checkout, never inside it."""

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
PHOTOS = CHECKOUT.parent / "shared" / "photos"
