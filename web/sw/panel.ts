/// <reference lib="webworker" />
/** The service worker of the operator's panel: it shows alerts while the panel is closed, and caches nothing. */
import { renewSubscriptions, showPushes } from './notifications.ts'

const worker = globalThis as unknown as ServiceWorkerGlobalScope

worker.addEventListener('install', (event) => {
  event.waitUntil(worker.skipWaiting())
})

showPushes(worker, { home: '/admin', isOurPage: (pathname) => /^\/admin(\/|$)/.test(pathname) })

renewSubscriptions(worker, {
  keyUrl: '/admin/v1/alerts',
  keyOf: (answer) => (answer as { push: { key: string } }).push.key,
  subscriptionUrl: '/admin/v1/alerts/push',
})
