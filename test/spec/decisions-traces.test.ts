import assert from 'node:assert/strict'
import { once } from 'node:events'
import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { runTasks, startDray, type TestDray } from '../support/dray.ts'
import { kind, startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

describe('a trace of a partner goes on (decision 57)', () => {
  test('to the router, and into the log line of the request', async () => {
    await using router = await startRouter()
    await using app = await startDray({ ROUTER: 'osrm', OSRM_URL: router.url })
    const partner = await app.partner()
    const { status } = await partner.create({}, { traceparent })
    assert.equal(status, 201)
    assert.equal(router.headers[0]?.traceparent, traceparent)
    assert.deepEqual(tracesOf(app, '/v1/jobs'), [traceId])

    await partner.create()
    assert.equal(router.headers.at(-1)?.traceparent, undefined)
    assert.deepEqual(tracesOf(app, '/v1/jobs'), [traceId, undefined])
  })

  test('into the row of the text, and its later attempt', async () => {
    await using provider = await startSmsProvider()
    await using app = await startDray(provider.env)
    const partner = await app.partner()
    provider.behaviour = { taken: false, answer: 'no' }
    const { body } = await partner.create({}, { traceparent })
    assert.deepEqual(provider.traces, [traceparent])
    provider.behaviour = kind
    const { kysely } = app.db
    await kysely
      .updateTable('sms')
      .set({ due_at: new Date(0) })
      .execute()
    await using _tasks = runTasks(app)
    await until('the text is sent', () => provider.ledger.length === 1)
    assert.deepEqual(provider.traces, [traceparent, traceparent])
    const { rows } = await app.db.pool.query('select traceparent from sms where job_id = $1', [body.job_id])
    assert.deepEqual(rows, [{ traceparent }])
    const failed = app.logged.map((line) => JSON.parse(line) as { msg: string; trace_id?: string })
    assert.equal(failed.find(({ msg }) => msg === 'an SMS was not accepted')?.trace_id, traceId)
  })

  test('not if it is malformed, and not from others than partners', async () => {
    await using app = await startDray()
    const partner = await app.partner()
    const zeros = '0'.repeat(32)
    for (const bad of ['', traceId, traceparent.toUpperCase(), `00-${zeros}-00f067aa0ba902b7-01`])
      await partner.create({}, { traceparent: bad })
    await app.fetch('/health/live', { headers: { traceparent } })
    assert.deepEqual(tracesOf(app, '/v1/jobs'), [undefined, undefined, undefined, undefined])
    assert.deepEqual(tracesOf(app, '/health/live'), [undefined])
  })
})

const tracesOf = (app: TestDray, route: string): (string | undefined)[] =>
  app.logged
    .map((line) => JSON.parse(line) as { msg: string; route?: string; trace_id?: string })
    .filter((line) => line.msg === 'answered' && line.route === route)
    .map((line) => line.trace_id)

/** An OSRM with one road, which keeps the headers that it gets. */
async function startRouter(): Promise<AsyncDisposable & { url: string; headers: IncomingHttpHeaders[] }> {
  const headers: IncomingHttpHeaders[] = []
  const server = http.createServer((request, response) => {
    headers.push(request.headers)
    const route = { distance: 315_000, duration: 11_000 }
    const waypoints = [
      { distance: 1, location: [-3.7, 40.4] },
      { distance: 1, location: [-0.88, 41.65] },
    ]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ code: 'Ok', routes: [route], waypoints }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
