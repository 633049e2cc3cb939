// A picture that is fetched with a token, and so not by an address in the page.

import { html, useState } from "../vendor/preact.js";
import { useFetched } from "./hooks.js";

/** @import { Child, Refusal } from "../types" */

/**
 * The picture with these attributes, empty until it is fetched; a refusal is shown by `instead`.
 *
 * @param {{ fetch: () => Promise<Blob>, instead?: (problem: Refusal) => Child, [attribute: string]: any }} given
 */
export function PrivatePicture({ fetch, instead = () => null, ...attributes }) {
  const [problem, setProblem] = useState(/** @type {Refusal | null} */ (null));
  const url = useFetched(async () => URL.createObjectURL(await fetch()), true, setProblem);
  if (problem) return instead(problem);
  return html`<img ...${attributes} src=${url ?? undefined} onload=${() => URL.revokeObjectURL(url ?? "")} />`;
}
