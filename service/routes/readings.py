"""Photos in, tiles out."""

from typing import Annotated

from fastapi import APIRouter, File, Form, UploadFile
from fastapi.responses import JSONResponse

from scorer import wire
from service import answers
from service.deps import PhotoForm, RecogniserDep, SettingsDep
from service.problems import RefusedError, described
from vision.image import LIMITS

router = APIRouter(prefix="/api/v1", tags=["readings"])


@router.post(
    "/readings",
    dependencies=[PhotoForm],
    responses={200: {"model": answers.Reading}, **described(400, 413, 415, 422, 503)},
)
async def read_photos(
    photo: Annotated[list[UploadFile], File(description="photos of one hand")],
    recogniser: RecogniserDep,
    settings: SettingsDep,
    rules: Annotated[str | None, Form(description="a rule set that helps decoding")] = None,
) -> JSONResponse:
    """Recognise the tiles of a hand on one photo or several."""
    if len(photo) > settings.photos:
        detail = f"At most {settings.photos} photos show one hand, not {len(photo)}."
        raise RefusedError("too_many_photos", detail)
    if rules is not None:
        wire.rules_detail(rules)
    names = [one.filename or f"photo {number}" for number, one in enumerate(photo, start=1)]
    # One byte more than allowed is enough for the reader to refuse a photo by its size.
    data = [await one.read(LIMITS.file_bytes + 1) for one in photo]
    reading = await recogniser.read(data, rules)
    return JSONResponse(reading.to_json(names))
