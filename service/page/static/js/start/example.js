// An example hand that needs no game: the tiles, what they are worth and why, and who pays what.

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

// South wins off West in the East round: half flush, pure straight, and a pung of dragons.
const HAND = { hand: "123456789s 6z (555z) +6z", seat: "S", round: "E", win: "discard", from: "W" };
const RULES = "hk-500";

export async function openExample() {
  const answer = await orComplain(score({ ...HAND, rules: RULES }));
  if (!answer) return;
  /** @type {Record<string, number>} */
  const payments = answer.payments ?? {};
  openSheet(
    t("an-example"),
    (close) => html`
      <p>
        ${t("south-won-on-tile-west")}
      </p>
      ${handPictures(HAND.hand)}
      ${breakdown(answer)}
      <h3>${t("payments-label")}</h3>
      ${changeList(WINDS.map((wind) => [windName(wind), payments[wind] ?? 0]))}
      <p class="hint">${t("tap-row-to-see")}</p>
      <button type="button" class="primary" onclick=${close}>${t("start-table-of-our-own")}</button>
    `,
  );
}
