"""Photos as they come in, the same way for every call: counted, bounded, and kept on the disk."""

import hashlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import Any, ClassVar, TypeVar, get_args, get_origin

import anyio
from fastapi import Depends, HTTPException, Request
from fastapi import UploadFile as FormFile
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope

from scorer.core.sentences import Sentence
from scorer.core.suggestions import LONGEST, nearest
from service.errors import RefusedError
from service.http.problem_documents import document
from service.http.rate_limits import Allowance, drain, refuse_until, sender_of
from vision.photo.image import LIMITS

AT_ONCE = 32  # on their way; how many are read at once is the recogniser's business
IN_MEMORY_BYTES = 64 * 1024  # of each file: the rest of it goes to the disk
FIELD_BYTES, FIELDS = 4096, 8  # of a form beside its photos: names, ids and numbers
# Who sends slower after so long makes room: a tenth of a poor mobile network, and the time in which
# even a good one may still be at its beginning.
SLOW_BYTES_PER_S, PATIENCE_S = 20_000, 5.0
TOO_MANY = Sentence("Too many photos are on their way. Send this one again soon.")

Shape = TypeVar("Shape", bound="PhotoForm")


class UploadRefusedError(Exception):
    """Photos that are not taken in; `answer` says why, and when they may come again."""

    def __init__(self, answer: JSONResponse) -> None:
        super().__init__()
        self.answer = answer


@dataclass(slots=True, eq=False)
class Upload:
    """Photos on their way: of whom, since when (seconds of a clock), how many bytes by now."""

    sender: str
    begun: float
    arrived: int = 0
    gone: bool = False
    waiting: anyio.CancelScope | None = None

    def bytes_per_s(self, now: float) -> float:
        """How fast they come."""
        return self.arrived / max(now - self.begun, 1e-3)

    def go(self) -> None:
        """Make room for others."""
        self.gone = True
        if self.waiting is not None:
            self.waiting.cancel()


class Uploads:
    """What is on its way: at most so many at once.

    Whoever sends most makes room, then whoever sends slowly. `per_minute` is the count of one
    sender; it is this process's own and is forgotten with it.
    """

    def __init__(self, per_minute: int, at_once: int = AT_ONCE) -> None:
        self._allowance = Allowance(per_minute)
        self._at_once = at_once
        self._coming: set[Upload] = set()

    def __len__(self) -> int:
        return len(self._coming)

    def enter(self, upload: Upload, now: float) -> Upload | None:
        """Let an upload in; returns the one that has to go for it, perhaps the same.

        It is the slowest of the sender with most on their way; of equals the slowest of all, where
        it is slow.
        """
        gone = None
        if len(self._coming) >= self._at_once:
            held = Counter(one.sender for one in self._coming)
            most = max(held.values())
            if most > held[upload.sender] + 1:
                rivals = [one for one in self._coming if held[one.sender] == most]
            else:
                rivals = [one for one in self._coming if _is_slow(one, now)]
            gone = min(rivals, key=lambda one: one.bytes_per_s(now), default=upload)
            self._coming.discard(gone)
        if gone is not upload:
            self._coming.add(upload)
        return gone

    def leave(self, upload: Upload) -> None:
        """Say that an upload has come, or comes no more."""
        self._coming.discard(upload)

    @asynccontextmanager
    async def admitted(self, request: Request) -> AsyncIterator[Request]:
        """Give a request whose body may be read now; raises UploadRefusedError."""
        sender = sender_of(request.scope)
        if wait := self._allowance.wait_s(sender):
            await drain(request.receive)
            reason = Sentence("More photos than one address may send.")
            raise UploadRefusedError(refuse_until(reason, wait))
        upload = Upload(sender, time.monotonic())
        gone = self.enter(upload, upload.begun)
        if gone is upload:
            await drain(request.receive)
            raise UploadRefusedError(document("busy", TOO_MANY))
        if gone is not None:
            gone.go()
        try:
            yield Request(request.scope, self._counted(upload, request.receive))
        finally:
            self.leave(upload)

    def _counted(self, upload: Upload, receive: Receive) -> Receive:
        """Take a body in until it is there, or has to make room for another."""

        async def counted() -> Message:
            if not upload.gone:
                with anyio.CancelScope() as upload.waiting:
                    message = await receive()
                    upload.arrived += len(message.get("body", b""))
                upload.waiting = None
            if upload.gone:
                raise UploadRefusedError(document("busy", TOO_MANY))
            if not message.get("more_body", False):  # what follows is the recogniser's business
                self.leave(upload)
            return message

        return counted


def _is_slow(upload: Upload, now: float) -> bool:
    return now - upload.begun > PATIENCE_S and upload.bytes_per_s(now) < SLOW_BYTES_PER_S


