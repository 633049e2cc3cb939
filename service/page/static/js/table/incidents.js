// What happens besides hands: a false win, players who change seats, points moved, the game's early end.

import { t, withWords } from "../i18n/translation.js";
import { falseWinCost } from "../state/rules.js";
import { windTile } from "../state/tiles.js";
import { ask, openSheet } from "../ui/sheet.js";
import { tileImage, windName } from "../ui/tiles.js";
import { toTheCent } from "../ui/words.js";
import { html, useState } from "../vendor/preact.js";

/** @import { RulesDetail, State, UiEvent } from "../types" */

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

/** @param {string} cost */
function costWords(cost) {
  if (cost === "none") return t("by-rules-of-table-costs");
  if (cost === "pay_max_selfdraw_each") return t("they-pay-everybody-as-much");
  const [kind, n] = cost.split(":");
  if (kind === "bank") return t("they-pay-n-points", { n });
  return t("they-pay-n-points-to-each-other", { n });
}

/** @param {Context} given */
function falseWin({ state, rules, send }) {
  openSheet(
    t("false-win-label"),
    (_, after) => html`
      <p class="lead">${t("who-declared-win-none")} ${costWords(falseWinCost(state, rules))}</p>
      <p class="hint">${t("tap-on-name-records")}</p>
      <div class="people">
        ${state.players.map(
          (player, k) => html`<button
            type="button"
            class="person"
            data-player=${k}
            onclick=${after(() => send("false-wins", { player: k }))}
          >
            ${tileImage(windTile(player.seat_wind), { silent: true })}
            <b>${player.name}</b>
          </button>`,
        )}
      </div>
    `,
  );
}

/**
 * Asks whether a player's win was none, and records that with the hand that was shown.
 *
 * @param {Context} given
 * @param {number} player
 * @param {string} hand
 */
export const askFalseWin = ({ state, rules, send }, player, hand) =>
  ask(t("false-win-by-name", state.players[player]), costWords(falseWinCost(state, rules)), t("record-false-win"), () =>
    send("false-wins", { player, hand }),
  );

/** @param {Context & { close: () => void }} given */
function Swap({ state, send, close }) {
  const [wrong, complain] = useState(false);
  const winds = state.seats.map((player) => state.players[player].seat_wind);
  /** @param {UiEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const seats = winds.map((_, k) => Number(field(event.currentTarget, `seat${k}`).value));
    if (new Set(seats).size < seats.length) {
      complain(true);
      return;
    }
    close();
    send("swaps", { seats });
  };
  return html`<form class="fields" onsubmit=${submit}>
    <p class="hint">${t("points-go-with-players-winds")}</p>
    ${winds.map(
      (wind, k) => html`<label class="score-field">
        <b>${windName(wind)}</b>
        <select name="seat${k}">
          ${state.players.map(
            ({ name }, player) => html`<option value=${player} selected=${state.seats[k] === player}>${name}</option>`,
          )}
        </select>
      </label>`,
    )}
    <p role="alert" class="loss">${wrong && t("each-player-sits-on-one")}</p>
    <button class="primary" type="submit">${t("change-seats")}</button>
  </form>`;
}

/** @param {Context & { close: () => void }} given */
function Adjust({ state, send, close }) {
  const [wrong, complain] = useState(false);
  /** @param {UiEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const changes = state.players.map((_, k) => Number.parseFloat(field(form, `points${k}`).value) || 0);
    if (toTheCent(changes.reduce((sum, each) => sum + each, 0)) !== 0) {
      complain(true);
      return;
    }
    close();
    send("adjustments", { changes, reason: field(form, "reason").value });
  };
  return html`<form class="fields" onsubmit=${submit}>
    <p class="hint">${t("what-one-gets-another-gives")}</p>
    ${state.players.map(
      ({ name }, k) => html`<label class="score-field">
        <b>${name}</b>
        <input type="number" name="points${k}" defaultValue="0" step=${state.coin ?? 1} inputmode="decimal" />
      </label>`,
    )}
    <label class="rule stacked">
      <span>${t("why-question")}</span>
      <input name="reason" required maxlength="100" autocomplete="off" />
    </label>
    <p role="alert" class="loss">${wrong && t("together-changes-must-make-0")}</p>
    <button class="primary" type="submit">${t("move-points")}</button>
  </form>`;
}

/** @param {Context} context */
const swap = (context) => openSheet(t("change-seats"), (close) => html`<${Swap} ...${context} close=${close} />`);
/**
 * Asks for points to be moved without a hand.
 *
 * @param {Context} context
 */
export const adjust = (context) =>
  openSheet(t("move-points"), (close) => html`<${Adjust} ...${context} close=${close} />`);

/**
 * Opens what else can be recorded, where something can (`context`), and after it further `tools`, each with what it does.
 *
 * @param {Context | null} context
 * @param {(false | [string, () => unknown])[]} tools
 */
export function openMore(context, tools) {
  const end = () =>
    ask(t("end-game-now"), t("standings-stay-as-they-taking"), t("end-game"), () => context?.send("end", {}));
  /** @type {[string, (context: Context) => void][]} */
  const incidents = [
    [t("false-win-label"), falseWin],
    [t("change-seats"), swap],
    [t("move-points"), adjust],
    [t("name-the-players"), async (given) => (await withWords(import("./names.js"), "rare")).openNames(given)],
    [t("change-rules"), async (given) => (await withWords(import("./rules-change.js"), "rare")).openRulesChange(given)],
    [t("end-game"), end],
  ];
  openSheet(t("more-label"), (_, after) => [
    context &&
      incidents.map(
        ([label, run]) => html`<button type="button" onclick=${after(() => run(context))}>${label}</button>`,
      ),
    tools.map(
      (tool) => tool && html`<button type="button" class="quiet" onclick=${after(tool[1])}>${tool[0]}</button>`,
    ),
  ]);
}
