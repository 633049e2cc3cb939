// Links for other phones: to watch, to record, one for each player, and the list of all; and deleting the game.

import { createCode, createLink, deleteGame, isOwnersPhone, listLinks, withdrawLink } from "../api/client.js";
import { t, timeWords } from "../i18n/translation.js";
import { forgetGame } from "../state/outbox.js";
import * as storage from "../state/storage.js";
import { useFetched } from "../ui/hooks.js";
import { leaveTo } from "../ui/navigation.js";
import { complain, notice, orComplain } from "../ui/page.js";
import { shareLine } from "../ui/qr-code.js";
import { isOwnAddress, ownAddressNote, pageAddress } from "../ui/share.js";
import { ask, openSheet } from "../ui/sheet.js";
import { html, useState } from "../vendor/preact.js";

/** @import { GivenLink, SeenLink, State } from "../types" */
/** @import { After } from "../ui/sheet.js" */

/** Six letters that lead where the link above leads. @param {{ id: string, token: string, write: boolean }} props */
function JoinCode({ id, token, write }) {
  const answer = useFetched(() => createCode(id, token, write), true);
  return (
    answer &&
    html`<p class="join-code" role="status">
      ${t("or-say-six-letters")} <code>${answer.code.slice(0, 3)} ${answer.code.slice(3)}</code> <small>${t("valid-for-an-hour")}</small>
    </p>`
  );
}

/** @param {string} id @param {string | null} token */
const linkTo = (id, token) => `${pageAddress()}#game=${id}${token ? `&token=${token}` : ""}`;

/**
 * Return the link that this phone shows to others: one of their own if it is the owner's, else the phone's. Null if the
 * service does not say which `links` there are, or may not make one.
 *
 * @param {string} id @param {string} token @param {SeenLink[] | null} links
 */
async function invitationTo(id, token, links) {
  const stored = storage.invitation(id);
  if (stored && (!links || links.some((each) => each.id === stored.id))) return stored;
  if (!links) return null;
  if (!isOwnersPhone(links)) return { token };
  const link = await orComplain(createLink(id, token, t("another-phone")));
  const invitation = link && { id: link.id, token: link.token };
  storage.changeGame(id, { invitation });
  return invitation;
}

/** @param {string} id @param {string | null} token */
async function remove(id, token) {
  try {
    await deleteGame(id, token);
  } catch (problem) {
    // An earlier answer may have been lost.
    if (problem.code !== "game_deleted") {
      complain(problem);
      return;
    }
  }
  await forgetGame(id);
  leaveTo("");
  notice(() => t("the-game-is-deleted"));
}

/** @param {string} id @param {string | null} token @param {After} after */
function deleteSection(id, token, after) {
  const confirm = () =>
    ask(t("delete-this-game"), t("names-points-whole-history-kept"), t("delete-for-good"), () => remove(id, token));
  return html`<section class="share-line">
    <h3>${t("delete-game")}</h3>
    <p class="hint">${t("for-every-phone")}</p>
    <button type="button" class="quiet danger" onclick=${after(confirm)}>${t("offer-to-delete-game")}</button>
  </section>`;
}

/** @param {SeenLink} link */
const lastUseWords = ({ used }) =>
  used ? t("last-recorded-at", { time: timeWords(used, "moment") }) : t("not-recorded-yet");

/**
 * The owner's list of phones that may record, which can be withdrawn, and a separate link for each player.
 *
 * @param {{ state: State, token: string, initial: SeenLink[], onWithdrawn: (link: string) => void }} props
 */
function Links({ state: { id, players }, token, initial, onWithdrawn }) {
  const [links, setLinks] = useState(initial);
  const [newLink, setNewLink] = useState(/** @type {GivenLink | null} */ (null));
  const refresh = () => listLinks(id, token).then(setLinks, complain);
  const create = async (/** @type {string} */ name) => {
    setNewLink(null);
    setNewLink(await createLink(id, token, name));
    await refresh();
  };
  const withdraw = async (/** @type {SeenLink} */ link) => {
    await withdrawLink(id, token, link.id);
    setNewLink((shown) => (shown?.id === link.id ? null : shown));
    onWithdrawn(link.id);
    await refresh();
  };
  return html`<section class="share-line links">
    <h3>${t("phones-that-may-record")}</h3>
    <ul class="plain">
      ${links.map(
        (each) => html`<li key=${each.id}>
          <span>
            <b>${each.yours ? t("this-phone-started-game") : each.name}</b>
            ${!each.yours && html`<small>${lastUseWords(each)}</small>`}
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
          aria-pressed=${String(newLink?.name === name)}
          onclick=${() => create(name).catch(complain)}
        >
          ${name}
        </button>`,
      )}
    </div>
    ${
      newLink &&
      shareLine({
        title: t("link-for-name", { name: newLink.name }),
        text: t("whoever-opens-link-can-record"),
        url: linkTo(id, newLink.token),
        subject: t("mahjong-table"),
      })
    }
  </section>`;
}

/**
 * @param {{ state: State, token: string | null, invitation: { id?: string, token: string } | null, links: SeenLink[],
 *   after: After }} props
 */
function Share({ state, token, invitation, links, after }) {
  const { id } = state;
  const [writeToken, setWriteToken] = useState(invitation?.token);
  const onWithdrawn = (/** @type {string} */ link) => {
    if (link !== invitation?.id) return;
    storage.changeGame(id, { invitation: null });
    setWriteToken(undefined);
  };
  const isOwner = token && isOwnersPhone(links);
  return html`
    ${isOwnAddress() ? ownAddressNote() : html`<p class="hint">${t("point-camera-of-another-phone")}</p>`}
    ${
      writeToken &&
      shareLine({
        title: t("to-play-and-record"),
        text: t("whoever-opens-link-can-record"),
        url: linkTo(id, writeToken),
        subject: t("mahjong-table"),
        also: html`<${JoinCode} id=${id} token=${writeToken} write=${true} />`,
      })
    }
    ${shareLine({
      title: t("to-watch"),
      text: t("whoever-opens-link-sees-table"),
      url: linkTo(id, null),
      subject: t("mahjong-table"),
      also: writeToken && html`<${JoinCode} id=${id} token=${writeToken} write=${false} />`,
    })}
    ${isOwner && html`<${Links} state=${state} token=${token} initial=${links} onWithdrawn=${onWithdrawn} />`}
    ${isOwner && deleteSection(id, token, after)}
  `;
}

/** @param {State} state @param {string | null} token null on a phone that only watches */
export async function openShare(state, token) {
  const links = token ? await orComplain(listLinks(state.id, token)) : [];
  const invitation = token && (await invitationTo(state.id, token, links));
  openSheet(
    t("share-table"),
    (_, after) =>
      html`<${Share} state=${state} token=${token} invitation=${invitation} links=${links ?? []} after=${after} />`,
  );
}
