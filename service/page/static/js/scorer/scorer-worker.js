// Scores hands beside the page: Python for browsers with the service's own scorer, which answers as the service does.

/** @type {Record<string, (text: string) => string>} */
let calls = {};

/** @param {{ runtime: string, scorer: ArrayBuffer, module: string }} given `runtime` is where the files of Python lie */
async function start({ runtime, scorer, module }) {
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: runtime });
  python.unpackArchive(scorer, "zip", { extractDir: "/scorer" });
  python.pyimport("sys").path.append("/scorer");
  const { answer_score, answer_hand } = python.pyimport(`${module}.text_calls`);
  calls = { answer_score, answer_hand };
}

self.onmessage = async ({ data: { id, what, given } }) => {
  try {
    if (what === "start") await start(given);
    const answer = what === "start" ? null : calls[what](given.text);
    self.postMessage({ id, answer });
  } catch (error) {
    self.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
};
