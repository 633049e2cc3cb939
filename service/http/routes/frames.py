"""Viewfinder pictures: analysed, answered and dropped."""

from typing import Annotated

from fastapi import UploadFile
from fastapi.responses import JSONResponse
from pydantic import Field

from service.errors import refusals
from service.http.dependencies import ReaderPoolDep, api_router
from service.http.openapi import picture_body
from service.http.uploads import photo_body
from service.schemas.fields import Answer

router = api_router("", "readings")


class Frame(Answer):
    """What one picture shows; nothing of it is kept."""

    size: list[int] = Field(min_length=2, max_length=2, description="width and height, in pixels")
    tiles: int = Field(description="how many tiles are visible")
    corners: list[list[list[float]]] = Field(
        description="the corners of each tile, as pairs x, y in pixels"
    )
    advice: list[str] = Field(description="what would make a better photo")


@router.post(
    "/frames",
    openapi_extra=picture_body("image/jpeg", "one picture, its long side about 640 pixels"),
    responses={200: {"model": Frame}, **refusals(400, 408, 413, 415, 422, 429, 503)},
)
async def look_at_frame(
    photo: Annotated[UploadFile, photo_body("frame_allowance")], reader_pool: ReaderPoolDep
) -> JSONResponse:
    """Count the tiles in a viewfinder's picture and say what would make a better photo."""
    preview = await reader_pool.preview(await photo.read())
    return JSONResponse(preview.to_json())
