// Runs the service's own scorer in a worker, with Python for browsers.

import { answerCalls } from "../api/worker-client.js";

/** @type {Record<string, (given: any) => any>} */
const calls = { start };

/** @param {{ runtime: string, scorer: ArrayBuffer, module: string }} given `runtime` is the folder of Python's files */
async function start({ runtime, scorer, module }) {
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: runtime });
  python.unpackArchive(scorer, "zip", { extractDir: "/scorer" });
  python.pyimport("sys").path.append("/scorer");
  const { answer_score, answer_hand } = python.pyimport(`${module}.text_calls`);
  calls.answer_score = ({ text }) => answer_score(text);
  calls.answer_hand = ({ text }) => answer_hand(text);
}

answerCalls(calls);
