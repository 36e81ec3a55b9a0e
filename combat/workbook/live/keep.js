// Keeps Python and its packages for the next visit, even without a connection. Pages themselves
// are loaded again each time. VERSION is filled in when the site is built.
const VERSION = "@VERSION@";
const KEPT = /\/pyodide\/|\/jupyter\/pypi\/|\/live\/data\.zip$/;

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("combat-") && name !== VERSION);
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || !KEPT.test(pathname)) return;
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    const kept = await cache.match(event.request);
    if (kept) return kept;
    const response = await fetch(event.request);
    // An incomplete file is never kept: `put` waits for its end, and fails if the loading does.
    if (response.ok) cache.put(event.request, response.clone()).catch(() => {});
    return response;
  })());
});
