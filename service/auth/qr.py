"""A link as a QR code in a terminal, for the phone of the person who starts the service."""

import io

import segno


def terminal_code(text: str) -> str:
    """Return a text's QR code, drawn with characters."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
