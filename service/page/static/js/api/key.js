// Keys by which the service knows what was sent to it before.

/** Returns a fresh idempotency key; also on plain http, where crypto.randomUUID is missing. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
