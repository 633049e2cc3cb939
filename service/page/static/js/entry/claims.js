// Which sets were called: a strip below the hand with one chip a set, and where the price hangs on it, the question in the
// place of the button that records.

import { plural, series, t } from "../i18n/translation.js";
import { setsBesideEyes } from "../state/arrangement.js";
import { callable, flipCalled, isPriceOpen, uncalled, worthOf } from "../state/claims.js";
import { entryOf } from "../state/draft.js";
import { tilesText } from "../state/notation.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { faanWords, pointWords } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { bringInSight } from "./frame.js";

/** @import { WinSession } from "./session.js" */
/** @import { Worth } from "./prices.js" */
/** @import { CalledSet, Entry, Hand, Result, Scored } from "../types" */

/** Returns the price of a hand in words, of several the least and the most: "3–4 faan". @param {Scored[]} answers */
function priceWords(answers) {
  const won = answers.filter(({ valid }) => valid);
  if (!won.length) return t("no-win");
  const prices = won.map(worthOf).sort((a, b) => a - b);
  const [least, most] = [prices[0], /** @type {number} */ (prices.at(-1))];
  const words = typeof won[0].faan === "number" ? faanWords(most) : pointWords(most);
  return least === most ? words : `${least}–${words}`;
}

/** @param {Pick<Result<any>, "problem">} result whether the service could not be asked */
export const isAway = ({ problem }) => problem?.code === "not_reached";

/**
 * @param {Hand} hand @param {Result} result
 * @returns the sets that may have been called; without a connection those that can be seen
 */
function setsOf(hand, result) {
  const seen = isAway(result) ? setsBesideEyes(hand.concealed.map(({ code }) => code)) : null;
  return callable(hand, seen?.map((codes) => tilesText(codes)) ?? result.answer?.sets ?? []);
}

/** @param {CalledSet[]} sets */
const openOf = (sets) => sets.filter(({ open }) => open).length;

/**
 * @param {Entry} entry @param {Worth} worth
 * @returns whether the table has to say what was called: where the price hangs on it, or is known only later
 */
export function isCalledAsked(entry, { result, asIs, others }) {
  if (!entry.hand || entry.isCalledKnown) return false;
  return isAway(result) ? setsOf(entry.hand, result).length > 0 : isPriceOpen(asIs, others);
}

/** @param {Worth} given */
function prices({ priced, asIs, others }) {
  if (!priced || !asIs || !others || !isPriceOpen(asIs, others)) return null;
  const [closed, called] = openOf(callable(priced, [])) ? [others, [asIs]] : [[asIs], others];
  return t("closed-closed-with-called-set", { closed: priceWords(closed), called: priceWords(called) });
}

/** @param {WinSession} session @param {number} player @returns one chip a set, pressed where it was called */
export function calledStrip(session, player) {
  const worth = session.prices.worths[player];
  const hand = /** @type {Hand} */ (entryOf(session.win.draft, player).hand);
  const sets = setsOf(hand, worth.result);
  if (!sets.length) return null;
  const asked = session.isAsked(player);
  const priced = prices(worth); // in the place of the hint: what lies below moves for no answer
  return html`<section class=${asked ? "called asked" : "called"} aria-label=${t("called-question")}>
    <h3>${t("called-question")}<span class=${priced && "called-prices"}>${priced ?? t("tap-each-set-claimed")}</span></h3>
    <div class="chips">
      ${sets.map(
        (set) => html`<button
          type="button"
          class="chip"
          key=${set.ids.join(" ")}
          aria-pressed=${String(set.open)}
          aria-label="${t("called-word")}: ${series(set.codes.map(tileName))}"
          onclick=${() => session.setEntry(player, { hand: flipCalled(hand, set), isCalledKnown: true })}
        >
          ${set.codes.map((code) => tileImage(code, { silent: true }))}
        </button>`,
      )}
    </div>
  </section>`;
}

/**
 * Returns the two answers to whether a set was called, each with its price: the hand as it lies, which goes on by `run`, and
 * the other. `what` says what going on does.
 *
 * @param {WinSession} session
 * @param {number} player
 * @param {{ what: string, ready: boolean, run: () => void }} way
 */
export function calledChoice(session, player, { what, ready, run }) {
  const { result, others } = session.prices.worths[player];
  const hand = /** @type {Hand} */ (entryOf(session.win.draft, player).hand);
  const open = openOf(callable(hand, []));
  const so = open ? plural(open, "one-set-called") : t("nothing-called-label");
  const now = result.answer ? `${priceWords([result.answer])} · ${what}` : what;
  const goOn = () => {
    session.setEntry(player, { hand, isCalledKnown: true });
    run();
  };
  return html`<div class="called-choice" role="group" aria-label=${t("was-a-set-called")}>
    <button type="button" class="record" disabled=${!ready} onclick=${goOn}>
      <b>${so}</b>
      <small>${now}</small>
    </button>
    <button
      type="button"
      class="otherwise-called"
      onclick=${() => (open ? session.setEntry(player, { hand: uncalled(hand), isCalledKnown: true }) : bringInSight(".called", "button"))}
    >
      <b>${open ? t("nothing-called-label") : t("set-called")}</b>
      ${others && html`<small>${priceWords(others)}</small>`}
    </button>
  </div>`;
}
