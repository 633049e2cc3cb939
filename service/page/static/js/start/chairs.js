// Four names on four chairs round a drawn table; who sits where can be left to a draw of the winds.

import { t } from "../i18n/translation.js";
import { WINDS, windTile } from "../state/tiles.js";
import { sideAfter } from "../table/layout.js";
import { h, notice, s } from "../ui/dom.js";
import { shuffled } from "../ui/random.js";
import { tileImage, windName } from "../ui/tiles.js";

const PLACES = ["deals first", "goes after East", "across from East", "goes before East"];

// Round the table from East's place at the bottom to the right; mirrored where play goes clockwise.
const TURN = ["M50 80A30 30 0 1 0 20 50", "M11 42L20 52L30 43"];

/**
 * @param {number} place
 * @param {string} name
 */
function chair(place, name) {
  const wind = windName(WINDS[place]);
  return h(
    "label",
    { class: "chair" },
    h(
      "span",
      { class: "chair-wind" },
      tileImage(windTile(WINDS[place]), { silent: true, after: true }),
      h("b", {}, wind),
    ),
    h("input", {
      name: `player${place}`,
      value: name,
      placeholder: t("Name"),
      required: true,
      maxlength: 20,
      autocomplete: "off",
      autocapitalize: "words",
      enterkeyhint: place < 3 ? "next" : "done",
      "aria-label": `${wind}, ${t(PLACES[place])}`,
    }),
  );
}

/** @param {string} direction */
const wayOfPlay = (direction) =>
  s(
    "svg",
    { viewBox: "0 0 100 100", class: "way-of-play", "aria-hidden": "true" },
    s(
      "g",
      { transform: direction === "cw" ? "translate(100 0) scale(-1 1)" : null },
      TURN.map((d) => s("path", { d })),
    ),
  );

/**
 * Returns the table to sit down at: {element, names, turn(direction)}.
 *
 * @param {{ names: string[], direction: string }} given
 */
export function createChairs({ names, direction }) {
  const chairs = WINDS.map((_, place) => chair(place, names[place]));
  const inputs = chairs.map((each) => /** @type {HTMLInputElement} */ (each.querySelector("input")));
  const way = h("span", { class: "table-way" });
  const said = h("p", { class: "hint drawn-seats", role: "status" });
  const felt = h("div", { class: "chairs" }, chairs, way);

  /** @param {string} newer */
  function turn(newer) {
    chairs.forEach((each, place) => {
      each.dataset.side = sideAfter(place, newer);
    });
    way.replaceChildren(wayOfPlay(newer), h("small", {}, t("East deals first")));
  }

  function draw() {
    const given = inputs.map(({ value }) => value.trim());
    if (given.some((name) => !name)) {
      notice(t("Enter the four names first, in any order. Then the winds are drawn."));
      inputs[given.indexOf("")].focus();
      return;
    }
    const seated = shuffled(given);
    inputs.forEach((input, place) => {
      input.value = seated[place];
    });
    felt.classList.remove("just-drawn");
    felt.getBoundingClientRect(); // so that the same movement can be seen again
    felt.classList.add("just-drawn");
    said.textContent = t("Drawn: {seats}. Sit down like this.", {
      seats: WINDS.map((wind, place) => `${windName(wind)} ${seated[place]}`).join(", "),
    });
  }

  turn(direction);
  return {
    element: h(
      "div",
      { class: "seating" },
      felt,
      h("button", { type: "button", class: "quiet", onclick: draw }, t("Draw the seats by chance")),
      said,
    ),
    names: () => inputs.map(({ value }) => value.trim()),
    turn,
  };
}
