"""Photo uploads, handled alike for every call: limited, and kept on the disk."""

import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import Annotated, Any, ClassVar, TypeVar, get_origin

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ConfigDict, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from starlette.requests import ClientDisconnect

from scorer.core.sentences import Sentence
from service.errors import RefusedError
from service.schemas.fields import Body
from vision.photo.image import LIMITS

IN_MEMORY_BYTES = 64 * 1024  # of each file; the rest goes to the disk
MultiPartParser.spool_max_size = IN_MEMORY_BYTES
TOO_MANY = "Too many files"  # how Starlette begins to say so
FIELD_BYTES, FIELDS = 4096, 8  # of a form besides its photos: names, ids and numbers

Shape = TypeVar("Shape", bound="PhotoForm")


class PhotoForm(Body):
    """The fields of a form, which are all text, with at most `most_photos` files."""

    model_config = ConfigDict(strict=False)
    most_photos: ClassVar[int] = 1


def photo_form(shape: type[Shape]) -> Any:  # noqa: ANN401  (what FastAPI takes for a dependency)
    """Return a dependency that reads a form with photos into the fields of `shape`."""

    async def dependency(request: Request) -> AsyncIterator[Shape]:
        form = await _read_form(request, shape.most_photos)
        try:
            yield _validated_form(form, shape)
        finally:
            await form.close()

    return Depends(dependency)


async def _photo_body(request: Request) -> AsyncIterator[UploadFile]:
    """Yield the photo that is the body."""
    with SpooledTemporaryFile(IN_MEMORY_BYTES) as file:
        photo = UploadFile(file, size=0)  # type: ignore[arg-type]  # as Starlette makes its own
        with _convert_body_errors():
            async for part in request.stream():
                await photo.write(part)
        await photo.seek(0)
        yield photo


PhotoBody = Annotated[UploadFile, Depends(_photo_body)]


async def _read_form(request: Request, most: int) -> FormData:
    """Return the parsed form; RefusedError for another body, or more files than `most`."""
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise _no_photo()
    try:
        with _convert_body_errors():
            return await request.form(max_files=most, max_fields=FIELDS, max_part_size=FIELD_BYTES)
    except HTTPException as error:
        if error.detail.startswith(TOO_MANY):
            detail = Sentence("At most {most} photos can be sent at once.", most=most)
            raise RefusedError("too_many_photos", detail) from None
        raise


@contextmanager
def _convert_body_errors() -> Iterator[None]:
    """Raise errors of reading or storing a body as the framework does."""
    try:
        yield
    except (ClientDisconnect, OSError, UnicodeError) as error:
        raise HTTPException(400) from error


def _validated_form(form: FormData, shape: type[Shape]) -> Shape:
    """Return the fields of a form; refusals name the wrong field and its expected value."""
    given: dict[str, object] = dict(form)
    for name, field in shape.model_fields.items():
        values = [value for value in form.getlist(name) if value != ""]
        is_list = get_origin(field.annotation) is list
        given[name] = None if not values else values if is_list else values[-1]
    try:
        return shape.model_validate(given)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        if errors[0]["loc"][:1] in (("photo",), ("file",)):
            raise _no_photo() from error
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in errors]
        ) from error


def _no_photo() -> RefusedError:
    detail = Sentence(
        "Send each photo as a file, in the field 'photo' of a multipart/form-data body."
    )
    return RefusedError("missing_field", detail)


def bytes_of(photo: UploadFile) -> bytes:
    """Return the bytes of a photo; it may be read again to be decoded at a finer scale."""
    photo.file.seek(0)
    # One byte over the limit is enough to refuse a photo by its size.
    return photo.file.read(LIMITS.file_bytes + 1)


def digest_of(photo: UploadFile) -> str:
    """Return the hash of a photo, to recognise it when it is sent again."""
    photo.file.seek(0)
    return hashlib.file_digest(photo.file, "sha256").hexdigest()  # type: ignore[arg-type]  # typeshed: it has readinto
