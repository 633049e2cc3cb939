// A picture that only who may see it can fetch: with a token, so by no address in the page.

import { html, useEffect, useState } from "../vendor/preact.js";

/** @import { Child, Refusal } from "../types" */

/**
 * The picture, empty until `fetch` gives it; where that is refused, what `instead` says of it. Else it has the attributes.
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
