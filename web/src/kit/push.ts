/** True if this browser supports web push; an iPhone does only after the app is on the home screen. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis

/** The push subscription of this browser; null without one, or if push is not supported. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Asks for the permission and subscribes this browser to push. Browsers ask only in an event handler of a tap.
 *
 * @param publicKey VAPID key of the server, base64url.
 * @returns null if push is not supported or the user refused.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscription | null> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return null
  return subscriptionFor((await navigator.serviceWorker.ready).pushManager, publicKey)
}

/** The subscription of a service worker for this key, made if there is none. The permission was given before. */
export async function subscriptionFor(
  pushManager: PushManager,
  publicKey: string,
): Promise<PushSubscription> {
  const existing = await pushManager.getSubscription()
  if (existing && isForKey(existing, publicKey)) return existing
  // A subscription for another key, for example of a server that was restored without its keys, receives no messages.
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** If the browser does not reveal the key of a subscription, it counts as the right key. */
export function isForKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey
  return !key || base64url(new Uint8Array(key)) === publicKey.replace(/=+$/, '')
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/**
 * Ends the subscription of this browser, so the next person who signs in does not inherit it.
 *
 * @returns whether there was one.
 */
export async function dropPush(): Promise<boolean> {
  const subscription = await pushSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => {})
  return subscription !== null
}

const lastAccount = 'dray-push-account'

/** Stores the account that signed out here with notifications on: its next sign-in turns them on. Null forgets it. */
export function rememberPush(accountId: string | null): void {
  if (accountId === null) localStorage.removeItem(lastAccount)
  else localStorage.setItem(lastAccount, accountId)
}

export const hadPush = (accountId: string): boolean => localStorage.getItem(lastAccount) === accountId