def most_photo_bytes(scope: Scope, several: int) -> int | None:
    """How long a request with photos may be: one of `several` photos, or of a single one.

    None for a request that sends none.
    """
    path = str(scope.get("path", "")).rstrip("/")
    method = str(scope["method"])
    if (method, path) in (("POST", "/api/v1/readings"), ("POST", "/api/v1/tile-sets")):
        return several
    kept = method == "POST" and path.startswith("/api/v1/games/") and path.endswith("/photos")
    passed = method == "PUT" and "/draft/pictures/" in path
    corrected = method == "PUT" and path.startswith("/api/v1/tile-sets/")
    if kept or passed or corrected:
        return LIMITS.file_bytes + FIELDS * FIELD_BYTES
    return None


class PhotoForm(BaseModel):
    """The fields of a form with at most `most_photos` files; any other field is refused."""

    model_config = ConfigDict(extra="forbid")
    most_photos: ClassVar[int] = 1


class _Parser(MultiPartParser):
    spool_max_size = IN_MEMORY_BYTES

    @property
    def files(self) -> int:
        """How many have come whole."""
        return sum(isinstance(part, UploadFile) for _, part in self.items)


def photo_form(shape: type[Shape]) -> Any:  # noqa: ANN401  (what FastAPI takes for a dependency)
    """Take a form with photos in: what depends on it gets the fields of `shape`."""

    async def received(request: Request) -> AsyncIterator[Shape]:
        async with request.app.state.photo_uploads.admitted(request) as counted:
            form = await _form(counted, shape.most_photos)
            try:
                yield _checked(form, shape)
            finally:
                await form.close()

    return Depends(received)


def photo_body(uploads: str) -> Any:  # noqa: ANN401  (as above)
    """Take a body in that is a photo, counted by these uploads of `app.state`.

    What depends on it gets the file.
    """

    async def received(request: Request) -> AsyncIterator[UploadFile]:
        async with getattr(request.app.state, uploads).admitted(request) as counted:
            with SpooledTemporaryFile(IN_MEMORY_BYTES) as file:
                photo = UploadFile(file, size=0)  # type: ignore[arg-type]  # as Starlette makes its own
                with _faults_of_a_body():
                    async for part in counted.stream():
                        await photo.write(part)
                await photo.seek(0)
                yield photo

    return Depends(received)


async def _form(request: Request, most: int) -> FormData:
    """Take a form in; RefusedError for what is none, and for more files than `most`."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise _no_photo()
    async with aclosing(request.stream()) as stream:
        parser = _Parser(
            request.headers,
            stream,
            max_files=most,
            max_fields=FIELDS,
            max_part_size=FIELD_BYTES,
        )
        with _faults_of_a_body():
            try:
                return await parser.parse()
            except MultiPartException:
                if parser.files >= most:
                    detail = Sentence("At most {most} photos can be sent at once.", most=most)
                    raise RefusedError("too_many_photos", detail) from None
                raise


@contextmanager
def _faults_of_a_body() -> Iterator[None]:
    """Tell what is wrong with a body, or with where it is put, as the framework does."""
    try:
        yield
    except (MultiPartException, ClientDisconnect, OSError) as error:
        raise HTTPException(400) from error


def _checked(form: FormData, shape: type[Shape]) -> Shape:
    """The fields of a form; what is wrong with them is said in words that say what is meant."""
    for name in form:
        if name not in shape.model_fields:
            detail = Sentence(
                "There is no field {name}; the nearest is {nearest}.",
                name=repr(name[:LONGEST]),
                nearest=repr(nearest(name, shape.model_fields)),
            )
            raise RefusedError("unknown_field", detail)
    given: dict[str, object] = {}
    for name, field in shape.model_fields.items():
        values = [value for value in form.getlist(name) if value != ""]
        if FormFile in (field.annotation, *get_args(field.annotation)) and (
            any(isinstance(value, str) for value in values) or (field.is_required() and not values)
        ):
            raise _no_photo()
        if values:
            given[name] = values if get_origin(field.annotation) is list else values[-1]
    try:
        return shape.model_validate(given)
    except ValidationError as error:
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in error.errors(include_url=False)]
        ) from error


def _no_photo() -> RefusedError:
    detail = Sentence(
        "Send each photo as a file, in the field 'photo' of a multipart/form-data body."
    )
    return RefusedError("missing_field", detail)


def bytes_of(photo: UploadFile) -> bytes:
    """The bytes of a photo, which may be asked for again when it is decoded finer."""
    photo.file.seek(0)
    # One byte more than allowed is enough to refuse a photo by its size.
    return photo.file.read(LIMITS.file_bytes + 1)


def digest_of(photo: UploadFile) -> str:
    """The hash of a photo by which it is known again."""
    photo.file.seek(0)
    return hashlib.file_digest(photo.file, "sha256").hexdigest()  # type: ignore[arg-type]  # typeshed: it has readinto
