"""What comes with which extra of the package, for those who installed less than they ask for."""

from collections.abc import Mapping
from types import MappingProxyType

from scorer.core.sentences import Sentence

VISION, SERVE, POSTGRES, COMPLETION = "vision", "serve", "postgres", "completion"
# Modules as they are imported; pyproject.toml has the distributions, and a test compares them.
EXTRAS: Mapping[str, str] = MappingProxyType(
    {
        "cv2": VISION,
        "numpy": VISION,
        "onnxruntime": VISION,
        "PIL": VISION,
        "pillow_heif": VISION,
        "alembic": SERVE,
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
    """Say what to install for a module that is not there; None where no extra brings it."""
    extra = EXTRAS.get((error.name or "").partition(".")[0])
    return (
        None
        if extra is None
        else Sentence("{wanted} ({module} is missing).", wanted=hint(extra), module=error.name)
    )


def hint(extra: str) -> str:
    """Say how an extra is installed."""
    package = f"tableside[{extra}]"
    return Sentence(
        "This needs {package}, which is not installed. Install it as tableside was installed, "
        "such as: uv tool install '{package}', pipx install --force '{package}', "
        "or pip install '{package}'",
        package=package,
    )
