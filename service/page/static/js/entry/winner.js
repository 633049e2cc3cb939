// The first step of a win: who won and how; and the bar that switches between hands if more than one counts.

import { t } from "../i18n/translation.js";
import { entryOf, isKnown, isWinner, newEntry, winnersOf } from "../state/draft.js";
import { handText } from "../state/notation.js";
import { everybody, othersInTurn } from "../state/players.js";
import { everyoneScores } from "../state/rules.js";
import { isEntered, pickWin, pickWinner, shotOf } from "../state/win.js";
import { worthWords } from "../ui/breakdown.js";
import { handPictures } from "../ui/hands.js";
import { Later } from "../ui/hooks.js";
import { personButton } from "../ui/people.js";
import { tileImage } from "../ui/tiles.js";
import { html } from "../vendor/preact.js";
import { entryWays, photoProgress } from "./reading.js";
import { nextHand, payLine, recordButton, scoreCards, wrongHands } from "./score.js";
import { faanPart } from "./worth-form.js";

/** @import { WinSession } from "./session.js" */
/** @import { Draft, Win } from "../types" */

/** @param {WinSession} session */
function winnerCard(session) {
  const { state, draft } = session.win;
  return html`<section class="card who" aria-label=${t("who-won")}>
    <h2>${t("who-won")}</h2>
    <div class=${draft.winner === null ? "people" : "people four"}>
      ${state.players.map((_, k) =>
        personButton(state, k, {
          pressed: draft.winner === k,
          onpick: () => session.update((win) => pickWinner(win, k)),
        }),
      )}
    </div>
  </section>`;
}

/** @param {WinSession} session @param {number} winner */
function howCard(session, winner) {
  const { state, draft } = session.win;
  /** @param {Win} how @param {number | null} from */
  const pick = (how, from) => session.update((win) => pickWin(win, how, from));
  return html`<section class="card who" aria-label=${t("how")}>
    <h2>${t("how-did-name-get-last", state.players[winner])}</h2>
    <div class="people four">
      <button
        type="button"
        class="person wide"
        aria-pressed=${String(draft.win === "self-draw")}
        onclick=${() => pick("self-draw", null)}
      >
        ${tileImage("x", { silent: true })}
        <span><b>${t("drew-it")}</b></span>
      </button>
      ${othersInTurn(state, winner).map((k) =>
        personButton(state, k, {
          label: t("from-word"),
          pressed: draft.win === "discard" && draft.from === k,
          onpick: () => pick("discard", k),
        }),
      )}
    </div>
    <p class="hint">${t("for-robbed-kong-choose-player")}</p>
  </section>`;
}

/** @param {Draft} draft */
const isAgreed = ({ winner, win, mode, faan }) =>
  winner !== null && win !== null && mode === "faan" && Number.isInteger(faan);

/** Return the button that records agreed faan, or leads to the tiles that were entered. @param {WinSession} session */
function whoFoot(session) {
  const { draft } = session.win;
  if (isAgreed(draft)) return [nextHand(session) ?? payLine(session), recordButton(session)];
  if (draft.winner === null || !draft.win || !isEntered(draft)) return null;
  return html`<button type="button" class="primary big" onclick=${() => session.go("hand")}>${t("continue-tiles")}</button>`;
}

/** Return the photo of a win that begins with one, or the ways to take it; else null. @param {WinSession} session */
function photoFirst(session) {
  const { draft } = session.win;
  if (draft.mode === "camera") return entryWays(session, draft.winner);
  if (draft.win || draft.mode !== "photo") return null;
  const shot = shotOf(session.win, draft.winner);
  const hand = draft.hand && handText(draft.hand);
  if (!hand) return photoProgress(session, draft.winner) ?? entryWays(session, draft.winner);
  return html`<section class="card seen" role="status">
    ${shot?.url && html`<img class="seen-photo" src=${shot.url} alt="" />`}
    ${handPictures(hand)}
  </section>`;
}

/** @param {WinSession} session */
export function whoStep(session) {
  const { draft, rules } = session.win;
  const { winner, mode } = draft;
  const isBegun = winner !== null && !everyoneScores(rules);
  const first = photoFirst(session);
  /** @param {number} faan */
  const onFaan = (faan) => {
    const { win, from } = draft;
    session.setDraft({ win: win ?? "self-draw", from: win ? from : null, ...newEntry("faan"), faan });
  };
  return {
    body: [isAgreed(draft) && handsBar(session, Number(winner)), first, winnerCard(session)],
    side: winner !== null && [
      howCard(session, winner),
      isBegun &&
        (mode !== "photo" || draft.win) &&
        html`<${Later} draw=${() => faanPart(session, session.won, { title: t("only-faan"), onFaan })} />`,
      isAgreed(draft) && scoreCards(session),
      isBegun && draft.win && !first && entryWays(session, winner),
    ],
    foot: whoFoot(session),
  };
}

/** Return the hands to switch between, or null if only one counts. @param {WinSession} session @param {number} shown */
export function handsBar(session, shown) {
  const { state, draft, rules } = session.win;
  const everyone = everyoneScores(rules) && draft.mode !== "scores";
  if (!everyone && !draft.also?.length) return null;
  const wrong = wrongHands(session, shown);
  /** @param {number} player */
  const words = (player) => {
    if (wrong.includes(player)) return t("please-check");
    if (isWinner(draft, player)) return t("won-word");
    if (!isKnown(entryOf(draft, player))) return t("unknown-word");
    const { answer } = session.prices.worths[player].result;
    return answer?.valid ? worthWords(answer) : t("entered");
  };
  return html`<div class="hands-bar" role="group" aria-label=${t("whose-hand")}>
    ${(everyone ? everybody(state) : winnersOf(draft)).map(
      (player) => html`<button
        type="button"
        class=${wrong.includes(player) ? "doubtful" : null}
        aria-pressed=${String(player === shown)}
        data-player=${player}
        onclick=${() => session.go("hand", player)}
      >
        <b>${state.players[player].name}</b>
        <small>${words(player)}</small>
      </button>`,
    )}
  </div>`;
}
