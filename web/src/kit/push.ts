/** Whether this browser can be told things while the app is closed; an iPhone only once it is on the home screen. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis

/** What this browser is subscribed with; null where it cannot be, or is not. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Asks the person and subscribes this browser; has to be called from a tap.
 *
 * @param publicKey of the server (VAPID), base64url.
 * @returns what the server needs to send; null when the person said no.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionJSON | null> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  const subscription =
    existing ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  return subscription.toJSON()
}
