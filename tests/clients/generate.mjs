// Makes the types of a client: `node generate.mjs openapi.json schema.d.ts`. Files are Blobs.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const [source, target] = process.argv.slice(2);
const blob = ts.factory.createTypeReferenceNode("Blob");
const made = await openapiTS(JSON.parse(await readFile(source, "utf8")), {
  defaultNonNullable: false, // what has a default may be left out
  transform: (schema) => (schema.format === "binary" ? blob : undefined),
});
await writeFile(target, astToString(made));
