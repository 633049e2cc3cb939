"""Which packages come with which extra, to tell users what an import error needs installed."""

from collections.abc import Mapping
from types import MappingProxyType

VISION, SERVE, POSTGRES, COMPLETION = "vision", "serve", "postgres", "completion"
# Modules as they are imported; pyproject.toml has the distributions, and a test compares them.
EXTRAS: Mapping[str, str] = MappingProxyType(
    {
        "cv2": VISION,
        "numpy": VISION,
        "onnxruntime": VISION,
        "PIL": VISION,
        "pillow_heif": VISION,
        "anyio": SERVE,
        "cryptography": SERVE,
        "fastapi": SERVE,
        "platformdirs": VISION,
        "prometheus_client": SERVE,
        "pydantic": SERVE,
        "pydantic_core": SERVE,
        "python_multipart": SERVE,
        "segno": SERVE,
        "sqlalchemy": SERVE,
        "starlette": SERVE,
        "structlog": SERVE,
        "uvicorn": SERVE,
        "psycopg": POSTGRES,
        "shtab": COMPLETION,
    }
)


def remedy(error: ModuleNotFoundError) -> str | None:
    """Return what to install for a missing module, None if no extra brings it."""
    extra = EXTRAS.get((error.name or "").partition(".")[0])
    return None if extra is None else f"{hint(extra)} ({error.name} is missing)."


def hint(extra: str) -> str:
    """Return how to install an extra."""
    package = f"tableside[{extra}]"
    return (
        f"This needs {package}, which is not installed. Install it the way you installed "
        f"tableside, such as: uv tool install '{package}', pipx install --force '{package}', or "
        f"pip install '{package}'"
    )
