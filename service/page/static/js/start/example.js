// A hand to look at without starting anything: what is won, what it is worth and why, and who would pay what.

import { t } from "../i18n/translation.js";
import { score } from "../scorer/score.js";
import { WINDS } from "../state/tiles.js";
import { breakdown } from "../ui/breakdown.js";
import { handPictures } from "../ui/hands.js";
import { orComplain } from "../ui/page.js";
import { changeList } from "../ui/payments.js";
import { openSheet } from "../ui/sheet.js";
import { windName } from "../ui/tiles.js";
import { html } from "../vendor/preact.js";

// South wins on West's discard, in the round of East: one suit with honours, its straight, and a pung of dragons.
const HAND = { hand: "123456789s 6z (555z) +6z", seat: "S", round: "E", win: "discard", from: "W" };
const RULES = "hk-500";

/** Opens the example. */
export async function openExample() {
  const answer = await orComplain(score({ ...HAND, rules: RULES }));
  if (!answer) return;
  /** @type {Record<string, number>} */
  const paid = answer.payments ?? {};
  openSheet(
    t("an-example"),
    (close) => html`
      <p>
        ${t("south-won-on-tile-west")}
      </p>
      ${handPictures(HAND.hand)}
      ${breakdown(answer)}
      <h3>${t("payments-label")}</h3>
      ${changeList(WINDS.map((wind) => [windName(wind), paid[wind] ?? 0]))}
      <p class="hint">${t("tap-row-to-see")}</p>
      <button type="button" class="primary" onclick=${close}>${t("start-table-of-our-own")}</button>
    `,
  );
}
