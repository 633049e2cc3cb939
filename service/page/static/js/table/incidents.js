// What is recorded besides hands: false wins, changes of seats, moved points, names, other rules, an early end.

import { t } from "../i18n/translation.js";
import { houseOption } from "../state/rules.js";
import { withPart } from "../ui/page.js";
import { people } from "../ui/people.js";
import { ask, openSheet } from "../ui/sheet.js";
import { windName } from "../ui/tiles.js";
import { toTheCent } from "../ui/words.js";
import { html, useState } from "../vendor/preact.js";

/** @import { Child, RulesDetail, State, UiEvent } from "../types" */

/**
 * A form: its fields and the label of its button. `check` gets the values by field name, and returns a complaint or an
 * action to run once the panel is closed.
 *
 * @typedef {object} FormParts
 * @property {Child} fields
 * @property {string} label
 * @property {(values: Record<string, string>) => string | (() => void)} check
 */

/** @param {FormParts & { close: () => void }} props */
function Form({ fields, label, check, close }) {
  const [complaint, setComplaint] = useState("");
  /** @param {UiEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(event.currentTarget)));
    const result = check(values);
    if (typeof result === "string") {
      setComplaint(result);
      return;
    }
    close();
    result();
  };
  return html`<form class="fields" onsubmit=${submit}>
    ${fields}
    ${complaint && html`<p role="alert" class="loss">${complaint}</p>`}
    <button class="primary" type="submit">${label}</button>
  </form>`;
}

/** @param {string} title @param {FormParts} parts */
const openForm = (title, parts) => openSheet(title, (close) => html`<${Form} ...${parts} close=${close} />`);

/** @typedef {{ state: State, rules: RulesDetail, send: (what: string, body: object, seq?: number) => void }} Context */

/** @param {State} state @param {RulesDetail} rules */
function costWords(state, rules) {
  const cost = houseOption(state, rules, "false_win");
  if (cost === "none") return t("by-rules-of-table-costs");
  if (cost === "pay_max_selfdraw_each") return t("they-pay-everybody-as-much");
  const [kind, n] = cost.split(":");
  return t(kind === "bank" ? "they-pay-n-points" : "they-pay-n-points-to-each-other", { n });
}

/** @param {Context} context */
const openFalseWin = ({ state, rules, send }) =>
  openSheet(
    t("false-win-label"),
    (_, after) => html`
      <p class="lead">${t("who-declared-win-none")} ${costWords(state, rules)}</p>
      <p class="hint">${t("tap-on-name-records")}</p>
      ${people(
        state,
        after((player) => send("false-wins", { player }, state.seq)),
      )}
    `,
  );

/** Ask whether to record a false win. @param {Context} context @param {number} player @param {string} hand */
export const askFalseWin = ({ state, rules, send }, player, hand) =>
  ask(t("false-win-by-name", state.players[player]), costWords(state, rules), t("record-false-win"), () =>
    send("false-wins", { player, hand }, state.seq),
  );

/** @param {Context} context */
function openSeats({ state: { players, seats: current }, send }) {
  openForm(t("change-seats"), {
    fields: [
      html`<p class="hint">${t("points-go-with-players-winds")}</p>`,
      current.map(
        (seated, k) => html`<label class="score-field">
          <b>${windName(players[seated].seat_wind)}</b>
          <select name="seat${k}">
            ${players.map(({ name }, player) => html`<option value=${player} selected=${seated === player}>${name}</option>`)}
          </select>
        </label>`,
      ),
    ],
    label: t("change-seats"),
    check: (values) => {
      const seats = current.map((_, k) => Number(values[`seat${k}`]));
      return new Set(seats).size < seats.length ? t("each-player-sits-on-one") : () => send("swaps", { seats });
    },
  });
}

/** @param {Context} context */
export function openMovePoints({ state: { players, coin }, send }) {
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
    check: ({ reason, ...values }) => {
      const changes = players.map((_, k) => Number.parseFloat(values[`points${k}`]) || 0);
      return toTheCent(changes.reduce((sum, each) => sum + each, 0)) !== 0
        ? t("together-changes-must-make-0")
        : () => send("adjustments", { changes, reason });
    },
  });
}

/** @param {Context} context */
function openNames({ state: { players }, send }) {
  openForm(t("name-the-players"), {
    fields: players.map(
      (player, k) => html`<label class="rule stacked" key=${k}><span>${player.name}</span>
        <input name=${`name${k}`} placeholder=${player.name} defaultValue=${player.name} maxlength="20" autocomplete="off" autocapitalize="words" />
      </label>`,
    ),
    label: t("keep"),
    check: (values) => {
      const names = players.map((player, k) => values[`name${k}`].trim() || player.name);
      return () => players.some((player, k) => names[k] !== player.name) && send("players", { players: names });
    },
  });
}

/**
 * Open the incidents that can be recorded, none if `context` is null, and further tools.
 *
 * @param {Context | null} context
 * @param {(false | [string, () => unknown])[]} tools by label and action
 */
export function openMore(context, tools) {
  /** @param {Context} context */
  const askEnd = ({ state, send }) =>
    ask(t("end-game-now"), t("standings-stay-as-they-taking"), t("end-game"), () => send("end", {}, state.seq));
  /** @type {[string, (context: Context) => void][]} */
  const incidents = [
    [t("false-win-label"), openFalseWin],
    [t("change-seats"), openSeats],
    [t("move-points"), openMovePoints],
    [t("name-the-players"), openNames],
    [t("change-rules"), (table) => withPart(import("./rules-change.js"), (part) => part.openRulesChange(table))],
    [t("end-game"), askEnd],
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
