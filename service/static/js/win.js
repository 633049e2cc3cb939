// Entering a win: who, which tiles, what it is worth. Nothing is recorded before the last button.

import { gameState, newKey, record, ruleSet } from "./api.js";
import { h, notice, show } from "./dom.js";
import { icon } from "./icons.js";
import { follow } from "./live.js";
import * as memory from "./memory.js";
import { createPreview, handBody, stillPossible } from "./preview.js";
import { scoreStep } from "./scorestep.js";
import { ask } from "./sheet.js";
import { createTilesStep } from "./tilesstep.js";
import { whoStep } from "./who.js";
import { refusal, winWords } from "./words.js";

const STEPS = ["who", "tiles", "score"];

/** Opens the entry of a win; returns what to call when the screen is left. */
export function winView(id) {
  let gone = false;
  let stop = () => {};
  const leave = () => { gone = true; stop(); };
  const draft = memory.draft(id) ?? { game: id, seq: null, winner: null, win: null, from: null, events: [], key: newKey() };
  gameState(id)
    .then(async (state) => {
      const rules = await ruleSet(state.rules);
      if (!gone) stop = run({ id, token: memory.token(id), state, rules, draft });
    })
    .catch((problem) => {
      if (!gone) show(h("section", { class: "card lost" }, h("p", {}, refusal(problem)), h("a", { class: "button", href: `#game=${id}` }, "Back to the table")));
    });
  return leave;
}

function run({ id, token, state, rules, draft }) {
  let step = draft.step ?? (draft.winner !== null && draft.win ? "tiles" : "who");
  let sending = false;
  let over = false; // the screen was left: what comes in late changes nothing any more
  draft.seq ??= state.seq;
  const preview = createPreview(() => render());
  const tiles = createTilesStep({ rules: state.rules, get: () => draft, set: update, next: () => go("score") });
  const frame = buildFrame({ onBack: back, onDrop: drop });
  const toTable = () => { location.hash = `game=${id}`; };
  const unfollow = follow(id, { onState: (newer) => { state = newer; rescore(); render(); }, onLink: () => {} });

  function rescore() {
    preview.ask({ state, draft, rules });
  }
  /** Changes the draft, keeps it, and has it scored anew. */
  function update(patch) {
    if (over) return;
    Object.assign(draft, patch);
    if (draft.hand) draft.events = stillPossible({ state, draft, rules });
    memory.keepDraft(draft);
    rescore();
    render();
  }
  function go(to) {
    step = to;
    update({ step: to });
    window.scrollTo(0, 0);
  }
  function back() {
    if (step === "tiles" && tiles.back()) return;
    const before = STEPS[STEPS.indexOf(step) - 1];
    if (before) go(before);
    else toTable();
  }
  function drop() {
    ask("Drop this entry?", "The tiles and choices entered so far are thrown away. The table is not changed.", "Drop it", () => {
      memory.dropDraft();
      toTable();
    });
  }
  function pick(patch) {
    update({ ...patch, events: [] });
    if (draft.winner !== null && draft.win) go("tiles");
  }

  async function confirm() {
    sending = true;
    render();
    try {
      await record(id, "hands", { ...handBody(draft), expected_seq: draft.seq }, { token, key: keyFor(draft) });
      memory.dropDraft();
      toTable();
    } catch (problem) {
      sending = false;
      if (problem.code === "stale_seq") state = await gameState(id).catch(() => state);
      notice(refusal(problem), { alarm: true });
      render();
    }
  }
  function keyFor(entry) {
    const body = JSON.stringify(handBody(entry));
    if (entry.sent && entry.sent !== body) entry.key = newKey();
    entry.sent = body;
    memory.keepDraft(entry);
    return entry.key;
  }

  function render() {
    if (over) return;
    const stale = draft.seq !== state.seq && !sending;
    const moved = stale && h("section", { class: "card stale", role: "alert" },
      h("p", {}, "Meanwhile another phone recorded something. Seats and points below are the new ones: check that this win is still to be entered."),
      h("button", { class: "primary", onclick: () => update({ seq: state.seq }) }, "Yes, go on"));
    const title = step === "who" ? "A win" : winWords(state, draft);
    const views = {
      who: () => ({ body: whoStep({ state, draft, pick }), foot: null }),
      tiles: () => tiles.render({ state, draft, rules, result: preview.result() }),
      score: () => scoreStep({ state, draft, rules, result: preview.result(), update, confirm, sending, stale, toTiles: () => go("tiles") }),
    };
    const { body, foot } = views[step]();
    frame.update({ step, title, body: [moved, body], foot });
  }

  rescore();
  render();
  return () => {
    over = true;
    unfollow();
    preview.stop();
    tiles.stop();
  };
}

function buildFrame({ onBack, onDrop }) {
  const title = h("h1", {});
  const dots = h("span", { class: "steps" });
  const body = h("div", { class: "win-body" });
  const foot = h("footer", { class: "win-foot" });
  show(
    h("header", { class: "bar" },
      h("button", { class: "icon", "aria-label": "One step back", onclick: onBack }, icon("back")),
      h("div", { class: "bar-title" }, title, dots),
      h("button", { class: "quiet", onclick: onDrop }, "Cancel")),
    body, foot);
  return {
    update({ step, title: words, body: children, foot: below }) {
      title.textContent = words;
      dots.textContent = `Step ${STEPS.indexOf(step) + 1} of ${STEPS.length}`;
      body.replaceChildren(...children.flat(Infinity).filter(Boolean));
      foot.replaceChildren(...[below].flat(Infinity).filter(Boolean));
      foot.hidden = !below;
    },
  };
}
