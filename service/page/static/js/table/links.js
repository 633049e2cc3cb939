// Links for the other phones: one to watch, one to write, one for each who is to have their own; and who has which.

import { createCode, createLink, deleteGame, listLinks, withdrawLink } from "../api/client.js";
import { t, timeWords } from "../i18n/translation.js";
import { forgetGame } from "../state/outbox.js";
import * as storage from "../state/storage.js";
import { useFetched } from "../ui/hooks.js";
import { leaveTo } from "../ui/navigation.js";
import { complain, notice } from "../ui/page.js";
import { shareLine } from "../ui/qr-code.js";
import { isOwnAddress, ownAddressNote, pageAddress } from "../ui/share.js";
import { ask, openSheet } from "../ui/sheet.js";
import { html, useState } from "../vendor/preact.js";

/** @import { GivenLink, SeenLink, State } from "../types" */

/**
 * A code that gives what the link beside it gives; nothing where none can be had.
 *
 * @param {{ id: string, token: string, write: boolean }} given
 */
function JoinCode({ id, token, write }) {
  const made = useFetched(() => createCode(id, token, write), true); // without it the link is there all the same
  return (
    made &&
    html`<p class="join-code" role="status">
      ${t("or-say-six-letters")} <code>${made.code.slice(0, 3)} ${made.code.slice(3)}</code> <small>${t("valid-for-an-hour")}</small>
    </p>`
  );
}

/** @param {string} id @param {string | null} token */
const link = (id, token) => `${pageAddress()}#game=${id}${token ? `&token=${token}` : ""}`;

/**
 * Returns the link for other phones: one of their own where this phone may give it, else the one it has.
 *
 * @param {string} id
 * @param {string} token
 */
async function writing(id, token) {
  const kept = storage.invitation(id);
  if (kept) return kept;
  try {
    const given = await createLink(id, token, t("another-phone"));
    const invitation = { id: given.id, token: given.token };
    storage.changeGame(id, { invitation });
    return invitation;
  } catch {
    return { token }; // only the owner gives links; who keeps the score passes on the own
  }
}

/** @param {string} id @param {string | null} token */
async function remove(id, token) {
  try {
    await deleteGame(id, token);
  } catch (problem) {
    if (problem.code !== "game_deleted") {
      // else an earlier answer was lost
      complain(problem);
      return;
    }
  }
  await forgetGame(id);
  leaveTo("");
  notice(t("the-game-is-deleted"));
}

/** @param {string} id @param {string | null} token @param {import("../ui/sheet.js").After} after */
function deletion(id, token, after) {
  const sure = () =>
    ask(t("delete-this-game"), t("names-points-whole-history-kept"), t("delete-for-good"), () => remove(id, token));
  return html`<section class="share-line">
    <h3>${t("delete-game")}</h3>
    <p class="hint">${t("for-every-phone")}</p>
    <button type="button" class="quiet danger" onclick=${after(sure)}>${t("offer-to-delete-game")}</button>
  </section>`;
}

/** @param {SeenLink} given */
const useWords = ({ used }) =>
  used ? t("last-recorded-at", { time: timeWords(used, "moment") }) : t("not-recorded-yet");

/**
 * The owner's list of those who may record, each to be withdrawn, and a link of their own for each player; a link that is
 * withdrawn is not shown any more.
 *
 * @param {{ state: State, token: string, first: SeenLink[], onWithdrawn: (link: string) => void }} given
 */
function Links({ state: { id, players }, token, first, onWithdrawn }) {
  const [links, setLinks] = useState(first);
  const [given, setGiven] = useState(/** @type {GivenLink | null} */ (null));
  const again = () => listLinks(id, token).then(setLinks, complain);
  const give = async (/** @type {string} */ name) => {
    setGiven(null);
    setGiven(await createLink(id, token, name));
    await again();
  };
  const withdraw = async (/** @type {SeenLink} */ { id: which }) => {
    await withdrawLink(id, token, which);
    setGiven((shown) => (shown?.id === which ? null : shown));
    onWithdrawn(which);
    await again();
  };
  return html`<section class="share-line links">
    <h3>${t("phones-that-may-record")}</h3>
    <ul class="plain">
      ${links.map(
        (each) => html`<li key=${each.id}>
          <span>
            <b>${each.yours ? t("this-phone-started-game") : each.name}</b>
            ${!each.yours && html`<small>${useWords(each)}</small>`}
          </span>
          ${
            each.id !== "owner" &&
            !each.yours &&
            html`<button
              type="button"
              class="quiet"
              onclick=${() =>
                ask(
                  t("withdraw-link-of-name", { name: each.name }),
                  t("whoever-has-it-only-watches"),
                  t("withdraw"),
                  () => withdraw(each).catch(complain),
                )}
            >
              ${t("withdraw")}
            </button>`
          }
        </li>`,
      )}
    </ul>
    <h3>${t("own-link-for")}</h3>
    <div class="chips">
      ${players.map(
        ({ name }) => html`<button
          type="button"
          class="chip"
          aria-pressed=${String(given?.name === name)}
          onclick=${() => give(name).catch(complain)}
        >
          ${name}
        </button>`,
      )}
    </div>
    ${
      given &&
      shareLine({
        title: t("link-for-name", { name: given.name }),
        text: t("whoever-opens-link-can-record"),
        url: link(id, given.token),
        subject: t("mahjong-table"),
      })
    }
  </section>`;
}

/**
 * What is passed on to other phones: a link to write, one to watch, and with the owner's all that were given.
 *
 * @param {{ state: State, token: string | null, invitation: { id?: string, token: string } | null, links: SeenLink[], after: import("../ui/sheet.js").After }} given
 */
function Share({ state, token, invitation, links, after }) {
  const { id } = state;
  const [given, setGiven] = useState(invitation?.token);
  const onWithdrawn = (/** @type {string} */ which) => {
    if (which !== invitation?.id) return;
    storage.changeGame(id, { invitation: null });
    setGiven(undefined);
  };
  const owns = token && links.some(({ role, yours }) => yours && role === "owner");
  return html`
    ${isOwnAddress() ? ownAddressNote() : html`<p class="hint">${t("point-camera-of-another-phone")}</p>`}
    ${
      given &&
      shareLine({
        title: t("to-play-and-record"),
        text: t("whoever-opens-link-can-record"),
        url: link(id, given),
        subject: t("mahjong-table"),
        also: html`<${JoinCode} id=${id} token=${given} write=${true} />`,
      })
    }
    ${shareLine({
      title: t("to-watch"),
      text: t("whoever-opens-link-sees-table"),
      url: link(id, null),
      subject: t("mahjong-table"),
      also: given && html`<${JoinCode} id=${id} token=${given} write=${false} />`,
    })}
    ${owns && html`<${Links} state=${state} token=${token} first=${links} onWithdrawn=${onWithdrawn} />`}
    ${owns && deletion(id, token, after)}
  `;
}

/**
 * Opens the links of a game; a phone that only watches has none to write to give.
 *
 * @param {State} state
 * @param {string | null} token
 */
export async function openShare(state, token) {
  const invitation = token && (await writing(state.id, token));
  const links = token ? await listLinks(state.id, token).catch(() => []) : [];
  openSheet(
    t("share-table"),
    (_, after) =>
      html`<${Share} state=${state} token=${token} invitation=${invitation} links=${links} after=${after} />`,
  );
}
