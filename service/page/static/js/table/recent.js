// What happened last at a table: the last hands that count, each with what it moved, and the way to take the latest back.

import { list, phrases, t } from "../i18n/translation.js";
import { change } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { eventLine, handName, lastHands, revisedWords, standingHand, winsOf } from "./events.js";

/** @import { LedgerEvent, State } from "../types" */

const SHOWN = 3;

/**
 * Returns what an event brought to those who won, or cost whoever declared a win that was none.
 *
 * @param {LedgerEvent} event
 */
function amountWords(event) {
  const players = event.kind === "hand_won" ? winsOf(event).map(({ winner }) => winner) : [event.player];
  return players
    .map((player) => event.changes?.[player])
    .filter(Boolean)
    .map(change)
    .join(" · ");
}

/**
 * Returns what happened and what everybody got or paid: for those who hear the page.
 *
 * @param {LedgerEvent} event
 * @param {State} state
 */
export function newsWords(event, state) {
  const moved = (event.changes ?? []).flatMap((points, k) =>
    points ? [`${state.players[k].name} ${change(points)}`] : [],
  );
  const last = t("last-what", { what: eventLine(event, state) });
  return moved.length ? phrases([last, list(moved)]) : last;
}

/**
 * Returns what was done besides hands; after an undo or a correction that no hand is left, where none is.
 *
 * @param {LedgerEvent} latest
 * @param {LedgerEvent[]} events
 * @param {State} state
 */
function incident(latest, events, state) {
  const revised = revisedWords(latest, events, state);
  if (!revised && lastHands(events, 1)[0]?.seq === latest.seq) return null;
  return html`<p class="last-hand">
    <span>
      ${revised ?? eventLine(latest, state)}
      ${revised && !standingHand(events) && html`<br />${t("no-hand-left")}`}
    </span>
    ${!revised && html`<b>${amountWords(latest)}</b>`}
  </p>`;
}

/**
 * Returns the last hands, the latest first; what waits to be sent is marked, and of what this phone cannot count only the
 * `titles` are there. A tap opens the reasons of a hand, or what waits.
 *
 * @param {{ state: State, events: LedgerEvent[], latest: LedgerEvent | null, sent: number, titles: string[],
 *   onWhy: (event: LedgerEvent) => void, onWaiting: () => void, onUndo: (() => void) | null }} given `sent` is the number of
 *   the last event that the service has
 */
export function recentHands({ state, events, latest, sent, titles, onWhy, onWaiting, onUndo }) {
  const rows = [
    ...titles.map((words) => ({ hand: "", words, amount: "", waits: true, open: onWaiting })).reverse(),
    ...lastHands(events, SHOWN).map((event) => ({
      hand: handName(event),
      words: eventLine(event, state),
      amount: amountWords(event),
      waits: event.seq > sent,
      open: () => onWhy(event),
    })),
  ].slice(0, SHOWN);
  if (!rows.length && !latest && !onUndo) return null;
  return html`<section class="recent" aria-label=${t("last-hands")}>
    ${latest && !titles.length && incident(latest, events, state)}
    <ol class="plain">
      ${rows.map(
        ({ hand, words, amount, waits, open }) => html`<li>
          <button type="button" class=${waits ? "recent-hand waits" : "recent-hand"} onclick=${open}>
            ${hand && html`<small>${hand}</small>`}
            <span>${words}</span>
            ${amount && html`<b class="figure">${amount}</b>`}
          </button>
        </li>`,
      )}
    </ol>
    ${onUndo && html`<button type="button" class="text take-back" onclick=${onUndo}>${t("take-back-last-hand")}</button>`}
  </section>`;
}
