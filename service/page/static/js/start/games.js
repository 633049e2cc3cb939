// The games that this phone knows, as the service says by now: those to play on, those that are over, and the next one of a table.

import { freshState } from "../api/client.js";
import { isChinese, t } from "../i18n/translation.js";
import { forgetGame, games, keepFinished, keepNext } from "../state/storage.js";
import { elements, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** @import { KnownGame } from "../types" */

const LISTED = 6;
/** @param {number} at */
const day = (at) =>
  new Date(at).toLocaleDateString(isChinese() ? "zh-Hant" : undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });

/**
 * Returns the list, or null where there is none; `onForget` is called when one was taken out of it.
 *
 * @param {() => void} onForget
 */
export function knownGames(onForget) {
  const listed = games().slice(0, LISTED);
  if (!listed.length) return null;
  /** @param {KnownGame} given */
  const line = ({ id, names: players, at, token, finished }) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `#game=${id}`, class: "game-link" },
        h("b", {}, players.join(", ") || t("A game")),
        h("small", {}, [finished && t("over"), day(at), !token && t("watching")].filter(Boolean).join(" · ")),
      ),
      h(
        "button",
        {
          class: "icon",
          "aria-label": t("Forget this game on this phone"),
          onclick: () => {
            forgetGame(id);
            onForget();
          },
        },
        icon("close"),
      ),
    );
  /**
   * @param {string} heading
   * @param {KnownGame[]} some
   */
  const part = (heading, some) =>
    some.length > 0 && [h("h2", {}, t(heading)), h("ul", { class: "plain" }, some.map(line))];
  const element = h("section", { class: "card" });
  /** @param {KnownGame[]} all */
  const draw = (all) =>
    element.replaceChildren(
      ...elements([
        part(
          "Play on",
          all.filter(({ finished }) => !finished),
        ),
        part(
          "Look back on",
          all.filter(({ finished }) => finished),
        ),
      ]),
    );
  draw(listed);
  Promise.all(
    listed.map(async (game) => {
      /** @type {{ finished?: boolean, gone?: boolean }} */
      const { finished, gone } = game.finished
        ? game
        : await freshState(game.id).catch(({ code }) => (code === "game_deleted" ? { gone: true } : game)); // as it was last seen here
      if (gone) forgetGame(game.id);
      else keepFinished(game.id, Boolean(finished));
      return { ...game, finished, gone };
    }),
  ).then((now) => {
    if (now.some(({ finished, gone }, k) => gone || Boolean(finished) !== Boolean(listed[k].finished)))
      draw(now.filter(({ gone }) => !gone));
  });
  return element;
}

/**
 * Opens the game that a table has gone on to from `id`, with what this phone may do there.
 *
 * @param {string} id
 * @param {string} next
 */
export function goAlong(id, next) {
  keepNext(id, next);
  location.hash = `game=${next}`;
}

/**
 * Returns the way from a finished game to the next one.
 *
 * @param {string} id
 * @param {string} next
 */
export const nextCard = (id, next) =>
  h(
    "section",
    { class: "card next-game", role: "status" },
    h("h2", {}, t("The table plays its next game")),
    h("button", { class: "primary big", type: "button", onclick: () => goAlong(id, next) }, t("Go along")),
  );
