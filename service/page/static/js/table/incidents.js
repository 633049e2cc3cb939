// What happens besides hands: a false win, players who change seats, points moved, the game's early end.

import { t } from "../i18n/translation.js";
import { falseWinCost } from "../state/rules.js";
import { windTile } from "../state/tiles.js";
import { h } from "../ui/dom.js";
import { ask, openSheet } from "../ui/sheet.js";
import { tileImage, windName } from "../ui/tiles.js";

/** @import { RulesDetail, State } from "../types" */

/**
 * The table, its rules, and how something is recorded there.
 *
 * @typedef {{ state: State, rules: RulesDetail, send: (what: string, body: object) => void }} Context
 */

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const field = (form, name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));
/** @param {HTMLFormElement} form */
const complaint = (form) => /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));

/** @param {string} cost */
function costWords(cost) {
  if (cost === "none") return t("By the rules of this table it costs nothing. It is written down.");
  if (cost === "pay_max_selfdraw_each") return t("They pay everybody as much as for a self-drawn limit hand.");
  return t("They pay {n} points to each other player.", { n: cost.replace("fixed:", "") });
}

/** @param {Context} given */
function falseWin({ state, rules, send }) {
  openSheet(t("False win"), (close) => [
    h("p", { class: "lead" }, t("Who declared a win that was none?"), " ", costWords(falseWinCost(state, rules))),
    h("p", { class: "hint" }, t("A tap on the name records it. It can be taken back.")),
    h(
      "div",
      { class: "people" },
      state.players.map((player, k) =>
        h(
          "button",
          {
            type: "button",
            class: "person",
            "data-player": k,
            onclick: () => {
              close();
              send("false-wins", { player: k });
            },
          },
          tileImage(windTile(player.seat_wind), { silent: true }),
          h("b", {}, player.name),
        ),
      ),
    ),
  ]);
}

/** @param {Context} given */
function swap({ state, send }) {
  const winds = state.seats.map((player) => state.players[player].seat_wind);
  openSheet(t("Change seats"), (close) => {
    /** @type {HTMLFormElement} */
    const form = h(
      "form",
      {
        class: "fields",
        onsubmit: (event) => {
          event.preventDefault();
          const seats = winds.map((_, k) => Number(field(form, `seat${k}`).value));
          if (new Set(seats).size < 4) {
            complaint(form).textContent = t("Each player sits on one seat only.");
            return;
          }
          close();
          send("swaps", { seats });
        },
      },
      h("p", { class: "hint" }, t("Points go with the players, winds stay with the seats.")),
      winds.map((wind, k) =>
        h(
          "label",
          { class: "score-field" },
          h("b", {}, windName(wind)),
          h(
            "select",
            { name: `seat${k}` },
            state.players.map(({ name }, player) =>
              h("option", { value: player, selected: state.seats[k] === player }, name),
            ),
          ),
        ),
      ),
      h("p", { role: "alert", class: "loss" }),
      h("button", { class: "primary", type: "submit" }, t("Change seats")),
    );
    return form;
  });
}

/** @param {Context} given */
function adjust({ state, send }) {
  openSheet(t("Move points"), (close) => {
    /** @type {HTMLFormElement} */
    const form = h(
      "form",
      {
        class: "fields",
        onsubmit: (event) => {
          event.preventDefault();
          const changes = state.players.map((_, k) => Number.parseInt(field(form, `points${k}`).value, 10) || 0);
          if (changes.reduce((sum, each) => sum + each, 0) !== 0) {
            complaint(form).textContent = t("Together the four changes must make 0.");
            return;
          }
          close();
          send("adjustments", { changes, reason: field(form, "reason").value });
        },
      },
      h("p", { class: "hint" }, t("What one gets, another gives: together they make 0.")),
      state.players.map(({ name }, k) =>
        h(
          "label",
          { class: "score-field" },
          h("b", {}, name),
          h("input", { type: "number", name: `points${k}`, value: 0, step: 1 }),
        ),
      ),
      h(
        "label",
        { class: "rule stacked" },
        h("span", {}, t("Why?")),
        h("input", { name: "reason", required: true, maxlength: 100, autocomplete: "off" }),
      ),
      h("p", { role: "alert", class: "loss" }),
      h("button", { class: "primary", type: "submit" }, t("Move points")),
    );
    return form;
  });
}

/**
 * Opens what else can be recorded; `context` is {state, rules, send}.
 *
 * @param {Context} context
 */
export function openMore(context) {
  const { state, send } = context;
  const end = () =>
    ask(
      t("End the game now?"),
      t("The standings stay as they are. Taking the last entry back opens the game again."),
      t("End the game"),
      () => send("end", {}),
    );
  openSheet(t("More"), (close) => [
    /** @type {[string, (context: Context) => void][]} */ ([
      [t("False win"), falseWin],
      [t("Change seats"), swap],
      [t("Move points"), adjust],
      [t("End the game"), end],
    ]).map(([label, run]) =>
      h(
        "button",
        {
          type: "button",
          disabled: state.finished,
          onclick: () => {
            close();
            run(context);
          },
        },
        label,
      ),
    ),
  ]);
}
