/**
 * Makes the site available offline after the first visit, with the service worker `sw.js` of the build. Does nothing on file://, which has
 * no service workers, and on the development server.
 * @param updateReady called when a newer version is ready; `apply` switches to it and reloads the page
 */
export async function keepOffline(updateReady: (apply: () => void) => void): Promise<void> {
  if (!import.meta.env.PROD || location.protocol === 'file:' || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('./sw.js');
  const offer = (waiting: ServiceWorker): void => {
    updateReady(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        location.reload();
      });
      waiting.postMessage({ type: 'SKIP_WAITING' });
    });
  };
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const next = registration.installing;
    next?.addEventListener('statechange', () => {
      // Offer the update only if a service worker controls the page; otherwise this is the first visit, and there is no older version.
      if (next.state === 'installed' && navigator.serviceWorker.controller) offer(next);
    });
  });
}
