// Keeps the page's files on the phone, so that it opens without a connection and shows the table as last seen.
//
// The service puts the VERSION and the FILES of its page before this text. Files come from the service whenever it
// answers, so that no page is ever older than the service; the kept ones stand in when it does not, and at once where
// the address says what is in the file.
/* global VERSION, FILES */

const KEPT = `tableside-${VERSION}`;
const PATIENCE = 4000; // milliseconds for a file before the kept one is taken
const FIXED = /^[/]static[/](bundle|words|(?:camera|scorer)[/][0-9a-f]+)[/]/; // addresses that change with what they name
const REST = 15_000; // after a failure, during which the kept ones are taken at once

let lostAt = -Infinity;

self.addEventListener("install", (event) => {
  const requests = FILES.map((path) => new Request(path, { cache: "no-cache" }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll(requests))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const older = (name) => name.startsWith("tableside-") && name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(older).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

function inTime(request) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE);
  return fetch(request, { signal: controller.signal }).finally(() => clearTimeout(timer));
}

async function answer(request, path) {
  const kept = (await (await caches.open(KEPT)).match(path)) ?? (await caches.match(path)); // or what the page has kept
  if (!kept) return fetch(request);
  if (FIXED.test(path)) return kept;
  if (Date.now() - lostAt < REST) return kept;
  try {
    const fresh = await inTime(request);
    if (fresh.status < 500) return fresh;
  } catch {
    lostAt = Date.now();
  }
  return kept;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const ours = pathname === "/" || pathname.startsWith("/static/");
  if (request.method !== "GET" || origin !== self.location.origin || !ours) return; // the page itself remembers tables
  event.respondWith(answer(request, pathname));
});
