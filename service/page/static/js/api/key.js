// Keys by which the service recognises a repeated request.

/** Return a new idempotency key; crypto.randomUUID is missing on plain HTTP. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
