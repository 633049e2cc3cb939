// Asks which sets were called: a strip below the hand with one chip per set and, if the price depends on it, a question
// in the place of the record button.

import { plural, series, t } from "../i18n/translation.js";
import { setsBesideEyes } from "../state/arrangement.js";
import { callableSets, dependsOnCalls, scoredWorth, toggleCalled, withNothingCalled } from "../state/claims.js";
import { entryOf } from "../state/draft.js";
import { tilesText } from "../state/notation.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { faanWords, pointWords } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { bringInSight } from "./frame.js";

/** @import { WinSession } from "./session.js" */
/** @import { Hand, Result, Scored } from "../types" */

/** Return the worth in words, as a range if the answers differ: "3–4 faan". @param {Scored[]} answers */
function priceWords(answers) {
  const valid = answers.filter((answer) => answer.valid);
  if (!valid.length) return t("no-win");
  const prices = valid.map(scoredWorth).sort((a, b) => a - b);
  const [least, most] = [prices[0], /** @type {number} */ (prices.at(-1))];
  const words = typeof valid[0].faan === "number" ? faanWords(most) : pointWords(most);
  return least === most ? words : `${least}–${words}`;
}

/** @param {Pick<Result<any>, "problem">} result */
export const isOffline = ({ problem }) => problem?.code === "not_reached";

/** Return the sets that may have been called, also without a connection. @param {Hand} hand @param {Result} result */
function setsOf(hand, result) {
  if (!isOffline(result)) return callableSets(hand, result.answer?.sets ?? []);
  return callableSets(hand, setsBesideEyes(hand.concealed.map(({ code }) => code)).map(tilesText));
}

/** @param {Hand} hand */
const exposedCount = (hand) => callableSets(hand, []).filter(({ isExposed }) => isExposed).length;

/**
 * Return whether the table has to say what was called: the price depends on it, or is not known yet.
 * @param {WinSession} session @param {number} player
 */
export function isCallAsked({ win, prices }, player) {
  const entry = entryOf(win.draft, player);
  const { result, asEntered, alternatives } = prices.worths[player];
  if (!entry.hand || entry.isCalledKnown) return false;
  return isOffline(result) ? setsOf(entry.hand, result).length > 0 : dependsOnCalls(asEntered, alternatives);
}

/** Return one chip per set, pressed if it was called. @param {WinSession} session @param {number} player */
export function calledStrip(session, player) {
  const hand = /** @type {Hand} */ (entryOf(session.win.draft, player).hand);
  const sets = setsOf(hand, session.prices.worths[player].result);
  if (!sets.length) return null;
  return html`<section class=${isCallAsked(session, player) ? "called asked" : "called"} aria-label=${t("called-question")}>
    <h3>${t("called-question")}<span>${t("tap-each-set-claimed")}</span></h3>
    <div class="chips">
      ${sets.map(
        (set) => html`<button
          type="button"
          class="chip"
          key=${set.ids.join(" ")}
          aria-pressed=${String(set.isExposed)}
          aria-label="${t("called-word")}: ${series(set.codes.map(tileName))}"
          onclick=${() => session.setEntry(player, { hand: toggleCalled(hand, set), isCalledKnown: true })}
        >
          ${set.codes.map((code) => tileImage(code, { silent: true }))}
        </button>`,
      )}
    </div>
  </section>`;
}

/**
 * Return the two answers to whether a set was called, each with its price. The first keeps the hand and goes on.
 * @param {WinSession} session
 * @param {number} player
 * @param {{ what: string, ready: boolean, run: () => void }} next the words and the function of the first answer
 */
export function calledChoice(session, player, { what, ready, run }) {
  const { result, alternatives } = session.prices.worths[player];
  const hand = /** @type {Hand} */ (entryOf(session.win.draft, player).hand);
  const exposed = exposedCount(hand);
  /** @param {Hand} decided */
  const decide = (decided) => session.setEntry(player, { hand: decided, isCalledKnown: true });
  const goOn = () => {
    decide(hand);
    run();
  };
  return html`<div class="called-choice" role="group" aria-label=${t("was-a-set-called")}>
    <button type="button" class="record" disabled=${!ready} onclick=${goOn}>
      <b>${exposed ? plural(exposed, "one-set-called") : t("nothing-called-label")}</b>
      <small>${result.answer ? `${priceWords([result.answer])} · ${what}` : what}</small>
    </button>
    <button
      type="button"
      class="otherwise-called"
      onclick=${() => (exposed ? decide(withNothingCalled(hand)) : bringInSight(".called", "button"))}
    >
      <b>${exposed ? t("nothing-called-label") : t("set-called")}</b>
      ${alternatives && html`<small>${priceWords(alternatives)}</small>`}
    </button>
  </div>`;
}
