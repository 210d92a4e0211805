// Asks the browser to keep the page for visits without a network: the service worker of sw.js does so.

export function keepOffline(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD || !isSecureContext) return;
  navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {
    // Blocked or not allowed here: the page works, it only needs the network again next time.
  });
}
