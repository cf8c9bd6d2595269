/// <reference lib="webworker" />

type Message = { title: string; body?: string; url?: string; tag?: string }

type Pages = {
  /** Opened for a push that names no page. */
  home: string
  /** Whether a path belongs to the app of this worker. */
  isOurPage: (pathname: string) => boolean
}

/** Shows pushes, and opens the page of the one that is tapped. */
export function showPushes(worker: ServiceWorkerGlobalScope, { home, isOurPage }: Pages): void {
  worker.addEventListener('push', (event) => {
    const message = readMessage(event.data)
    if (message) event.waitUntil(show(message))
  })

  const show = ({ title, body = '', url = home, tag }: Message): Promise<void> =>
    worker.registration.showNotification(title, {
      body,
      ...(tag && { tag }),
      icon: '/app/icons/icon-192.png',
      badge: '/app/icons/badge-96.png',
      data: { url },
    })

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { url } = event.notification.data as { url: string }
    event.waitUntil(open(new URL(url, worker.location.origin)))
  })

  /** Opens the URL of a notification, in an open window of the app if there is one. URLs of other sites are ignored. */
  async function open({ origin, href }: URL): Promise<void> {
    if (origin !== worker.location.origin) return
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const ours = windows.filter(({ url }) => isOurPage(new URL(url).pathname))
    const window = ours.find(({ url }) => url === href) ?? ours[0]
    if (!window) return void (await worker.clients.openWindow(href))
    await window.focus()
    // Only a controlled window can be navigated.
    if (window.url !== href) await window.navigate(href).catch(() => worker.clients.openWindow(href))
  }
}

function readMessage(data: PushMessageData | null): Message | null {
  try {
    return data?.json() as Message
  } catch {
    return null
  }
}

type Renewal = {
  keyUrl: string
  keyOf: (answer: unknown) => string
  subscriptionUrl: string
}

/**
 * The push service has ended the subscription, or the browser has renewed it. Without a session the server refuses; the
 * next sign-in then registers the subscription.
 */
export function renewSubscriptions(
  worker: ServiceWorkerGlobalScope,
  { keyUrl, keyOf, subscriptionUrl }: Renewal,
): void {
  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew((event as { newSubscription?: PushSubscription | null }).newSubscription))
  })

  async function renew(renewed: PushSubscription | null | undefined): Promise<void> {
    const answer = await fetch(keyUrl, { credentials: 'same-origin' })
    if (!answer.ok) return
    const applicationServerKey = keyOf(await answer.json())
    const { pushManager } = worker.registration
    const subscription =
      renewed ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
    const { endpoint, keys } = subscription.toJSON()
    await fetch(subscriptionUrl, {
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, keys }),
    })
  }
}
