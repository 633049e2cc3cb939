// A picture of the standings for the group chat, drawn on the phone.

import { t, timeWords } from "../i18n/translation.js";
import { windTile } from "../state/tiles.js";
import { MARK_SIZE, MARKS } from "../ui/marks.js";
import { notice } from "../ui/page.js";
import { shareByPhone } from "../ui/share.js";
import { openSheet } from "../ui/sheet.js";
import { picture, windName } from "../ui/tiles.js";
import { change } from "../ui/words.js";
import { html } from "../vendor/preact.js";

/** @import { GamePlayed, State } from "../types" */

const [WIDTH, HEIGHT, EDGE] = [1080, 1350, 72];
const [TOP, LINE] = [330, 124]; // the first player's line, and the height of one
const CHART = { top: 880, height: 330 };
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans TC', sans-serif";
const FIGURES = `Figures, ${FONT}`;
const [FELT, DEEP, IVORY, SOFT] = ["#1f6b4a", "#143f2d", "#fdf9ec", "#c4dccd"];
const COLOURS = ["#a9cbff", "#f0bdf5", "#ffc773", "#86e3e2"]; // of the players, as on the felt

/** Return an image, or null if it cannot be loaded. @param {string} source */
function load(source) {
  const image = new Image();
  image.src = source;
  return image.decode().then(
    () => image,
    () => null,
  );
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{ size: number, weight?: number, colour?: string, align?: CanvasTextAlign, maxWidth?: number,
 *   font?: string }} style
 */
function write(
  context,
  text,
  x,
  y,
  { size, weight = 400, colour = IVORY, align = "left", maxWidth = Infinity, font = FONT },
) {
  let fitting = size;
  do {
    context.font = `${weight} ${fitting}px ${font}`;
    fitting -= 2;
  } while (fitting > 20 && context.measureText(text).width > maxWidth);
  context.fillStyle = colour;
  context.textAlign = align;
  context.fillText(text, x, y);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} player
 * @param {{ x: number, y: number, size: number }} box by its upper left corner
 */
function drawMark(context, player, { x, y, size }) {
  context.save();
  context.translate(x, y);
  context.scale(size / MARK_SIZE, size / MARK_SIZE);
  context.fillStyle = COLOURS[player];
  context.fill(new Path2D(MARKS[player]));
  context.restore();
}

/** @param {CanvasRenderingContext2D} context */
function drawBackground(context) {
  const felt = context.createRadialGradient(WIDTH / 2, HEIGHT * 0.35, 80, WIDTH / 2, HEIGHT / 2, HEIGHT * 0.75);
  felt.addColorStop(0, FELT);
  felt.addColorStop(1, DEEP);
  context.fillStyle = felt;
  context.fillRect(0, 0, WIDTH, HEIGHT);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{ state: State, initial: number[], tiles: (HTMLImageElement | null)[] }} options
 */
function drawStandings(context, { state, initial, tiles }) {
  state.standings.forEach(({ player, points, rank }, k) => {
    const y = TOP + k * LINE;
    context.fillStyle = k % 2 ? "rgb(0 0 0 / 12%)" : "rgb(0 0 0 / 26%)";
    context.fillRect(EDGE - 24, y - 84, WIDTH - 2 * EDGE + 48, LINE);
    write(context, String(rank), EDGE + 8, y, { size: 54, colour: SOFT, font: FIGURES });
    if (tiles[player]) context.drawImage(tiles[player], EDGE + 76, y - 72, 66, 88);
    drawMark(context, player, { x: EDGE + 168, y: y - 44, size: 42 });
    write(context, state.players[player].name, EDGE + 224, y - 4, { size: 52, weight: 600, maxWidth: 368 });
    write(context, String(points), WIDTH - EDGE - 176, y, { size: 62, align: "right", font: FIGURES });
    const gain = points - initial[player];
    write(context, change(gain), WIDTH - EDGE, y - 4, {
      size: 38,
      font: FIGURES,
      align: "right",
      colour: gain < 0 ? "#ffc9bd" : "#b5f0c9",
      maxWidth: 150,
    });
  });
}

