// Bundles the page for a phone, to which each file costs more than its bytes: `node service/page/bundle.mjs [FOLDER]`.
//
// What the first screen needs comes in one file, every other screen in a second, Chinese in a third, and what the first
// two share in a fourth. What is wanted once in a table's life, the rules of a house, comes by itself when it is. `bundle.json` says which files there are, which of them come with the first, and of which
// sources they are made: where those have changed since, the service sends the modules as they lie.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const STATIC = join(HERE, "static");
const OUT = resolve(process.argv[2] ?? join(HERE, "built"));
const CHINESE = "i18n/zh.js";

const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/** Says by a hash what the modules and sheets are, as assets.py does. */
function sources() {
  const digest = createHash("sha256");
  const all = ["js", "css"].flatMap((part) => files(join(STATIC, part)));
  for (const [name, path] of all.map((each) => [relative(STATIC, each).replaceAll("\\", "/"), each]).sort())
    digest.update(`${name}\n`).update(readFileSync(path));
  return digest.digest("hex");
}

const OPTIONS = {
  outdir: OUT,
  write: false,
  metafile: true,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  chunkNames: "shared-[hash]",
  external: ["/static/*"],
  logLevel: "warning",
};
const APP = join(STATIC, "js/app.js");

const { inputs } = (await build({ ...OPTIONS, entryPoints: [APP] })).metafile;

/** The modules that are fetched when they are first wanted, Chinese excepted. */
const all = [
  ...new Set(
    Object.values(inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ kind, path }) => kind === "dynamic-import" && !path.endsWith(CHINESE))
      .map(({ path }) => resolve(path)),
  ),
].sort();
/** What the first screen is made of: the others name it all, so that what is shared with it comes in one file. */
const begun = inputs[relative(process.cwd(), APP)].imports
  .filter(({ kind }) => kind === "import-statement")
  .map(({ path }) => resolve(path));

const RARE = ["start/house-card.js", "start/house-form.js", "table/rules-change.js"].map((name) =>
  join(STATIC, "js", name),
);
/** The modules of each file by its name. */
const FILES = {
  screens: all.filter((path) => !RARE.includes(path)),
  houses: all.filter((path) => RARE.includes(path)),
};

/** Puts these into one file each. */
const screens = {
  name: "screens",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(screens|houses)$/ }, ({ path }) => ({ path, namespace: "screens" }));
    onResolve({ filter: /\.js$/ }, ({ kind, path, resolveDir }) => {
      const found = Object.entries(FILES).find(([, paths]) => paths.includes(resolve(resolveDir, path)));
      return kind === "dynamic-import" && found ? { path: found[0], namespace: "screens" } : null;
    });
    onLoad({ filter: /./, namespace: "screens" }, ({ path: name }) => ({
      contents: [
        ...begun.map((path) => `import ${JSON.stringify(path)};\n`),
        ...FILES[name].map((path) => `export * from ${JSON.stringify(path)};\n`),
      ].join(""),
      resolveDir: STATIC,
    }));
  },
};

/** Takes the indentation out of the templates, which is no text of theirs; no other text goes over lines. */
const templates = {
  name: "templates",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/, namespace: "file" }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/\n\s+/g, "\n"),
    }));
  },
};

const { outputFiles, metafile } = await build({
  ...OPTIONS,
  entryPoints: {
    app: APP,
    screens: "screens",
    houses: "houses",
    zh: join(STATIC, "js", CHINESE),
    page: join(STATIC, "css/page.css"),
  },
  plugins: [screens, templates],
});

const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([path, told]) => [basename(path), told]));
const first = outputs["app.js"].imports
  .filter(({ kind }) => kind === "import-statement")
  .map(({ path }) => basename(path));

/** Writes a file at once: others that bundle the same sources may write it, too, or read it. */
function put(name, contents) {
  const temporary = join(OUT, `.${name}.${process.pid}`);
  writeFileSync(temporary, contents);
  renameSync(temporary, join(OUT, name));
}

mkdirSync(OUT, { recursive: true });
for (const { path, contents } of outputFiles) put(basename(path), contents);
const names = outputFiles.map(({ path }) => basename(path)).sort();
put("bundle.json", `${JSON.stringify({ sources: sources(), files: names, first }, null, 2)}\n`);
for (const name of readdirSync(OUT))
  if (!name.startsWith(".") && name !== "bundle.json" && !names.includes(name))
    rmSync(join(OUT, name), { force: true });
