// Teaches the table's tile set the tiles of a photo that a person named differently from the reading.

import { teachTile } from "../api/client.js";
import { jpegOf } from "../api/photo.js";

/** @import { Tile } from "../types" */

const WIDTH = 96; // pixels of a picture, more than any network uses
const HEIGHT = 128;
const QUALITY = 0.92;

/**
 * Cut a tile out of a photo.
 * @param {HTMLImageElement} image @param {Tile} tile
 * @param {number} scale pixels of the photo as it was read for each pixel of the image
 */
async function cutOut(image, { corners = [] }, scale) {
  const [topLeft, topRight, , bottomLeft] = corners.map(([x, y]) => [x / scale, y / scale]);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  // The matrix maps the picture to the photo; drawing needs the inverse.
  const across = [(topRight[0] - topLeft[0]) / WIDTH, (topRight[1] - topLeft[1]) / WIDTH];
  const down = [(bottomLeft[0] - topLeft[0]) / HEIGHT, (bottomLeft[1] - topLeft[1]) / HEIGHT];
  context.setTransform(new DOMMatrix([...across, ...down, ...topLeft]).inverse());
  context.drawImage(image, 0, 0);
  return jpegOf(canvas, QUALITY);
}

/**
 * Cut the tiles out now, and send them to the tile set in the background. A key is learned once.
 * @param {string} set @param {string | null} token @param {string} key
 * @param {{ url: string, size: number[], tiles: Tile[] }[]} photos with the `size` in which their tiles were read
 */
export async function teach(set, token, key, photos) {
  for (const { url, size, tiles } of photos) {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = size[0] / image.naturalWidth;
    const pictures = await Promise.all(tiles.map((tile) => cutOut(image, tile, scale)));
    const send = async () => {
      for (const [k, { id, code }] of tiles.entries()) {
        const picture = pictures[k];
        if (picture) await teachTile(set, token, { key: `${key}-${id}`, code, picture });
      }
    };
    send().catch(() => {});
  }
}
