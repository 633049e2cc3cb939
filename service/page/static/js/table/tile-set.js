// The table's own tiles: shown once, so that photos of its hands are read better; and counted, whether the set is complete.

import {
  answerTiles,
  countTiles,
  forgetTiles,
  importTiles,
  learnTiles,
  renameTiles,
  tileSets,
  tilesFile,
} from "../api/client.js";
import { keys } from "../api/http.js";
import { prepare } from "../api/photo.js";
import { series, t } from "../i18n/translation.js";
import { keepTileSetOffered } from "../state/storage.js";
import { fileButton } from "../ui/fields.js";
import { complain, orComplain } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @import { TileCount, TileSetAnswer, UiEvent } from "../types" */

const SIDE = 2560; // pixels: nine tiles in a row with enough for each
const ALL = 42;
const MOST = 4; // photos
const FEW = 8; // faces that are told by name; more are only counted
const ROWS = [
  "1m 2m 3m 4m 5m 6m 7m 8m 9m",
  "1p 2p 3p 4p 5p 6p 7p 8p 9p",
  "1s 2s 3s 4s 5s 6s 7s 8s 9s",
  "1z 2z 3z 4z 5z 6z 7z",
  "1f 2f 3f 4f 1g 2g 3g 4g",
].map((row) => row.split(" "));

/** @param {File[]} files @returns the photos, small enough to send */
async function prepareAll(files) {
  const photos = await Promise.all(files.slice(0, MOST).map((file) => prepare(file, { side: SIDE, quality: 0.9 })));
  for (const { url } of photos) if (url) URL.revokeObjectURL(url);
  return photos.map(({ blob }) => blob);
}

const guide = () =>
  html`<div class="tile-rows" role="img" aria-label=${t("rows-characters-dots-bamboo-winds")}>
    ${ROWS.map((row) => html`<div class="tile-row">${row.map((code) => tileImage(code, { silent: true }))}</div>`)}
  </div>`;

/** @param {TileSetAnswer} known */
function summary({ missing, questions }) {
  const count = t("n-of-all-faces-known", { n: ALL - missing.length, all: ALL });
  if (!missing.length || questions.length) return count;
  if (missing.length > FEW) return `${count} ${t("others-not-in-picture")}`;
  return `${count} ${t("not-in-picture-names", { names: series(missing.map(tileName)) })}`;
}

/** @param {{ known: TileSetAnswer, onAnswer: (code: string | null) => void }} given */
function Question({ known, onAnswer }) {
  const [all, showAll] = useState(false);
  const [{ picture, likely }] = known.questions;
  const codes = all ? ROWS.flat() : likely;
  return html`
    <p class="lead">${t("which-tile")}</p>
    <img class="asked-tile" src=${picture} alt=${t("tile-of-your-set")} />
    <div class="tile-choices">
      ${codes.map(
        (code) => html`<button type="button" class="tile-button" key=${code} onclick=${() => onAnswer(code)}>
          ${tileImage(code)}
        </button>`,
      )}
    </div>
    <div class="pair">
      ${!all && html`<button type="button" onclick=${() => showAll(true)}>${t("another-tile")}</button>`}
      <button type="button" onclick=${() => onAnswer(null)}>${t("leave-out")}</button>
    </div>
  `;
}

/**
 * What was learned of the table's tiles: its name, its file, and the way to forget it.
 *
 * @param {{ known: TileSetAnswer, token: string, change: (run: () => Promise<TileSetAnswer | null>) => void,
 *   learned: (answer: TileSetAnswer) => void, close: () => void }} given
 */
function Learned({ known, token, change, learned, close }) {
  /** @param {UiEvent} event */
  function rename({ target }) {
    const name = target.value.trim();
    if (name && name !== known.name) renameTiles(known.id, token, name).then(learned, complain);
  }
  const forget = async () => {
    await forgetTiles(known.id, token);
    return null;
  };
  return html`
    <p class="lead">${summary(known)}</p>
    <p class="hint">${t("photos-of-table-read")}</p>
    <label class="rule stacked"><span>${t("name")}</span>
      <input name="tiles_name" maxlength="80" autocomplete="off" defaultValue=${known.name} onchange=${rename} />
    </label>
    <p><a class="button quiet" href=${tilesFile(known.id)} download=${`${known.name}.json`}>${t("save-them-as-file")}</a></p>
    <div class="actions">
      <button type="button" class="quiet danger" onclick=${() => change(forget)}>${t("forget-tiles")}</button>
      <button type="button" class="primary" onclick=${close}>${t("done-label")}</button>
    </div>
  `;
}

/** @param {{ take: (files: File[]) => void, takeFile: (files: File[]) => void, close: () => void }} given */
const Invitation = ({ take, takeFile, close }) => html`
  <p class="lead">${t("lay-one-tile")}</p>
  ${guide()}
  <p class="hint">${t("only-pictures-of-single-tiles")}</p>
  <p>
    ${fileButton(t("choose-up-to-4-photos"), { accept: "image/*", multiple: true, onFiles: take })}
    ${fileButton(t("take-them-from-file"), { accept: ".json,application/json", name: "tiles_file", onFiles: takeFile })}
  </p>
  <div class="actions">
    <button type="button" class="quiet" onclick=${close}>${t("not-now")}</button>
    ${fileButton(t("photograph-tiles"), { class: "primary", accept: "image/*", capture: "environment", onFiles: take })}
  </div>
`;

