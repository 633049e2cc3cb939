// The table's own tiles: learned from photos so that its hands are read better, and counted to find what is missing.

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
import { FACE_ROWS, FACES } from "../state/tiles.js";
import { fileButton } from "../ui/fields.js";
import { complain, orComplain } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @import { TileCount, TileSetAnswer, UiEvent } from "../types" */

const SIDE = 2560; // pixels of a photo: enough for nine tiles in a row
const MOST_PHOTOS = 4;
const MOST_NAMED = 8; // missing faces listed by name; more are only counted

/** @param {File[]} files @returns {Promise<Blob[]>} photos small enough to send */
async function preparePhotos(files) {
  const photos = await Promise.all(
    files.slice(0, MOST_PHOTOS).map((file) => prepare(file, { side: SIDE, quality: 0.9 })),
  );
  for (const { url } of photos) if (url) URL.revokeObjectURL(url);
  return photos.map(({ blob }) => blob);
}

const layoutGuide = () =>
  html`<div class="tile-rows" role="img" aria-label=${t("rows-characters-dots-bamboo-winds")}>
    ${FACE_ROWS.map((row) => html`<div class="tile-row">${row.map((code) => tileImage(code, { silent: true }))}</div>`)}
  </div>`;

/** @param {TileSetAnswer} known */
function summary({ missing, questions }) {
  const count = t("n-of-all-faces-known", { n: FACES.length - missing.length, all: FACES.length });
  if (!missing.length || questions.length) return count;
  if (missing.length > MOST_NAMED) return `${count} ${t("others-not-in-picture")}`;
  return `${count} ${t("not-in-picture-names", { names: series(missing.map(tileName)) })}`;
}

/** @param {{ known: TileSetAnswer, onAnswer: (code: string | null) => void }} props */
function Question({ known, onAnswer }) {
  const [isAll, setAll] = useState(false);
  const [{ picture, likely }] = known.questions;
  const codes = isAll ? FACES : likely;
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
      ${!isAll && html`<button type="button" onclick=${() => setAll(true)}>${t("another-tile")}</button>`}
      <button type="button" onclick=${() => onAnswer(null)}>${t("leave-out")}</button>
    </div>
  `;
}

/**
 * @param {{ known: TileSetAnswer, token: string, update: (request: () => Promise<TileSetAnswer | null>) => void,
 *   onRenamed: (answer: TileSetAnswer) => void, close: () => void }} props
 */
function LearnedSet({ known, token, update, onRenamed, close }) {
  /** @param {UiEvent} event */
  function rename({ target }) {
    const name = target.value.trim();
    if (name && name !== known.name) renameTiles(known.id, token, name).then(onRenamed, complain);
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
      <button type="button" class="quiet danger" onclick=${() => update(forget)}>${t("forget-tiles")}</button>
      <button type="button" class="primary" onclick=${close}>${t("done-label")}</button>
    </div>
  `;
}

/** @param {{ onPhotos: (files: File[]) => void, onFile: (files: File[]) => void, close: () => void }} props */
const Invitation = ({ onPhotos, onFile, close }) => html`
  <p class="lead">${t("lay-one-tile")}</p>
  ${layoutGuide()}
  <p class="hint">${t("only-pictures-of-single-tiles")}</p>
  <p>
    ${fileButton(t("choose-up-to-4-photos"), { accept: "image/*", multiple: true, onFiles: onPhotos })}
    ${fileButton(t("take-them-from-file"), { accept: ".json,application/json", name: "tiles_file", onFiles: onFile })}
  </p>
  <div class="actions">
    <button type="button" class="quiet" onclick=${close}>${t("not-now")}</button>
    ${fileButton(t("photograph-tiles"), { class: "primary", accept: "image/*", capture: "environment", onFiles: onPhotos })}
  </div>
`;

/** @param {{ id: string, token: string, initial: TileSetAnswer | null, close: () => void }} props */
export function TileSet({ id, token, initial, close }) {
  const [known, setKnown] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [keyFor] = useState(keys);

  /** @param {() => Promise<TileSetAnswer | null>} request */
  async function update(request) {
    setBusy(true);
    await request().then(setKnown, complain);
    setBusy(false);
  }
  const learn = (/** @type {File[]} */ files) =>
    update(async () => {
      const key = keyFor(files.map(({ name, size, lastModified }) => [name, size, lastModified]));
      return learnTiles(id, token, { photos: await preparePhotos(files), name: t("our-tiles"), key });
    });
  const upload = (/** @type {File[]} */ [file]) =>
    update(() => importTiles(id, token, { file, key: keyFor([file.name, file.size, file.lastModified]) }));
  if (isBusy) return html`<p class="lead" role="status">${t("looking-at-tiles")}</p>`;
  if (known?.questions.length)
    return html`<${Question}
      key=${known.revision}
      known=${known}
      onAnswer=${(/** @type {string | null} */ code) => update(() => answerTiles(known.id, token, { 0: code }))}
    />`;
  if (known)
    return html`<${LearnedSet} known=${known} token=${token} update=${update} onRenamed=${setKnown} close=${close} />`;
  return html`<${Invitation} onPhotos=${learn} onFile=${upload} close=${close} />`;
}

