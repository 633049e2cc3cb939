// Builds the page's third-party files from the packages that package-lock.json pins: `node service/page/vendor.mjs`.
//
// A checkout is served without Node, so the files are committed: the renderer as one plain module, the runtime of the
// networks on a phone (a module and its WebAssembly), Python for the scorer on a phone, and Swagger UI for /docs, compressed
// as they are sent. `--check` compares them with the pinned packages.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const RENDERER = join(HERE, "static/js/vendor/preact.js");
const QR = join(HERE, "static/js/vendor/qr.js");
const QR_DECODER = join(HERE, "static/js/vendor/qr-decode.js");
const RUNTIME = join(HERE, "camera");
const ORT = join(HERE, "../../node_modules/onnxruntime-web/dist");
const PYTHON = join(HERE, "../../node_modules/pyodide");
const SWAGGER = join(HERE, "../../node_modules/swagger-ui-dist");
const PARTS = `
  import { h } from "preact";
  import htm from "htm";
  export { Fragment, render } from "preact";
  export { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
  export const html = htm.bind(h);
`;

/** @param {string} name */
const version = (name) =>
  JSON.parse(readFileSync(join(HERE, `../../node_modules/${name}/package.json`), "utf8")).version;

/**
 * Bundles a module with all that it imports.
 *
 * @param {string} contents
 * @param {string} notice
 */
async function bundle(contents, notice) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: HERE },
    banner: { js: `/*! ${notice} */` },
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
  });
  return Buffer.from(outputFiles[0].text);
}
const RENDERER_NOTICE = `Preact ${version("preact")}, MIT, (c) 2015-present Jason Miller; htm ${version("htm")}, Apache-2.0, (c) 2018 Google Inc.`;
const QR_NOTICE = `lean-qr ${version("lean-qr")}, MIT, (c) 2021-2025 David Evans`;
const QR_DECODER_NOTICE = `qr ${version("qr")}, MIT, (c) 2023 Paul Miller`;
/** Pyodide's lock file without further packages, of which none is loaded. */
const lock = { ...JSON.parse(readFileSync(join(PYTHON, "pyodide-lock.json"), "utf8")), packages: {} };

/** @param {string} name @param {string=} packed @returns {[string, Buffer]} */
const python = (name, packed = "") => [
  join(HERE, "scorer", `${name}${packed}`),
  Buffer.from(
    name.endsWith("mjs")
      ? readFileSync(join(PYTHON, name), "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n")
      : readFileSync(join(PYTHON, name)),
  ),
];

/** @param {string} file @param {string} name @returns {[string, Buffer]} */
const swagger = (file, name) => [
  join(HERE, "reference", `${name}.gz`),
  Buffer.from(readFileSync(join(SWAGGER, file), "utf8").replace(/\n\/\*# sourceMappingURL=.*\*\/\s*$/, "\n")),
];

/**
 * The contents of each file. The runtime is the one without WebGPU, which needs no threads, as one module without source map.
 *
 * @type {[string, Buffer][]}
 */
const FILES = [
  [RENDERER, await bundle(PARTS, RENDERER_NOTICE)],
  [QR, await bundle('export { generate } from "lean-qr";', QR_NOTICE)],
  [QR_DECODER, await bundle('export { decodeQR } from "qr/decode.js";', QR_DECODER_NOTICE)],
  [
    join(RUNTIME, "runtime.mjs"),
    Buffer.from(
      readFileSync(join(ORT, "ort.wasm.bundle.min.mjs"), "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"),
    ),
  ],
  [join(RUNTIME, "runtime.wasm.gz"), readFileSync(join(ORT, "ort-wasm-simd-threaded.wasm"))],
  python("pyodide.mjs"),
  python("pyodide.asm.mjs", ".gz"),
  python("pyodide.asm.wasm", ".gz"),
  python("python_stdlib.zip"),
  swagger("swagger-ui-bundle.js", "swagger-ui.js"),
  swagger("swagger-ui.css", "swagger-ui.css"),
  swagger("swagger-ui-bundle.js.LICENSE.txt", "swagger-ui-notices.txt"),
  [join(HERE, "scorer/pyodide-lock.json"), Buffer.from(`${JSON.stringify(lock)}\n`)],
];

/** Returns the contents of a file before compression. @param {string} file */
const committed = (file) => (file.endsWith(".gz") ? gunzipSync(readFileSync(file)) : readFileSync(file));

for (const [file, contents] of FILES) {
  if (!process.argv.includes("--check"))
    writeFileSync(file, file.endsWith(".gz") ? gzipSync(contents, { level: 9 }) : contents);
  else if (!committed(file).equals(contents)) {
    console.error(`${file} differs from the pinned package: run node service/page/vendor.mjs`);
    process.exitCode = 1;
  }
}
