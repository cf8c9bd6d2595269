import { canPush, subscriptionFor } from '../../kit/push.ts'

/**
 * Asks for the permission and subscribes this browser to alerts, with the service worker of the panel: that of the app
 * serves other pages. Browsers ask only in an event handler of a click.
 *
 * @returns null if the browser does not support push, or the member refused.
 */
export async function subscribePanel(publicKey: string): Promise<PushSubscription | null> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return null
  return subscriptionFor((await activeRegistration()).pushManager, publicKey)
}

/** Ends the subscription of this browser, so the next member who signs in here does not inherit it. */
export async function dropPanelPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(scope)
  const isOwn = registration && new URL(registration.scope).pathname === scope
  const subscription = isOwn ? await registration.pushManager.getSubscription() : null
  await subscription?.unsubscribe()
}

const scope = '/admin'

async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/panel/sw.js', { scope })
  const worker = registration.installing ?? registration.waiting
  if (!registration.active && worker)
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated') resolve()
        else if (worker.state === 'redundant') reject(new Error('The service worker was not installed'))
      })
    })
  return registration
}