/** @param {CanvasRenderingContext2D} context @param {{ state: State, points: number[][] }} options */
function drawChart(context, { state, points }) {
  if (points.length < 2) return;
  const low = Math.min(...points.flat());
  const high = Math.max(...points.flat());
  /** @param {number} k */
  const x = (k) => EDGE + (k * (WIDTH - 2 * EDGE)) / (points.length - 1);
  /** @param {number} value */
  const y = (value) => CHART.top + CHART.height - ((value - low) * CHART.height) / Math.max(1, high - low);
  context.lineWidth = 7;
  context.lineJoin = "round";
  state.players.forEach(({ name }, player) => {
    context.strokeStyle = COLOURS[player];
    context.beginPath();
    points.forEach((each, k) => {
      if (k) context.lineTo(x(k), y(each[player]));
      else context.moveTo(x(k), y(each[player]));
    });
    context.stroke();
    const place = EDGE + (player * (WIDTH - 2 * EDGE)) / 4;
    drawMark(context, player, { x: place, y: CHART.top + CHART.height + 38, size: 32 });
    write(context, name, place + 44, CHART.top + CHART.height + 65, { size: 32, colour: SOFT, maxWidth: 176 });
  });
}

/** Return "East round, hand 3" or "Game over". @param {State} state */
export const progressWords = ({ finished, round_wind: round, hand_number: n }) =>
  finished ? t("game-over") : t("wind-round-hand-n", { wind: windName(round), n });

/** Return a PNG file of the standings and the chart of points. @param {State} state @param {GamePlayed} game */
async function drawPicture(state, game) {
  const points = game.course.map((each) => each.points);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [logo, ...tiles] = await Promise.all([
    load(picture("7z")),
    ...state.players.map(({ seat_wind: wind }) => load(picture(windTile(wind)))),
  ]);
  await document.fonts.load("62px Figures", "0");
  drawBackground(context);
  if (logo) context.drawImage(logo, EDGE, 62, 84, 112);
  write(context, progressWords(state), EDGE + 116, 116, { size: 60, weight: 700, maxWidth: 800 });
  write(context, timeWords(new Date(), "heading"), EDGE + 116, 170, { size: 34, colour: SOFT, maxWidth: 800 });
  drawStandings(context, { state, initial: points[0] ?? [0, 0, 0, 0], tiles });
  drawChart(context, { state, points });
  write(context, "Tableside", WIDTH - EDGE, HEIGHT - 34, { size: 30, colour: SOFT, align: "right", font: FIGURES });
  /** @type {Blob} */
  const blob = await new Promise((resolve) =>
    canvas.toBlob((made) => resolve(/** @type {Blob} */ (made)), "image/png"),
  );
  return new File([blob], "tableside.png", { type: "image/png" });
}

/** Share the picture by the phone's menu, or show it. @param {State} state @param {GamePlayed} game */
export async function sharePicture(state, game) {
  const file = await drawPicture(state, game);
  if (navigator.canShare?.({ files: [file] })) {
    if (await shareByPhone({ files: [file] })) return;
    notice(() => t("picture-could-not-handed"));
  }
  const url = URL.createObjectURL(file);
  const words = state.standings.map(({ player, points }) => `${state.players[player].name} ${points}`).join(", ");
  openSheet(t("for-group-chat"), () => [
    html`<img
      class="share-picture"
      src=${url}
      alt=${t("picture-of-standings-words", { words })}
      width="540"
      height="675"
    />`,
    html`<p class="hint">${t("press-and-hold-picture-to-share")}</p>`,
    html`<a class="button primary" href=${url} download=${file.name}>${t("save-picture")}</a>`,
  ]);
}
