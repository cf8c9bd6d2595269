import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Worker } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { servePages } from '../support/pages.ts'
import { until } from '../support/until.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/** A browser without a screen shows no notifications, so the worker's last word is written down instead. */
const record = `self.shown = []
self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options })`

const push = (worker: Worker, data: string): Promise<unknown> =>
  worker.evaluate((data) => {
    const event = Reflect.construct(Reflect.get(globalThis, 'PushEvent'), ['push', { data }]) as Event
    ;(globalThis as unknown as EventTarget).dispatchEvent(event)
  }, data)

test('a push shows its title and text, and a tap opens its URL; an invalid push shows nothing', async () => {
  await using site = await servePages()
  await using window = await openApp(browser, { url: site.origin }, { worker: true })
  await window.goto('/app/nope')
  const workers = () => window.page.context().serviceWorkers()
  await until('the worker is there', () => workers().length > 0)
  const [worker] = workers()
  assert.ok(worker)
  await worker.evaluate(record)
  await push(worker, 'not json')
  await push(
    worker,
    JSON.stringify({
      kind: 'job_accepted',
      title: 'Accepted',
      body: 'Ana is on the way',
      url: '/app/jobs/1',
      tag: 'job-1',
    }),
  )
  assert.deepEqual(await worker.evaluate('self.shown'), [
    {
      title: 'Accepted',
      body: 'Ana is on the way',
      // A newer push of the same tag takes the place of the older one.
      tag: 'job-1',
      icon: '/app/icons/icon-192.png',
      badge: '/app/icons/badge-96.png',
      data: { url: '/app/jobs/1' },
    },
  ])
})
