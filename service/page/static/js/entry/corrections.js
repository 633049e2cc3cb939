// Tiles of a photo that somebody named otherwise than they were read: pictures from which the table's tile set learns.

import { teachTile } from "../api/client.js";
import { jpegOf } from "../api/photo.js";

/** @import { Tile } from "../types" */

const WIDTH = 96; // pixels of a picture, more than any network looks at
const HEIGHT = 128;
const QUALITY = 0.92;

/**
 * @param {HTMLImageElement} image @param {Tile} tile
 * @param {number} shrink pixels of the photo as it was read for one of the image
 */
async function cut(image, { corners = [] }, shrink) {
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
 * Shows a tile set what its tiles are: they are cut out now, and sent while the table goes on. A key is learned once.
 *
 * @param {string} set @param {string | null} token @param {string} key
 * @param {{ url: string, size: number[], tiles: Tile[] }[]} photos with the `size` in which their tiles were read
 */
export async function teach(set, token, key, photos) {
  for (const { url, size, tiles } of photos) {
    const image = new Image();
    image.src = url;
    await image.decode();
    const shrink = size[0] / image.naturalWidth;
    const pictures = await Promise.all(tiles.map((tile) => cut(image, tile, shrink)));
    const send = async () => {
      for (const [k, { id, code }] of tiles.entries()) {
        const picture = pictures[k];
        if (picture) await teachTile(set, token, { key: `${key}-${id}`, code, picture });
      }
    };
    send().catch(() => {});
  }
}