/** @param {{ id: string, token: string, begun: TileSetAnswer | null, close: () => void }} given */
export function TileSet({ id, token, begun, close }) {
  const [known, learned] = useState(begun);
  const [works, work] = useState(false);
  const [keyFor] = useState(keys);

  /** @param {() => Promise<TileSetAnswer | null>} run */
  async function change(run) {
    work(true);
    await run().then(learned, complain);
    work(false);
  }
  const take = (/** @type {File[]} */ files) =>
    change(async () => {
      const key = keyFor(files.map(({ name, size, lastModified }) => [name, size, lastModified]));
      return learnTiles(id, token, { photos: await prepareAll(files), name: t("our-tiles"), key });
    });
  const takeFile = (/** @type {File[]} */ [file]) =>
    change(() => importTiles(id, token, { file, key: keyFor([file.name, file.size, file.lastModified]) }));
  if (works) return html`<p class="lead" role="status">${t("looking-at-tiles")}</p>`;
  if (known?.questions.length)
    return html`<${Question}
      key=${known.revision}
      known=${known}
      onAnswer=${(/** @type {string | null} */ code) => change(() => answerTiles(known.id, token, { 0: code }))}
    />`;
  if (known)
    return html`<${Learned} known=${known} token=${token} change=${change} learned=${learned} close=${close} />`;
  return html`<${Invitation} take=${take} takeFile=${takeFile} close=${close} />`;
}

/** @param {Record<string, number>} numbers by the code of a face */
const faces = (numbers) =>
  html`<ul class="plain counted-tiles">
    ${Object.entries(numbers).map(([code, n]) => html`<li key=${code}>${tileImage(code)} ${n > 1 && `× ${n}`}</li>`)}
  </ul>`;

/** @param {TileCount} count @returns what is known of a set that was counted */
function countResult({ found, of, missing, extra, unsure }) {
  const [lacks, hasMore] = [Object.keys(missing).length > 0, Object.keys(extra).length > 0];
  return html`<section aria-live="polite">
    <p class="lead"><b class="figure">${t("n-of-all-tiles", { n: found, all: of })}</b></p>
    ${!lacks && !hasMore && html`<p class="lead">${t("set-is-complete")}</p>`}
    ${lacks && html`<h3>${t("missing-or-face-down")}</h3>${faces(missing)}`}
    ${hasMore && html`<h3>${t("more-than-set-has")}</h3>${faces(extra)}`}
    ${
      unsure.length > 0 &&
      html`<h3>${t("hard-to-read-one-of-these")}</h3>
        <ul class="plain counted-tiles">${unsure.map(({ likely }) => html`<li>${likely.map((code) => tileImage(code))}</li>`)}</ul>`
    }
  </section>`;
}

/** @param {{ close: () => void }} given */
function SetCount({ close }) {
  const [count, know] = useState(/** @type {TileCount | null} */ (null));
  const [works, work] = useState(false);
  /** @param {File[]} files */
  async function take(files) {
    work(true);
    await prepareAll(files).then(countTiles).then(know, complain);
    work(false);
  }
  if (works) return html`<p class="lead" role="status">${t("looking-at-tiles")}</p>`;
  const again = count ? t("count-again") : t("photograph-tiles");
  return html`
    ${count ? countResult(count) : html`<p class="lead">${t("lay-whole-set-face-up")}</p>`}
    <p>${fileButton(t("choose-up-to-4-photos"), { accept: "image/*", multiple: true, name: "counted_photos", onFiles: take })}</p>
    <div class="actions">
      <button type="button" class="quiet" onclick=${close}>${t("done-label")}</button>
      ${fileButton(again, { class: "primary", accept: "image/*", capture: "environment", onFiles: take })}
    </div>
  `;
}

export const openSetCount = () => openSheet(t("is-our-set-complete"), (close) => html`<${SetCount} close=${close} />`);

/** @param {string} id @param {string} token */
export async function openTileSet(id, token) {
  const known = await orComplain(tileSets(id));
  if (!known) return;
  const begun = known.tile_sets.at(-1) ?? null;
  openSheet(
    t("show-your-tiles"),
    (close) => html`<${TileSet} id=${id} token=${token} begun=${begun} close=${close} />`,
  );
}

/**
 * Asks a table that has not begun to show its tiles, unless it has, or this phone was told not to ask.
 *
 * @param {{ id: string, show: () => void }} given
 */
export function TilesCard({ id, show: open }) {
  const [isWanted, want] = useState(false);
  const isAsked = useRef(false); // once, whatever comes of it
  useEffect(() => {
    const look = () =>
      tileSets(id).then(
        ({ tile_sets: shown }) => want(!shown.length && !isAsked.current),
        () => {}, // then nothing is asked
      );
    look();
    document.addEventListener("close", look, true); // of the panel in which the tiles may have been shown
    return () => document.removeEventListener("close", look, true);
  }, [id]);
  const skip = () => {
    keepTileSetOffered(false); // it is among the table's further choices
    want(false);
  };
  const begin = () => {
    isAsked.current = true;
    open();
    want(false);
  };
  return (
    isWanted &&
    html`<section class="card tiles-card">
      <p>${t("show-your-tiles-once")}</p>
      <div class="pair">
        <button type="button" onclick=${begin}>${t("show-tiles")}</button>
        <button type="button" onclick=${skip}>${t("skip")}</button>
      </div>
    </section>`
  );
}
