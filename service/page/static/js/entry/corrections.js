// Tiles of a photo that somebody named otherwise than they were read: pictures from which the table's tile set learns.

import { teachTile } from "../api/client.js";
import { jpegOf } from "../api/photo.js";

/** @import { Tile } from "../types" */

const WIDTH = 96; // pixels of a picture, more than any network looks at
const HEIGHT = 128;
const QUALITY = 0.92;

/**
 * Cuts a tile out of its photo, upright.
 *
 * @param {HTMLImageElement} image
 * @param {Tile} tile
 * @param {number} shrink pixels of the photo in which the tile was read for one of the image
 * @returns {Promise<Blob | null>}
 */
function cut(image, { corners = [] }, shrink) {
  const [one, two, , four] = corners.map(([x, y]) => [x / shrink, y / shrink]);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  // From the picture to the photo its sides are the tile's; drawing takes the way back.
  const across = [(two[0] - one[0]) / WIDTH, (two[1] - one[1]) / WIDTH];
  const down = [(four[0] - one[0]) / HEIGHT, (four[1] - one[1]) / HEIGHT];
  context.setTransform(new DOMMatrix([...across, ...down, ...one]).inverse());
  context.drawImage(image, 0, 0);
  return jpegOf(canvas, QUALITY);
}

/**
 * Cuts tiles out of their photo.
 *
 * @param {{ url: string, size: number[], tiles: Tile[] }} given the `size` in which the tiles were read
 * @returns {Promise<{ tile: Tile, picture: Blob }[]>}
 */
export async function picturesOf({ url, size, tiles }) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const found = await Promise.all(
    tiles.map(async (tile) => ({ tile, picture: await cut(image, tile, size[0] / image.naturalWidth) })),
  );
  return found.flatMap(({ tile, picture }) => (picture ? [{ tile, picture }] : []));
}

/**
 * Shows a tile set what its tiles are, one after the other. Sent again with the same key, a tile is learned once.
 *
 * @param {string} set
 * @param {string | null} token
 * @param {string} key
 * @param {{ tile: Tile, picture: Blob }[]} pictures
 */
export async function teach(set, token, key, pictures) {
  for (const { tile, picture } of pictures)
    await teachTile(set, token, { key: `${key}-${tile.id}`, code: tile.code, picture });
}
