// Service worker: answers from the files that were stored at the first visit, so the page works offline. The build fills in
// the list of files and the version; a new version replaces all files of the old one.

const FILES = '__FILES__';
const CACHE = 'barycast-__VERSION__';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('barycast-') && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

/** A page from the network if it is there, so that a new version is seen at once. It is kept for when it is not. */
async function navigated(request) {
  const response = await fetch(request);
  if (response.ok && !response.redirected) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== self.location.origin) return;
  const stored = () => caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(event.request.mode === 'navigate'
    ? navigated(event.request).catch(async () => (await stored()) ?? Response.error())
    : stored().then((found) => found ?? fetch(event.request)));
});
