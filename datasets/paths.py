"""The place of the labelled photos: the shared folder beside the checkout, never inside it."""

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
PHOTOS = CHECKOUT.parent / "shared" / "photos"
