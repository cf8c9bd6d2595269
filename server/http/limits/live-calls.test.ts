import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { createLiveCalls, watchLiveCalls } from './live-calls.ts'

const live = { key: '/v1/live', app: '/app/v1/jobs' }
const other = { key: '/v1/test', probe: '/health/ready', page: '/docs' }

test('decision 41: calls of live keys and of people are live for a second, those of test keys, probes and pages are not', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const app = Fastify()
  t.after(() => app.close())
  app.addHook('onRequest', async (request) => {
    const { pathname } = new URL(request.url, 'http://dray.test')
    const mode = pathname === live.key ? 'live' : pathname === other.key ? 'test' : null
    if (mode) Object.assign(request, { partnerKey: { mode } })
  })
  const { isBusy, note } = createLiveCalls()
  watchLiveCalls(app, { isBusy, note }, ['/app/v1'])
  for (const url of [...Object.values(live), ...Object.values(other)]) app.get(url, async () => 'ok')
  assert.equal(isBusy(), false)
  for (const url of Object.values(other)) {
    await app.inject(url)
    assert.equal(isBusy(), false, url)
  }
  for (const url of Object.values(live)) {
    await app.inject(url)
    now += 999
    assert.equal(isBusy(), true, url)
    now += 1
    assert.equal(isBusy(), false, url)
  }
})
