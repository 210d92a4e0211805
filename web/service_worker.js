// Keeps the page for visits without a network. `FILES` and `VERSION` are written in by the build (see offline_plugin.ts):
// files of one version are stored together, so that no page is made of two. Hashed files never change and come from the
// store; the page itself comes from the network where there is one.
const VERSION = '__VERSION__';
const FILES = '__FILES__';
const kName = `cleave-${VERSION}`;
const kWait = 3000;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(kName).then((cache) => cache.addAll(['./', ...FILES])).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith('cleave-') && name !== kName) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(tidy());
});

async function page(request) {
  const stored = await caches.match('./', {ignoreSearch: true});
  const fetched = fetch(request).then(async (response) => {
    if (response.ok) await (await caches.open(kName)).put('./', response.clone());
    return response;
  });
  if (!stored) return fetched;
  const late = new Promise((resolve) => setTimeout(() => resolve(stored), kWait));
  return Promise.race([fetched.catch(() => stored), late]);
}

async function file(request) {
  return (await caches.match(request, {ignoreVary: true})) ?? fetch(request);
}

addEventListener('fetch', (event) => {
  const {request} = event;
  const url = new URL(request.url);
  const inScope = url.href.startsWith(registration.scope);
  if (request.method !== 'GET' || url.origin !== location.origin || !inScope || url.pathname.includes('/api/')) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});
