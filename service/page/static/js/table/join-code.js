// Six letters that lead another phone to a table for an hour, to be said across it.

import { makeCode } from "../api/client.js";
import { t } from "../i18n/translation.js";
import { useFetched } from "../ui/hooks.js";
import { html } from "../vendor/preact.js";

/**
 * A code that gives what the link beside it gives; nothing where none can be had.
 *
 * @param {{ id: string, token: string, write: boolean }} given
 */
export function JoinCode({ id, token, write }) {
  const made = useFetched(() => makeCode(id, token, write), true); // without it the link is there all the same
  return (
    made &&
    html`<p class="join-code" role="status">
      ${t("or-say-six-letters")} <code>${made.code.slice(0, 3)} ${made.code.slice(3)}</code> <small>${t("valid-for-an-hour")}</small>
    </p>`
  );
}
