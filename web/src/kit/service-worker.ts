/** Keeps the app on the phone, so that it opens without a line. A browser that refuses it goes without. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  // After the first screen: it is not to compete with it for the line.
  addEventListener('load', () => {
    navigator.serviceWorker.register('/app/sw.js', { scope: '/' }).catch(() => {})
  })
}
