// The screen on which a win is entered: who won and how, then the tiles with their worth. Only the last button records
// it.
//
// An older hand is corrected in the same way (`draft.correcting` is its number), at the table as it was then.

import { history, ruleSet } from "../api/client.js";
import { t } from "../i18n/translation.js";
import { newDraft } from "../state/draft.js";
import { followTable } from "../state/followed-table.js";
import { firstRead } from "../state/outbox.js";
import * as storage from "../state/storage.js";
import { tableNow } from "../state/table.js";
import { shownPlayer } from "../state/win.js";
import { otherWinCard } from "../table/draft-cards.js";
import { failureCard } from "../ui/failure.js";
import { useObservable } from "../ui/hooks.js";
import { showFetched } from "../ui/page.js";
import { keepAwake } from "../ui/wake-lock.js";
import { html } from "../vendor/preact.js";
import { Frame } from "./frame.js";
import { handStep } from "./hand-step.js";
import { tableOf, WinSession } from "./session.js";
import { whoStep } from "./winner.js";

/** @import { KnownTable, State } from "../types" */

/** Open the screen. @param {AbortSignal} left @param {{ id: string, gameLeft: AbortSignal }} address */
export function winView(left, { id, gameLeft }) {
  keepAwake(left);
  const table = followTable(id, gameLeft);
  const begun = storage.draft(id);
  const openSession = async () => {
    await firstRead;
    await table.ready;
    await table.counted;
    const known = table.value();
    if (known.lost) throw known.lost;
    const { state: now, uncounted } = tableNow(/** @type {KnownTable & { state: State }} */ (known));
    const events = begun?.correcting ? (await history(id)).events : null;
    const draft = begun ?? newDraft({ game: id, seq: now.seq });
    const state = tableOf(draft, now, events);
    const rules = await (draft.correcting ? ruleSet(state.rules, state.options) : table.rules());
    left.throwIfAborted();
    const isBehind = uncounted > 0;
    const token = storage.token(id);
    const session = new WinSession({ table, token, now, rules, begun: draft, events, isBehind, left });
    return () => html`<${Win} session=${session} />`;
  };
  showFetched(
    openSession().catch((problem) => () => failureCard(id, problem)),
    left,
  );
}

/** @param {WinSession} session */
const staleCard = (session) =>
  html`<section class="card stale" role="alert">
    <p>${t("meanwhile-another-phone-recorded-something")}</p>
    <button class="primary" onclick=${() => session.goOn()}>${t("yes-continue")}</button>
  </section>`;

/** @param {{ session: WinSession }} given */
function Win({ session }) {
  const { draft, state, otherDraft } = useObservable(session.store);
  const { lost } = session.known;
  if (lost) return failureCard(null, lost);
  const player = shownPlayer(session.win);
  const { body, side, foot } = draft.step === "hand" && player !== null ? handStep(session, player) : whoStep(session);
  return html`<${Frame}
    session=${session}
    body=${[
      session.isStale() && staleCard(session),
      otherDraft && otherWinCard(state, otherDraft, () => session.exchange?.join()),
      body,
    ]}
    side=${side}
    foot=${foot}
  />`;
}
