// Large files that a player may download: the networks that name tiles ("camera") and the scorer ("scorer"). The size is
// shown first, and the browser stores them for good.

/** @import { PartFile, PartList } from "../types" */

/** @param {string} place */
const addressOf = (place) => `/static/${place}/parts.json`;

/**
 * Open a cache of the browser, apart from that of the page's own files; null if there is none.
 *
 * @param {string} place
 * @returns {Promise<Cache | null>}
 */
const openCache = async (place) => globalThis.caches?.open(place).catch(() => null) ?? null;

/**
 * Return the list of files, or the stored one if the service does not answer.
 * @param {string} place @param {Cache | null} cache @returns {Promise<PartList>}
 */
async function listParts(place, cache) {
  try {
    const answer = await fetch(addressOf(place));
    if (!answer.ok) throw new Error(`${answer.status}`);
    await cache?.put(addressOf(place), answer.clone()).catch(() => {});
    return await answer.json();
  } catch (problem) {
    const before = await cache?.match(addressOf(place));
    if (!before) throw problem;
    return before.json();
  }
}

/** Return the list of files, and how many bytes of them are not stored yet. @param {string} place */
export async function offerParts(place) {
  const cache = await openCache(place);
  const parts = await listParts(place, cache);
  let bytes = 0;
  for (const part of Object.values(parts.parts)) if (!(await cache?.match(part.address))) bytes += part.bytes;
  return { parts, bytes };
}

/**
 * Fetch a file, from the cache if it is there.
 * @param {PartFile} part @param {Cache | null} cache
 * @param {(size: number) => void} onSize gets the number of further bytes, unpacked @param {AbortSignal} signal
 */
async function fetchPart({ address, size }, cache, onSize, signal) {
  const before = await cache?.match(address);
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
  await cache?.put(address, new Response(whole, { headers })).catch(() => {}); // a full phone fetches it again next time
  return whole.buffer;
}

/**
 * Fetch all files, by name, and remove those of earlier versions; `onProgress` gets 0 to 1.
 *
 * @param {string} place @param {PartList} list
 * @param {{ onProgress: (progress: number) => void, signal: AbortSignal }} given
 */
export async function fetchParts(place, { parts }, { onProgress, signal }) {
  const cache = await openCache(place);
  const all = Object.values(parts).reduce((sum, { size }) => sum + size, 0);
  let received = 0;
  /** @param {number} size */
  const onSize = (size) => {
    received += size;
    onProgress(received / all);
  };
  /** @type {Record<string, ArrayBuffer>} */
  const files = {};
  for (const [name, part] of Object.entries(parts)) files[name] = await fetchPart(part, cache, onSize, signal);
  const current = new Set([addressOf(place), ...Object.values(parts).map(({ address }) => address)]);
  for (const request of (await cache?.keys()) ?? [])
    if (!current.has(new URL(request.url).pathname)) await cache?.delete(request);
  return files;
}
