// What the networks on a phone are made of: fetched once, with its size said before, and kept by the browser for good.

const TOLD = "/static/camera/parts.json";
const KEPT = "camera"; // the browser's store, apart from the page's own files, which are kept anew with each version

/** @typedef {{ address: string, bytes: number, size: number }} Part */
/** @typedef {{ parts: Record<string, Part>, detector: { side: number, threshold: number }, classifier: object }} Told */

/** @returns {Promise<Cache | null>} null where the browser keeps nothing: then the parts last as long as the page */
const store = () => caches.open(KEPT).catch(() => null);

/**
 * Says what there is to fetch; where the service does not answer, what this phone has.
 *
 * @returns {Promise<Told>}
 */
export async function toldParts() {
  const kept = await store();
  try {
    const answer = await fetch(TOLD);
    if (!answer.ok) throw new Error(`${answer.status}`);
    await kept?.put(TOLD, answer.clone()).catch(() => {});
    return await answer.json();
  } catch (problem) {
    const before = await kept?.match(TOLD);
    if (!before) throw problem;
    return before.json();
  }
}

/**
 * Returns the bytes that are still to come over the network: 0 where this phone has all parts.
 *
 * @param {Told} told
 */
export async function missingBytes({ parts }) {
  const kept = await store();
  let bytes = 0;
  for (const part of Object.values(parts)) if (!(await kept?.match(part.address))) bytes += part.bytes;
  return bytes;
}

/**
 * @param {Part} part
 * @param {Cache | null} kept
 * @param {(size: number) => void} onSize gets how many bytes more have come, unpacked
 * @param {AbortSignal} signal
 */
async function fetchPart({ address, size }, kept, onSize, signal) {
  const before = await kept?.match(address);
  if (before) {
    onSize(size);
    return before.arrayBuffer();
  }
  const answer = await fetch(address, { signal });
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (at + value.length > size) break;
    whole.set(value, at);
    at += value.length;
    onSize(value.length);
  }
  if (at !== size) throw new Error(`${address}: ${at} of ${size} bytes`);
  const headers = { "Content-Type": answer.headers.get("Content-Type") ?? "" };
  await kept?.put(address, new Response(whole, { headers })).catch(() => {}); // a full phone fetches it anew next time
  return whole.buffer;
}

/**
 * Fetches all parts; `onProgress` gets 0 to 1. Those of earlier versions are forgotten.
 *
 * @param {Told} told
 * @param {{ onProgress: (progress: number) => void, signal: AbortSignal }} given
 * @returns {Promise<Record<string, ArrayBuffer>>} the files by name
 */
export async function fetchParts({ parts }, { onProgress, signal }) {
  const kept = await store();
  const all = Object.values(parts).reduce((sum, { size }) => sum + size, 0);
  let come = 0;
  /** @param {number} size */
  const onSize = (size) => {
    come += size;
    onProgress(come / all);
  };
  /** @type {Record<string, ArrayBuffer>} */
  const files = {};
  for (const [name, part] of Object.entries(parts)) files[name] = await fetchPart(part, kept, onSize, signal);
  const wanted = new Set([TOLD, ...Object.values(parts).map(({ address }) => address)]);
  for (const request of (await kept?.keys()) ?? [])
    if (!wanted.has(new URL(request.url).pathname)) await kept?.delete(request);
  return files;
}
