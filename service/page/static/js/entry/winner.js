// First step of a win: who won, and from whom. And whose tiles are on the screen, where more than one hand counts.

import { t } from "../i18n/translation.js";
import { entryOf, isKnown, isWinner, winnersOf } from "../state/draft.js";
import { handText } from "../state/notation.js";
import { everybody, othersInTurn } from "../state/players.js";
import { everyoneScores, faanLimits } from "../state/rules.js";
import { windTile } from "../state/tiles.js";
import { isEntered } from "../state/win.js";
import { worthWords } from "../ui/breakdown.js";
import { handPictures } from "../ui/hands.js";
import { Mark } from "../ui/marks.js";
import { tileImage } from "../ui/tiles.js";
import { html } from "../vendor/preact.js";
import { agreedPreview, payLine, recordButton } from "./score.js";
import { photoOnItsWay, waysOf } from "./tiles-step.js";
import { faanPart } from "./worth-form.js";

/** @import { WinSession } from "./session.js" */
/** @import { Draft, Result, State, Win, WonDraft } from "../types" */

/** How a win was got whose faan were tapped before anything was said of it. */
const SELF_DRAW = /** @type {const} */ ({ win: "self-draw", from: null });

/**
 * @param {State} state
 * @param {number} k
 * @param {{ label?: string, pressed: boolean, onpick: () => void }} given
 */
function personButton(state, k, { label, pressed, onpick }) {
  const { name, seat_wind: wind } = state.players[k];
  return html`<button type="button" class="person" aria-pressed=${String(pressed)} data-player=${k} onclick=${onpick}>
    ${tileImage(windTile(wind), { silent: true })}
    <span>${label ? html`<small>${label}</small>` : null}<b><${Mark} player=${k} /> ${name}</b></span>
  </button>`;
}

/**
 * @param {WinSession} session
 */
function winnerCard(session) {
  const { state, draft } = session.win;
  return html`<section class="card who" aria-label=${t("who-won")}>
    <h2>${t("who-won")}</h2>
    <div class=${draft.winner === null ? "people" : "people four"}>
      ${state.players.map((_, k) =>
        personButton(state, k, {
          pressed: draft.winner === k,
          onpick: () => session.dispatch({ type: "pickWinner", winner: k }),
        }),
      )}
    </div>
  </section>`;
}

/**
 * @param {WinSession} session
 * @param {number} winner
 */
function howCard(session, winner) {
  const { state, draft } = session.win;
  /**
   * @param {Win} win
   * @param {number | null} from
   */
  const pick = (win, from) => session.dispatch({ type: "pickWin", win, from });
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

/**
 * Returns the foot of the step: what records a win whose faan are agreed, or leads back to the tiles that are there.
 *
 * @param {WinSession} session
 */
function whoFoot(session) {
  const { state, draft, rules, sending } = session.win;
  if (draft.winner === null || !draft.win) return null;
  if (isEntered(draft))
    // who came back, or sets a hand right, need not say again what is said
    return html`<button type="button" class="primary big" onclick=${() => session.go("hand")}>${t("continue-tiles")}</button>`;
  if (draft.mode !== "faan" || !Number.isInteger(draft.faan)) return null;
  const paid = session.paidNow();
  const away = paid.problem?.code === "not_reached" && agreedPreview({ state, draft: session.won, rules });
  return [
    payLine({ state, draft, paid: away ? { answer: away, problem: null, waiting: false } : paid }),
    recordButton({
      ...{ state, draft: session.won, paid, sending, stale: session.isStale(), blocked: false },
      confirm: () => session.confirm(),
    }),
  ];
}

/**
 * Returns what is there of a photo that was taken before all of who and how was said, or the ways to take it.
 *
 * @param {WinSession} session
 */
function photoFirst(session) {
  const { draft } = session.win;
  if (draft.mode === "camera") return waysOf(session, draft.winner);
  if (draft.win || draft.mode !== "photo") return null;
  const shot = session.photos.of(draft.winner);
  const hand = draft.hand && handText(draft.hand);
  if (!hand) return photoOnItsWay(session, draft.winner) ?? waysOf(session, draft.winner);
  return html`<section class="card seen" role="status">
    ${shot?.url && html`<img class="seen-photo" src=${shot.url} alt="" />`}
    ${handPictures(hand)}
  </section>`;
}

/**
 * Returns the step as {body, side, foot}: who won, then how, then by how many faan, or the ways to enter the tiles; first
 * the photo, where one is taken first.
 *
 * @param {WinSession} session
 */
export function whoStep(session) {
  const { state, draft, rules } = session.win;
  const { winner, mode } = draft;
  const isBegun = winner !== null && !everyoneScores(rules);
  const first = photoFirst(session);
  return {
    body: [first, winnerCard(session)],
    side: winner !== null && [
      howCard(session, winner),
      isBegun &&
        (mode !== "photo" || draft.win) &&
        faanPart({
          ...{ state, draft: session.won, rules, limits: faanLimits(state, rules), title: t("only-faan") },
          onFaan: (faan) => {
            const { win, from } = draft.win ? draft : SELF_DRAW;
            session.dispatch({ type: "agree", win: win ?? "self-draw", from, faan });
          },
        }),
      isBegun && draft.win && !first && waysOf(session, winner),
    ],
    foot: whoFoot(session),
  };
}

/**
 * Returns who else won on the same discard, to tap; null where only one can.
 *
 * @param {{ state: State, draft: WonDraft, onpick: (player: number) => void }} given
 */
export function alsoWon({ state, draft, onpick }) {
  if (draft.win !== "discard") return null;
  const others = othersInTurn(state, draft.winner).filter((player) => player !== draft.from);
  if (!others.length) return null;
  return html`<section class="card also" aria-label=${t("did-anybody-else-win")}>
    <h2>${t("did-anybody-else-win")}</h2>
    <div class="chips">
      ${others.map((player) => {
        const pressed = isWinner(draft, player);
        return html`<button
          type="button"
          class="chip"
          aria-pressed=${String(pressed)}
          data-also=${player}
          onclick=${() => onpick(player)}
        >
          ${t("name-too", state.players[player])}
        </button>`;
      })}
    </div>
  </section>`;
}

/**
 * Returns the hands to switch between, in any order: all four, or those of the winners; `clashing` do not fit together.
 *
 * @param {{ state: State, draft: Draft, shown: number | null, everyone: boolean, results: (player: number) => Result, clashing: number[], onpick: (player: number) => void }} given
 */
export function handsBar({ state, draft, shown, everyone, results, clashing, onpick }) {
  const players = everyone ? everybody(state) : winnersOf(draft);
  return html`<div class="hands-bar" role="group" aria-label=${t("whose-hand")}>
    ${players.map((k) => {
      const entry = entryOf(draft, k);
      const { answer } = results(k);
      const refused = entry.hand && answer?.valid === false && (k !== shown || !isWinner(draft, k)); // a winner's is not whole while it is entered
      const wrong = refused || clashing.includes(k);
      const said = wrong
        ? t("please-check")
        : isWinner(draft, k)
          ? t("won-word")
          : isKnown(entry)
            ? answer?.valid
              ? worthWords(answer)
              : t("entered")
            : t("unknown-word");
      return html`<button
        type="button"
        class=${wrong ? "doubtful" : null}
        aria-pressed=${String(k === shown)}
        data-player=${k}
        onclick=${() => onpick(k)}
      >
        <b>${state.players[k].name}</b>
        <small>${said}</small>
      </button>`;
    })}
  </div>`;
}
