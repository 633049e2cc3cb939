// Makes the types of the page's modules: `node page_types.mjs openapi.json types.d.ts`.
//
// An answer may have more than is described, of whatever type: there it is `any`. The other members of
// an event depend on its kind, which the page has looked at.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const [source, target] = process.argv.slice(2);
const { openapi, info, components } = JSON.parse(await readFile(source, "utf8"));
const { Event: event } = components.schemas;
event.properties = Object.fromEntries(event.required.map((name) => [name, event.properties[name]]));
const made = await openapiTS(
  { openapi, info, paths: {}, components: { schemas: components.schemas } },
  { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true },
);
await writeFile(target, astToString(made).replaceAll(/\bunknown\b/g, "any"));
