// Entering a win: who, then the tiles with what they are worth. Nothing is recorded before the last button.
//
// An older hand is set right the same way (`draft.correcting` is its number), at the table as it was then.

import { gameState, history, ruleSet } from "../api/client.js";
import { t } from "../i18n/translation.js";
import { newDraft } from "../state/draft.js";
import { stateNow } from "../state/followed-table.js";
import * as storage from "../state/storage.js";
import { shownPlayer } from "../state/win.js";
import { otherWinCard } from "../table/draft-cards.js";
import { failureCard } from "../ui/failure.js";
import { useObservable } from "../ui/hooks.js";
import { show } from "../ui/page.js";
import { keepAwake } from "../ui/wake-lock.js";
import { html } from "../vendor/preact.js";
import { Frame } from "./frame.js";
import { handStep } from "./hand-step.js";
import { tableThen, WinSession } from "./session.js";
import { whoStep } from "./winner.js";

/** Opens the entry of a win; returns what to call when the screen is left. @param {string} id */
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
      const draft = begun ?? newDraft({ game: id, seq: now.seq });
      const then = tableThen(now, events, draft);
      const rules = await ruleSet(then.rules, then.options);
      if (gone) return;
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
const staleCard = (session) =>
  html`<section class="card stale" role="alert">
    <p>
      ${t("meanwhile-another-phone-recorded-something")}
    </p>
    <button class="primary" onclick=${() => session.goOn()}>${t("yes-continue")}</button>
  </section>`;

/** @param {{ session: WinSession }} given */
function Win({ session }) {
  const { draft, state, beside } = useObservable(session.store);
  const player = shownPlayer(session.win);
  const { body, side, foot } = draft.step === "hand" && player !== null ? handStep(session, player) : whoStep(session);
  return html`<${Frame}
    session=${session}
    body=${[
      session.isStale() && staleCard(session),
      beside && otherWinCard(state, beside, () => session.together?.join()),
      body,
    ]}
    side=${side}
    foot=${foot}
  />`;
}
