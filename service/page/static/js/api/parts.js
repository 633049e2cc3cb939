// What some phones want beside the page: the networks that name tiles ("camera"), the scorer ("scorer"). Fetched once, with its
// size said before, and kept by the browser for good.

/** @import { PartFile, PartList } from "../types" */

/** @param {string} place */
const addressOf = (place) => `/static/${place}/parts.json`;

/**
 * Opens the browser's store, apart from the page's own files, which are kept anew with each version.
 *
 * @param {string} place
 * @returns {Promise<Cache | null>} null where the browser keeps nothing: then the parts last as long as the page
 */
const store = async (place) => globalThis.caches?.open(place).catch(() => null) ?? null;

/**
 * Returns what there is to fetch; where the service does not answer, what this phone has.
 * @param {string} place @returns {Promise<PartList>}
 */
export async function listParts(place) {
  const kept = await store(place);
  try {
    const answer = await fetch(addressOf(place));
    if (!answer.ok) throw new Error(`${answer.status}`);
    await kept?.put(addressOf(place), answer.clone()).catch(() => {});
    return await answer.json();
  } catch (problem) {
    const before = await kept?.match(addressOf(place));
    if (!before) throw problem;
    return before.json();
  }
}

/**
 * @param {string} place @param {PartList} told
 * @returns the bytes that are still to come: 0 where this phone has all parts
 */
export async function missingBytes(place, { parts }) {
  const kept = await store(place);
  let bytes = 0;
  for (const part of Object.values(parts)) if (!(await kept?.match(part.address))) bytes += part.bytes;
  return bytes;
}

/**
 * @param {PartFile} part @param {Cache | null} kept
 * @param {(size: number) => void} onSize gets how many bytes more have come, unpacked @param {AbortSignal} signal
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
 * Fetches all parts, by name, and forgets those of earlier versions; `onProgress` gets 0 to 1.
 *
 * @param {string} place @param {PartList} told
 * @param {{ onProgress: (progress: number) => void, signal: AbortSignal }} given
 */
export async function fetchParts(place, { parts }, { onProgress, signal }) {
  const kept = await store(place);
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
  const wanted = new Set([addressOf(place), ...Object.values(parts).map(({ address }) => address)]);
  for (const request of (await kept?.keys()) ?? [])
    if (!wanted.has(new URL(request.url).pathname)) await kept?.delete(request);
  return files;
}
