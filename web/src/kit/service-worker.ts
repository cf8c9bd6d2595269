/** Registers the service worker, with which the app opens offline. An error is ignored: the app works without it. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  // After `load`, so its downloads do not delay the first screen.
  addEventListener('load', () => {
    navigator.serviceWorker.register('/app/sw.js', { scope: '/' }).catch(() => {})
  })
}
