/// <reference lib="webworker" />
/**
 * The service worker: the app opens offline and shows push notifications while it is closed. It caches the app's files
 * and the page without data; it never caches API responses, photos or parameters of links.
 */
import { renewSubscriptions, showPushes } from './notifications.ts'

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

showPushes(worker, { home: pages.customer, isOurPage })

renewSubscriptions(worker, {
  keyUrl: '/app/v1/push/key',
  keyOf: (answer) => (answer as { key: string }).key,
  subscriptionUrl: '/app/v1/push/subscription',
})
