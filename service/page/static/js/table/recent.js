// The last hands of a table, each with what the winners got, and the button that takes the latest back.

import { phrases, t } from "../i18n/translation.js";
import { change } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { eventLine, handName, isHand, lastHands, lastUndoable, revisionWords, winsOf } from "./events.js";

/** @import { LedgerEvent, State } from "../types" */

const MOST = 3; // hands

/** Return what the winners got, or what a false win cost. @param {LedgerEvent} event */
function amountWords(event) {
  const players = event.kind === "hand_won" ? winsOf(event).map(({ winner }) => winner) : [event.player];
  return players
    .map((player) => event.changes?.[player])
    .filter(Boolean)
    .map(change)
    .join(" · ");
}

/** Return what a screen reader says of an event and its payments. @param {LedgerEvent} event @param {State} state */
export function announcement(event, state) {
  const changes = (event.changes ?? []).flatMap((points, k) =>
    points ? [`${state.players[k].name} ${change(points)}`] : [],
  );
  const last = t("last-what", { what: eventLine(event, state) });
  return phrases([last, ...changes]);
}

/** @param {LedgerEvent} latest @param {LedgerEvent[]} events @param {State} state @returns null for the last hand */
function latestIncident(latest, events, state) {
  const revision = revisionWords(latest, events, state);
  const [lastHand] = lastHands(events, 1);
  if (!revision && lastHand?.seq === latest.seq) return null;
  return html`<p class="last-hand">
    <span>
      ${revision ?? eventLine(latest, state)}
      ${revision && !lastHand && html`<br />${t("no-hand-left")}`}
    </span>
    ${!revision && html`<b>${amountWords(latest)}</b>`}
  </p>`;
}

/**
 * Return the last hands, the latest first. Hands after `sent`, the last event that the service has, are marked as
 * waiting; those that this phone cannot count come as `titles`. A tap opens a hand's breakdown, or what waits.
 *
 * @param {{ state: State, events: LedgerEvent[], latest: LedgerEvent | null, sent: number, titles: string[],
 *   onWhy: (event: LedgerEvent) => void, onWaiting: () => void, onUndo: (() => void) | null }} options
 */
export function recentHands({ state, events, latest, sent, titles, onWhy, onWaiting, onUndo }) {
  const rows = [
    ...titles.map((words) => ({ hand: "", words, amount: "", waits: true, open: onWaiting })).reverse(),
    ...lastHands(events, MOST).map((event) => ({
      hand: handName(event),
      words: eventLine(event, state),
      amount: amountWords(event),
      waits: event.seq > sent,
      open: () => onWhy(event),
    })),
  ].slice(0, MOST);
  if (!rows.length && !latest && !onUndo) return null;
  const undoable = titles.length ? null : lastUndoable(events, state.finished);
  return html`<section class="recent" aria-label=${t("last-hands")}>
    ${latest && !titles.length && latestIncident(latest, events, state)}
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
    ${onUndo && html`<button type="button" class="text take-back" onclick=${onUndo}>${t(!undoable || isHand(undoable) ? "take-back-last-hand" : "take-back-last-entry")}</button>`}
  </section>`;
}
