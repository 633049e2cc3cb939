// Makes the renderer that the page's modules import, of the packages that package-lock.json pins: `node service/page/vendor.mjs`.
//
// A checkout is served without Node, so what comes of it is kept: one plain module. `--check` says whether it is the one
// that the pins give.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const FILE = join(HERE, "static/js/vendor/preact.js");
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

const { outputFiles } = await build({
  stdin: { contents: PARTS, resolveDir: HERE },
  banner: {
    js: `/*! Preact ${version("preact")}, MIT, (c) 2015-present Jason Miller; htm ${version("htm")}, Apache-2.0, (c) 2018 Google Inc. */`,
  },
  write: false,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
});
const made = outputFiles[0].text;

if (!process.argv.includes("--check")) writeFileSync(FILE, made);
else if (readFileSync(FILE, "utf8") !== made) {
  console.error("vendor/preact.js is not what the pins give: run node service/page/vendor.mjs");
  process.exitCode = 1;
}
