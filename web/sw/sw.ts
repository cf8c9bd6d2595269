/// <reference lib="webworker" />
/**
 * The service worker: the app opens offline and shows push notifications while it is closed. It caches the app's files
 * and the page without data; it never caches API responses, photos or parameters of links.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** Filled in by the build (`web/build/shell-list.ts`). */
const shellFiles = '__SHELL_FILES__' as unknown as string[]
const cacheName = 'dray-__SHELL_VERSION__'
const pages = { customer: '/app', carrier: '/carrier' }

worker.addEventListener('install', (event) => {
  event.waitUntil(install())
})

async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  const empty = Object.values(pages).map(
    (page) => new Request(page, { credentials: 'omit', cache: 'no-store' }),
  )
  await cache.addAll([...shellFiles, ...empty])
  await worker.skipWaiting()
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOlder())
})

async function forgetOlder(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('dray-') && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (pathname.startsWith('/app/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate' && isOurPage(pathname)) event.respondWith(page(request, pathname))
})

const isOurPage = (pathname: string): boolean =>
  /^\/(app|carrier|draft)(\/|$)/.test(pathname) && !pathname.startsWith('/app/v1/')

/** Cache first: the URL of an asset changes with its content, so a cached asset never becomes stale. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone())
  return answer
}

/** Network first, with the cached page as fallback: the app in it routes by the URL. */
async function page(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const empty = pathname.startsWith('/carrier') ? pages.carrier : pages.customer
    const kept = await caches.match(empty)
    if (kept) return kept
    throw error
  }
}

type Message = { title: string; body?: string; url?: string; tag?: string }

worker.addEventListener('push', (event) => {
  const message = readMessage(event.data)
  if (message) event.waitUntil(show(message))
})

function readMessage(data: PushMessageData | null): Message | null {
  try {
    return data?.json() as Message
  } catch {
    return null
  }
}

const show = ({ title, body = '', url = '/app', tag }: Message): Promise<void> =>
  worker.registration.showNotification(title, {
    body,
    ...(tag && { tag }),
    icon: '/app/icons/icon-192.png',
    badge: '/app/icons/badge-96.png',
    data: { url },
  })

/**
 * The push service has ended the subscription, or the browser has renewed it. Without a session the server refuses; the
 * next sign-in then registers the subscription.
 */
worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription((event as { newSubscription?: PushSubscription | null }).newSubscription))
})

async function renewSubscription(renewed: PushSubscription | null | undefined): Promise<void> {
  const answer = await fetch('/app/v1/push/key', { credentials: 'same-origin' })
  if (!answer.ok) return
  const { key } = (await answer.json()) as { key: string }
  const { pushManager } = worker.registration
  const subscription =
    renewed ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  await fetch('/app/v1/push/subscription', {
    method: 'PUT',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  })
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data as { url: string }
  event.waitUntil(open(new URL(url, worker.location.origin)))
})

/** Opens the URL of a notification, in an open window of the app if there is one. URLs of other sites are ignored. */
async function open({ origin, href }: URL): Promise<void> {
  if (origin !== worker.location.origin) return
  const windows = await worker.clients.matchAll({ type: 'window' })
  const ours = windows.filter(({ url }) => isOurPage(new URL(url).pathname))
  const window = ours.find(({ url }) => url === href) ?? ours[0]
  if (!window) return void (await worker.clients.openWindow(href))
  await window.focus()
  if (window.url !== href) await window.navigate(href)
}
