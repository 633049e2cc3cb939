// What happens besides hands: a false win, players who change seats, points moved, the game's early end.

import { t } from "../i18n/translation.js";
import { falseWinCost } from "../state/rules.js";
import { withPart } from "../ui/page.js";
import { people } from "../ui/people.js";
import { ask, openSheet } from "../ui/sheet.js";
import { windName } from "../ui/tiles.js";
import { toTheCent } from "../ui/words.js";
import { html, useState } from "../vendor/preact.js";

/** @import { Child, RulesDetail, State, UiEvent } from "../types" */

/**
 * What is asked, what the button says, and what is done with the values by the names of their fields: `take` returns what is
 * wrong with them, or what to run once the panel is closed.
 *
 * @typedef {{ fields: Child, label: string, take: (values: Record<string, string>) => string | (() => void) }} Asked
 */

/** @param {Asked & { close: () => void }} given */
function Form({ fields, label, take, close }) {
  const [wrong, complain] = useState("");
  /** @param {UiEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(event.currentTarget)));
    const taken = take(values);
    if (typeof taken === "string") {
      complain(taken);
      return;
    }
    close();
    taken();
  };
  return html`<form class="fields" onsubmit=${submit}>
    ${fields}
    ${wrong && html`<p role="alert" class="loss">${wrong}</p>`}
    <button class="primary" type="submit">${label}</button>
  </form>`;
}

/** @param {string} title @param {Asked} asked */
const openForm = (title, asked) => openSheet(title, (close) => html`<${Form} ...${asked} close=${close} />`);

/**
 * The table, its rules, and how something is recorded there.
 *
 * @typedef {{ state: State, rules: RulesDetail, send: (what: string, body: object) => void }} Context
 */

/** @param {string} cost */
function costWords(cost) {
  if (cost === "none") return t("by-rules-of-table-costs");
  if (cost === "pay_max_selfdraw_each") return t("they-pay-everybody-as-much");
  const [kind, n] = cost.split(":");
  return t(kind === "bank" ? "they-pay-n-points" : "they-pay-n-points-to-each-other", { n });
}

/** @param {Context} given */
const falseWin = ({ state, rules, send }) =>
  openSheet(
    t("false-win-label"),
    (_, after) => html`
      <p class="lead">${t("who-declared-win-none")} ${costWords(falseWinCost(state, rules))}</p>
      <p class="hint">${t("tap-on-name-records")}</p>
      ${people(
        state,
        after((player) => send("false-wins", { player })),
      )}
    `,
  );

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

/** @param {Context} given */
function swap({ state: { players, seats: sitting }, send }) {
  openForm(t("change-seats"), {
    fields: [
      html`<p class="hint">${t("points-go-with-players-winds")}</p>`,
      sitting.map(
        (seated, k) => html`<label class="score-field">
          <b>${windName(players[seated].seat_wind)}</b>
          <select name="seat${k}">
            ${players.map(({ name }, player) => html`<option value=${player} selected=${seated === player}>${name}</option>`)}
          </select>
        </label>`,
      ),
    ],
    label: t("change-seats"),
    take: (values) => {
      const seats = sitting.map((_, k) => Number(values[`seat${k}`]));
      return new Set(seats).size < seats.length ? t("each-player-sits-on-one") : () => send("swaps", { seats });
    },
  });
}

/** @param {Context} given */
export function adjust({ state: { players, coin }, send }) {
  openForm(t("move-points"), {
    fields: [
      html`<p class="hint">${t("what-one-gets-another-gives")}</p>`,
      players.map(
        ({ name }, k) => html`<label class="score-field">
          <b>${name}</b>
          <input type="number" name="points${k}" defaultValue="0" step=${coin ?? 1} inputmode="decimal" />
        </label>`,
      ),
      html`<label class="rule stacked">
        <span>${t("why-question")}</span>
        <input name="reason" required maxlength="100" autocomplete="off" />
      </label>`,
    ],
    label: t("move-points"),
    take: ({ reason, ...values }) => {
      const changes = players.map((_, k) => Number.parseFloat(values[`points${k}`]) || 0);
      return toTheCent(changes.reduce((sum, each) => sum + each, 0)) !== 0
        ? t("together-changes-must-make-0")
        : () => send("adjustments", { changes, reason });
    },
  });
}

/** @param {Context} given */
function name({ state: { players }, send }) {
  openForm(t("name-the-players"), {
    fields: players.map(
      (player, k) => html`<label class="rule stacked" key=${k}><span>${player.name}</span>
        <input name=${`name${k}`} placeholder=${player.name} defaultValue=${player.name} maxlength="20" autocomplete="off" autocapitalize="words" />
      </label>`,
    ),
    label: t("keep"),
    take: (values) => {
      const names = players.map((player, k) => values[`name${k}`].trim() || player.name);
      return () => players.some((player, k) => names[k] !== player.name) && send("players", { players: names });
    },
  });
}

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
    [t("name-the-players"), name],
    [t("change-rules"), (given) => withPart(import("./rules-change.js"), (part) => part.openRulesChange(given))],
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
