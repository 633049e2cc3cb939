// Entering a win: who, then the tiles with what they are worth. Nothing is recorded before the last button.
//
// An older hand is set right the same way (`draft.correcting` is its number), at the table as it was then.

import { gameState, history, ruleSet } from "../api/client.js";
import { t } from "../i18n/translation.js";
import { newDraft } from "../state/draft.js";
import * as storage from "../state/storage.js";
import { stateNow } from "../state/waiting-hands.js";
import { shownPlayer } from "../state/win.js";
import { besideCard } from "../table/draft-cards.js";
import { stateBefore } from "../table/events.js";
import { failureCard } from "../ui/failure.js";
import { useObservable } from "../ui/hooks.js";
import { show } from "../ui/page.js";
import { keepAwake } from "../ui/wake-lock.js";
import { winWords } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { Frame } from "./frame.js";
import { handStep } from "./hand-step.js";
import { WinSession } from "./session.js";
import { backToWays } from "./tiles-step.js";
import { whoStep } from "./winner.js";

/**
 * Opens the entry of a win; returns what to call when the screen is left.
 *
 * @param {string} id
 */
export function winView(id) {
  let gone = false;
  /** @type {WinSession | null} */
  let session = null;
  const sleep = keepAwake();
  const begun = storage.draft(id);
  gameState(id)
    .then(async (last) => {
      const { state: now, isBehind } = await stateNow(last);
      const events = begun?.correcting ? (await history(id)).events : null;
      const then = begun?.correcting ? stateBefore(now, events ?? [], begun.correcting) : now;
      const rules = await ruleSet(then.rules, then.options);
      if (gone) return;
      const draft = begun ?? newDraft({ game: id, seq: now.seq });
      session = new WinSession({ id, token: storage.token(id), now, rules, begun: draft, events, isBehind });
      show(html`<${Win} session=${session} />`);
    })
    .catch((problem) => {
      if (!gone) show(failureCard(id, problem));
    });
  return () => {
    gone = true;
    sleep();
    session?.stop();
  };
}

/** @param {WinSession} session */
function back(session) {
  const { draft } = session.win;
  const player = shownPlayer(session.win);
  if (draft.step !== "hand" || player === null) session.toTable();
  else if (!backToWays(session, player)) session.go(player === draft.winner ? "who" : "hand");
}

/** @param {WinSession} session */
function title({ win, won }) {
  const player = shownPlayer(win);
  if (win.draft.step !== "hand" || player === null) return t("a-win");
  return player === win.draft.winner ? winWords(win.state, won) : t("names-hand", win.state.players[player]);
}

/** @param {WinSession} session */
const staleCard = (session) =>
  html`<section class="card stale" role="alert">
    <p>
      ${t("meanwhile-another-phone-recorded-something")}
    </p>
    <button
      class="primary"
      onclick=${() => session.dispatch({ type: "goOnAt", seq: session.win.now.seq })}
    >
      ${t("yes-continue")}
    </button>
  </section>`;

/** @param {{ session: WinSession }} given */
function Win({ session }) {
  const { draft, state, beside } = useObservable(session.store);
  const player = shownPlayer(session.win);
  const { body, side, foot } = draft.step === "hand" && player !== null ? handStep(session, player) : whoStep(session);
  return html`<${Frame}
    step=${draft.step}
    title=${title(session)}
    onTitle=${draft.step === "hand" && player === draft.winner && !draft.correcting ? () => session.go("who") : null}
    body=${[
      session.isStale() && staleCard(session),
      beside && besideCard(state, beside, () => session.together?.join()),
      body,
    ]}
    side=${side}
    foot=${foot}
    correcting=${draft.correcting}
    onBack=${() => back(session)}
    onDrop=${() => session.drop()}
  />`;
}
