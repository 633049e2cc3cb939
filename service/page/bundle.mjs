// Bundles the page for a phone, to which each file costs more than its bytes: `node service/page/bundle.mjs [FOLDER]`.
//
// What the first screen needs comes in one file, the table in a second, the entry of a win in a third, what is looked up now
// and then in a fourth, the camera in a fifth, what reads codes where the browser cannot in a sixth. What any of these shares
// with the first is in a seventh, what the others share among themselves in an eighth. Words are in none of them: see assets.py.
// The workers that name tiles and score on the phone share nothing with them and are one file each. `bundle.json` says which files there are, which of them come with the first, and of which
// sources they are made: where those have changed since, the service sends the modules as they lie.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const STATIC = join(HERE, "static");
const OUT = resolve(process.argv[2] ?? join(HERE, "built"));
const WORKERS = { worker: "camera/worker.js", "scorer-worker": "scorer/scorer-worker.js" }; // asked for by these names beside whoever asks

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

/** Returns the modules that are fetched when they are first wanted. */
function later() {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const names = imports.filter(({ kind }) => kind === "dynamic-import");
  return [...new Set(names.map(({ path }) => resolve(path)))].sort();
}

const wanted = later();

/** The files of the later modules, each with which modules are put into it by their places in the page. */
const FILES = {
  win: /^[/]entry[/]win[.]js$/,
  // Looked up, printed or set up now and then: nobody waits for these who only plays.
  rare: /^[/](rules|club|trust)[/]|[/](own-rules|house-card|rules-change|tile-set|corrections|misread|incidents|example|join|setup|album|standings|end-card|score-sheet|standings-picture|notes|links|unkept)[.]js$/,
  // What runs on the phone itself: who takes photos with its own camera, and has the service score, never needs these.
  camera: /^[/](camera[/].*|scorer[/].*|entry[/]viewfinder)[.]js$/,
  scan: /^[/]vendor[/]qr-decode[.]js$/,
  screens: /./,
};
/** Returns the file of a module: a checkout may lie in a folder of any name. @param {string} path */
const fileOf = (path) => {
  const place = `/${relative(join(STATIC, "js"), path).replaceAll("\\", "/")}`;
  return Object.keys(FILES).find((name) => FILES[name].test(place));
};
/** The modules by the file that they are put into. */
const PARTS = Object.fromEntries(
  Object.keys(FILES).map((name) => [name, wanted.filter((path) => fileOf(path) === name)]),
);

/** Returns what modules need at once, themselves included. */
function needed(paths) {
  const found = new Set(paths.map((path) => relative(process.cwd(), path).replaceAll("\\", "/")));
  for (const name of found)
    for (const { kind, path } of inputs[name]?.imports ?? []) if (kind === "import-statement") found.add(path);
  return found;
}

/** Returns the modules that more than one of these needs. */
function common(parts) {
  const all = parts.map(needed);
  const names = [...new Set(all.flatMap((some) => [...some]))];
  return names.filter((name) => all.filter((some) => some.has(name)).length > 1).map((name) => resolve(name));
}

const ofFirst = new Set([...needed([APP])].map((name) => resolve(name)));
const shared = common([[APP], ...Object.values(PARTS)]).filter((path) => path !== APP);
const asking = (paths) => paths.map((path) => `import ${JSON.stringify(path)};\n`).join("");
// Each entry asks for all that the first screen shares, and the later ones for all that they share, so that each comes in
// one file.
const ASKED = asking(shared.filter((path) => ofFirst.has(path)));
const ASKED_LATER = ASKED + asking(shared.filter((path) => !ofFirst.has(path)));
const PART = new RegExp(`^(${Object.keys(PARTS).join("|")})$`);

/** Puts the modules of each part into one file. */
const screens = {
  name: "screens",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: PART }, ({ path }) => ({ path, namespace: "screens" }));
    onResolve({ filter: /\.js$/ }, ({ kind, path, resolveDir }) => {
      const meant = kind === "dynamic-import" && resolve(resolveDir, path);
      const part = Object.keys(PARTS).find((name) => PARTS[name].includes(meant));
      return part ? { path: part, namespace: "screens" } : null;
    });
    onLoad({ filter: /./, namespace: "screens" }, ({ path: part }) => ({
      contents: ASKED_LATER + PARTS[part].map((path) => `export * from ${JSON.stringify(path)};\n`).join(""),
      resolveDir: STATIC,
    }));
  },
};

/** Takes the indentation out of the templates, which is no text of theirs; no other text goes over lines. */
const templates = {
  name: "templates",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/, namespace: "file" }, ({ path }) => ({
      contents: (path === APP ? ASKED : "") + readFileSync(path, "utf8").replace(/\n\s+/g, "\n"),
    }));
  },
};

const { outputFiles, metafile } = await build({
  ...OPTIONS,
  entryPoints: {
    app: APP,
    ...Object.fromEntries(Object.keys(PARTS).map((name) => [name, name])),
    page: join(STATIC, "css/page.css"),
    later: join(STATIC, "css/later.css"),
    viewfinder: join(STATIC, "js/entry/viewfinder.css"), // asked for by this name beside whoever asks
  },
  plugins: [screens, templates],
});

const { outputFiles: workers } = await build({
  ...OPTIONS,
  splitting: false,
  entryPoints: Object.fromEntries(Object.entries(WORKERS).map(([name, path]) => [name, join(STATIC, "js", path)])),
});

const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([path, told]) => [basename(path), told]));
const asked = (name) =>
  outputs[name].imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
const first = asked("app.js");
const beside = asked("screens.js").filter((name) => !first.includes(name));

/** Returns a script that fetches what a part shares with others beside the part, not after it. */
const besides = (text) =>
  text.replace(
    /import\("\.\/(screens|win|rare)\.js"\)/g,
    `Promise.all([$&,${beside.map((name) => `import("./${name}")`)}]).then((all)=>all[0])`,
  );

/** Writes a file at once: others that bundle the same sources may write it, too, or read it. */
function put(name, contents) {
  const temporary = join(OUT, `.${name}.${process.pid}`);
  writeFileSync(temporary, contents);
  renameSync(temporary, join(OUT, name));
}

mkdirSync(OUT, { recursive: true });
const made = [...outputFiles, ...workers];
for (const { path, text } of made) put(basename(path), path.endsWith(".js") ? besides(text) : text);
const names = made.map(({ path }) => basename(path)).sort();
put("bundle.json", `${JSON.stringify({ sources: sources(), files: names, first }, null, 2)}\n`);
for (const name of readdirSync(OUT))
  if (!name.startsWith(".") && name !== "bundle.json" && !names.includes(name))
    rmSync(join(OUT, name), { force: true });
