// Bundles the page for a phone, to which each file costs more than its bytes: `node service/page/bundle.mjs [FOLDER]`.
//
// One file each: the first screen, the table, the entry of a win, what is looked up now and then, the camera, and the decoder
// of QR codes for browsers without one. What these share with the first screen is a further file, what they share among
// themselves another. Texts are in none of them: see assets.py. The workers that name tiles and score on the phone share
// nothing with them and are one file each. `bundle.json` lists the files, those of the first screen, and a hash of the
// sources: if these have changed since, the service sends the modules themselves.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const STATIC = join(HERE, "static");
const OUT = resolve(process.argv[2] ?? join(HERE, "built"));
const WORKERS = { worker: "camera/worker.js", "scorer-worker": "scorer/scorer-worker.js" }; // named so where they are started

const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/** Returns a hash of the modules and sheets, as assets.py does. */
function sourceHash() {
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

/** Returns the modules that are imported dynamically. */
function dynamicModules() {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const names = imports.filter(({ kind }) => kind === "dynamic-import");
  return [...new Set(names.map(({ path }) => resolve(path)))].sort();
}

const lateModules = dynamicModules();

/** The files for these modules, with patterns of the paths that go into each; the first match counts. */
const FILES = {
  win: /^[/]entry[/]win[.]js$/,
  // What is looked up, printed or set up now and then.
  rare: /^[/](rules|club|trust)[/]|[/](own-rules|house-card|rules-change|tile-set|corrections|misread|incidents|example|join|setup|album|standings|end-card|score-sheet|standings-picture|notes|links|unkept)[.]js$/,
  // What runs on the phone itself, which taking photos and scoring by the service do not need.
  camera: /^[/](camera[/].*|scorer[/].*|entry[/]viewfinder)[.]js$/,
  scan: /^[/]vendor[/]qr-decode[.]js$/,
  screens: /./,
};
/** Returns the file of a module. @param {string} path */
const fileOf = (path) => {
  const place = `/${relative(join(STATIC, "js"), path).replaceAll("\\", "/")}`;
  return Object.keys(FILES).find((name) => FILES[name].test(place));
};
/** The modules of each file. */
const PARTS = Object.fromEntries(
  Object.keys(FILES).map((name) => [name, lateModules.filter((path) => fileOf(path) === name)]),
);

/** Returns modules with all that they import statically. */
function withImports(paths) {
  const found = new Set(paths.map((path) => relative(process.cwd(), path).replaceAll("\\", "/")));
  for (const name of found)
    for (const { kind, path } of inputs[name]?.imports ?? []) if (kind === "import-statement") found.add(path);
  return found;
}

/** Returns the modules that more than one part imports. */
function sharedModules(parts) {
  const all = parts.map(withImports);
  const names = [...new Set(all.flatMap((some) => [...some]))];
  return names.filter((name) => all.filter((some) => some.has(name)).length > 1).map((name) => resolve(name));
}

const ofFirst = new Set([...withImports([APP])].map((name) => resolve(name)));
const shared = sharedModules([[APP], ...Object.values(PARTS)]).filter((path) => path !== APP);
const importLines = (paths) => paths.map((path) => `import ${JSON.stringify(path)};\n`).join("");
// Each entry imports all shared modules of the first screen, and the later ones those that they share, so that each kind
// becomes one file.
const IMPORTS = importLines(shared.filter((path) => ofFirst.has(path)));
const LATE_IMPORTS = IMPORTS + importLines(shared.filter((path) => !ofFirst.has(path)));
const PART = new RegExp(`^(${Object.keys(PARTS).join("|")})$`);

/** Puts the modules of each part into one file. */
const screens = {
  name: "screens",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: PART }, ({ path }) => ({ path, namespace: "screens" }));
    onResolve({ filter: /\.js$/ }, ({ kind, path, resolveDir }) => {
      const target = kind === "dynamic-import" && resolve(resolveDir, path);
      const part = Object.keys(PARTS).find((name) => PARTS[name].includes(target));
      return part ? { path: part, namespace: "screens" } : null;
    });
    onLoad({ filter: /./, namespace: "screens" }, ({ path: part }) => ({
      contents: LATE_IMPORTS + PARTS[part].map((path) => `export * from ${JSON.stringify(path)};\n`).join(""),
      resolveDir: STATIC,
    }));
  },
};

/** Removes the indentation of templates; no other string spans lines. */
const templates = {
  name: "templates",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/, namespace: "file" }, ({ path }) => ({
      contents: (path === APP ? IMPORTS : "") + readFileSync(path, "utf8").replace(/\n\s+/g, "\n"),
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
  },
  plugins: [screens, templates],
});

const { outputFiles: workers } = await build({
  ...OPTIONS,
  splitting: false,
  entryPoints: Object.fromEntries(Object.entries(WORKERS).map(([name, path]) => [name, join(STATIC, "js", path)])),
});

const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
const importedFiles = (name) =>
  outputs[name].imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
const first = importedFiles("app.js");
const lateShared = importedFiles("screens.js").filter((name) => !first.includes(name));

/** Returns a script in which importing a part fetches the shared file at the same time. */
const withSharedFile = (text) =>
  text.replace(
    /import\("\.\/(screens|win|rare)\.js"\)/g,
    `Promise.all([$&,${lateShared.map((name) => `import("./${name}")`)}]).then((all)=>all[0])`,
  );

/** Writes a file by renaming: others that bundle the same sources may write or read it at the same time. */
function writeFile(name, contents) {
  const temporary = join(OUT, `.${name}.${process.pid}`);
  writeFileSync(temporary, contents);
  renameSync(temporary, join(OUT, name));
}

mkdirSync(OUT, { recursive: true });
const written = [...outputFiles, ...workers];
for (const { path, text } of written) writeFile(basename(path), path.endsWith(".js") ? withSharedFile(text) : text);
const names = written.map(({ path }) => basename(path)).sort();
writeFile("bundle.json", `${JSON.stringify({ sources: sourceHash(), files: names, first }, null, 2)}\n`);
for (const name of readdirSync(OUT))
  if (!name.startsWith(".") && name !== "bundle.json" && !names.includes(name))
    rmSync(join(OUT, name), { force: true });
