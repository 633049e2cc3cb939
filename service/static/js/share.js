// Links for the other phones: one to watch, one to write.

import { h, notice } from "./dom.js";
import { t } from "./i18n.js";
import { openSheet } from "./sheet.js";

const link = (id, token) => `${location.origin}${location.pathname}#game=${id}${token ? `&token=${token}` : ""}`;

async function hand(url, field) {
  if (navigator.share) {
    try {
      await navigator.share({ title: t("Mahjong table"), url });
      return;
    } catch (problem) {
      if (problem.name === "AbortError") return;
    }
  }
  // Browsers offer the clipboard on https only; a table's computer often has plain http.
  field.select();
  const copied = navigator.clipboard ? await navigator.clipboard.writeText(url).then(() => true, () => false) : document.execCommand("copy");
  notice(copied ? t("The link is copied.") : t("Press and hold the link to copy it."));
}

function line(title, text, url) {
  const field = h("input", { class: "link-field", readonly: true, value: url, "aria-label": title });
  return h("section", { class: "share-line" }, h("h3", {}, title), h("p", { class: "hint" }, text),
    h("div", { class: "pair" }, field, h("button", { class: "primary", onclick: () => hand(url, field) }, t("Share"))));
}

/** Opens the links of a game; a phone that only watches has none to write to give. */
export function openShare(id, token) {
  openSheet(t("Share this table"), () => [
    token && line(t("To play and record"), t("Whoever opens this link can record hands."), link(id, token)),
    line(t("To watch"), t("Whoever opens this link sees the table, live."), link(id, null)),
  ].filter(Boolean));
}
