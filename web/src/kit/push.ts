/** True if this browser supports web push; an iPhone does only after the app is on the home screen. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis

/** The push subscription of this browser; null if there is none or push is not supported. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Asks for the permission and subscribes this browser to push. Browsers allow it only in an event handler of a tap.
 *
 * @param publicKey VAPID key of the server, base64url.
 * @returns the subscription to register at the server; null if push is not supported or the user refused.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionJSON | null> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  const subscription =
    existing ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  return subscription.toJSON()
}
