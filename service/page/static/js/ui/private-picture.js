// A picture that is fetched with a token, and so not by an address in the page.

import { html, useEffect, useState } from "../vendor/preact.js";

/** @import { Child, Refusal } from "../types" */

/**
 * The picture with these attributes, empty until it is fetched; a refusal is shown by `instead`.
 *
 * @param {{ fetch: () => Promise<Blob>, instead?: (problem: Refusal) => Child, [attribute: string]: any }} given
 */
export function PrivatePicture({ fetch, instead = () => null, ...attributes }) {
  const [url, setUrl] = useState(/** @type {string | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Refusal | null} */ (null));
  useEffect(() => {
    fetch().then((blob) => setUrl(URL.createObjectURL(blob)), setProblem);
  }, []);
  if (problem) return instead(problem);
  return html`<img ...${attributes} src=${url ?? undefined} onload=${() => URL.revokeObjectURL(url ?? "")} />`;
}
