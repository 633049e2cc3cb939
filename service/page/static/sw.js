// Stores the page's files on the phone, so that it opens without a connection and shows the last state of the table.
//
// The service adds the VERSION and the FILES of its page above. A file comes from the service if that answers, so that no page
// is older than the service, and otherwise from the phone; one whose address changes with its content always comes from there.
/* global VERSION, FILES */

const CACHE = `tableside-${VERSION}`;
const PATIENCE = 4000; // milliseconds for a file before the stored one is used
const FIXED = /^[/]static[/](bundle|words|(?:camera|scorer)[/][0-9a-f]+)[/]/; // addresses that change with their content
const REST = 15_000; // milliseconds after a failure in which stored files are used at once

let failedAt = -Infinity;

self.addEventListener("install", (event) => {
  const requests = FILES.map((path) => new Request(path, { cache: "no-cache" }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(requests))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const older = (name) => name.startsWith("tableside-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(older).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

function fetchInTime(request) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE);
  return fetch(request, { signal: controller.signal }).finally(() => clearTimeout(timer));
}

async function respond(request, path) {
  const stored = (await (await caches.open(CACHE)).match(path)) ?? (await caches.match(path)); // or what the page has stored
  if (!stored) return fetch(request);
  if (FIXED.test(path)) return stored;
  if (Date.now() - failedAt < REST) return stored;
  try {
    const fresh = await fetchInTime(request);
    if (fresh.status < 500) return fresh;
  } catch {
    failedAt = Date.now();
  }
  return stored;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const ours = pathname === "/" || pathname.startsWith("/static/");
  if (request.method !== "GET" || origin !== self.location.origin || !ours) return; // the page stores the answers of the API
  event.respondWith(respond(request, pathname));
});