/** @param {Record<string, number>} numbers by the code of a face */
const faceList = (numbers) =>
  html`<ul class="plain counted-tiles">
    ${Object.entries(numbers).map(([code, n]) => html`<li key=${code}>${tileImage(code)} ${n > 1 && `× ${n}`}</li>`)}
  </ul>`;

/** @param {TileCount} count */
function countResult({ found, of, missing, extra, unsure }) {
  const isLacking = Object.keys(missing).length > 0;
  const hasExtra = Object.keys(extra).length > 0;
  return html`<section aria-live="polite">
    <p class="lead"><b class="figure">${t("n-of-all-tiles", { n: found, all: of })}</b></p>
    ${!isLacking && !hasExtra && html`<p class="lead">${t("set-is-complete")}</p>`}
    ${isLacking && html`<h3>${t("missing-or-face-down")}</h3>${faceList(missing)}`}
    ${hasExtra && html`<h3>${t("more-than-set-has")}</h3>${faceList(extra)}`}
    ${
      unsure.length > 0 &&
      html`<h3>${t("hard-to-read-one-of-these")}</h3>
        <ul class="plain counted-tiles">${unsure.map(({ likely }) => html`<li>${likely.map((code) => tileImage(code))}</li>`)}</ul>`
    }
  </section>`;
}

/** @param {{ close: () => void }} props */
function SetCount({ close }) {
  const [count, setCount] = useState(/** @type {TileCount | null} */ (null));
  const [isBusy, setBusy] = useState(false);
  /** @param {File[]} files */
  async function countPhotos(files) {
    setBusy(true);
    await preparePhotos(files).then(countTiles).then(setCount, complain);
    setBusy(false);
  }
  if (isBusy) return html`<p class="lead" role="status">${t("looking-at-tiles")}</p>`;
  const label = count ? t("count-again") : t("photograph-tiles");
  return html`
    ${count ? countResult(count) : html`<p class="lead">${t("lay-whole-set-face-up")}</p>`}
    <p>${fileButton(t("choose-up-to-4-photos"), { accept: "image/*", multiple: true, name: "counted_photos", onFiles: countPhotos })}</p>
    <div class="actions">
      <button type="button" class="quiet" onclick=${close}>${t("done-label")}</button>
      ${fileButton(label, { class: "primary", accept: "image/*", capture: "environment", onFiles: countPhotos })}
    </div>
  `;
}

export const openSetCount = () => openSheet(t("is-our-set-complete"), (close) => html`<${SetCount} close=${close} />`);

/** @param {string} id @param {string} token */
export async function openTileSet(id, token) {
  const answer = await orComplain(tileSets(id));
  if (!answer) return;
  const initial = answer.tile_sets.at(-1) ?? null;
  openSheet(
    t("show-your-tiles"),
    (close) => html`<${TileSet} id=${id} token=${token} initial=${initial} close=${close} />`,
  );
}

/** Invites a new table to photograph its tiles. @param {{ id: string, token: string }} props */
export function TilesCard({ id, token }) {
  const [isShown, setShown] = useState(false);
  const wasAccepted = useRef(false);
  useEffect(() => {
    const update = () =>
      tileSets(id).then(
        ({ tile_sets: sets }) => setShown(!sets.length && !wasAccepted.current),
        () => {},
      );
    update();
    document.addEventListener("close", update, true); // the panel's: the tiles may have been photographed in it
    return () => document.removeEventListener("close", update, true);
  }, [id]);
  const skip = () => {
    keepTileSetOffered(false); // still offered under "More"
    setShown(false);
  };
  const accept = () => {
    wasAccepted.current = true;
    openTileSet(id, token);
    setShown(false);
  };
  return (
    isShown &&
    html`<section class="card tiles-card">
      <p>${t("show-your-tiles-once")}</p>
      <div class="pair">
        <button type="button" onclick=${accept}>${t("show-tiles")}</button>
        <button type="button" onclick=${skip}>${t("skip")}</button>
      </div>
    </section>`
  );
}
