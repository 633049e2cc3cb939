// The games that this phone knows: those to play on, and those that are over, as the service says by now.

import { freshState } from "./api.js";
import { h } from "./dom.js";
import { isChinese, t } from "./i18n.js";
import { icon } from "./icons.js";
import { forgetGame, games, keepFinished } from "./memory.js";

const LISTED = 6;
const day = (at) => new Date(at).toLocaleDateString(isChinese() ? "zh-Hant" : undefined, { weekday: "short", day: "numeric", month: "short" });

/** Returns the list, or null where there is none; `onForget` is called when one was taken out of it. */
export function knownGames(onForget) {
  const listed = games().slice(0, LISTED);
  if (!listed.length) return null;
  const line = ({ id, names: players, at, token, finished }) => h("li", {},
    h("a", { href: `#game=${id}`, class: "game-link" },
      h("b", {}, players.join(", ") || t("A game")),
      h("small", {}, [finished && t("over"), day(at), !token && t("watching")].filter(Boolean).join(" · "))),
    h("button", { class: "icon", "aria-label": t("Forget this game on this phone"), onclick: () => { forgetGame(id); onForget(); } }, icon("close")));
  const part = (heading, some) => some.length > 0 && [h("h2", {}, t(heading)), h("ul", { class: "plain" }, some.map(line))];
  const element = h("section", { class: "card" });
  const draw = (all) => element.replaceChildren(...[part("Play on", all.filter(({ finished }) => !finished)), part("Look back on", all.filter(({ finished }) => finished))].flat(2).filter(Boolean));
  draw(listed);
  Promise.all(listed.map(async (game) => {
    const { finished, gone } = game.finished ? game : await freshState(game.id).catch(({ code }) => (code === "game_deleted" ? { gone: true } : game)); // as it was last seen here
    if (gone) forgetGame(game.id);
    else keepFinished(game.id, Boolean(finished));
    return { ...game, finished, gone };
  })).then((now) => { if (now.some(({ finished, gone }, k) => gone || Boolean(finished) !== Boolean(listed[k].finished))) draw(now.filter(({ gone }) => !gone)); });
  return element;
}
