import assert from 'node:assert/strict'
import http from 'node:http'
import { networkInterfaces } from 'node:os'
import test from 'node:test'
import { checkMetrics } from '../../server/doctor/reach.ts'
import { startDray, type TestDray } from '../support/dray.ts'
import { lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

// DESIGN 2: "METRICS_TOKEN guards metrics when set", and DESIGN 6 promise 9: a bounded share for each client.
const production = { NODE_ENV: 'production' }

test('in production without METRICS_TOKEN only this machine reads /metrics, whatever a header claims', async () => {
  await using app = await startDray({ ...production, TRUST_PROXY: '1' })
  assert.equal((await app.fetch('/metrics')).status, 200)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    const { status, body } = await app.fetch('/metrics', { headers: { [header]: '127.0.0.1' } })
    assert.deepEqual([status, (body as { error: string }).error], [403, 'unauthorized'], header)
  }
  const warnings = app.logged.filter((line) => line.includes('set METRICS_TOKEN'))
  assert.equal(warnings.length, 1, 'said once, not per request')
})

test('another machine is refused by the address of its socket', async (t) => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address
  if (!address) return t.skip('this machine has no address but loopback')
  await using app = await startDray(production)
  await using other = await listenOn(app, address)
  assert.equal(await statusOf(`${other.url}/metrics`), 403)
})

test('METRICS_TOKEN is asked for everywhere, also on this machine; in development without one /metrics is open', async () => {
  const token = 'a-token-of-the-operator'
  await using app = await startDray({ ...production, METRICS_TOKEN: token })
  assert.equal((await app.fetch('/metrics')).status, 401)
  const headers = { authorization: `Bearer ${token}` }
  assert.equal((await app.fetch('/metrics', { headers })).status, 200)
  assert.equal((await app.fetch('/metrics', { headers: { ...headers, via: 'proxy' } })).status, 200)
  await using open = await startDray()
  assert.equal((await open.fetch('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status, 200)
})

for (const { table, figure } of [
  { table: 'sms', figure: 'dray_waiting{' },
  { table: 'job_problem', figure: '\ndray_problems_open ' },
])
  test(`/metrics asked 200 times at once asks the database for ${figure.trim()} once and takes none of its connections from others`, async () => {
    await using app = await startDray()
    await using _held = await lockTable(app.db.url, table, 'ACCESS EXCLUSIVE')
    const asking = Promise.all(Array.from({ length: 200 }, () => app.fetch('/metrics')))
    const most = await maxAtOnce(app, asking)
    const answers = await asking
    assert.ok(answers.every(({ status }) => status === 200))
    assert.ok(
      answers.every(({ text }) => !text.includes(figure)),
      'left out while the database hangs',
    )
    assert.equal(most, 1, 'no statement waits on two connections at once')
  })

/** Maximum number of connections on which one statement waited for a lock at the same time, while `work` ran. */
async function maxAtOnce({ db }: TestDray, work: Promise<unknown>): Promise<number> {
  let isDone = false
  void work.finally(() => (isDone = true))
  let most = 0
  while (!isDone) {
    const { rows } = await db.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' group by query order by 1 desc limit 1`,
    )
    most = Math.max(most, rows[0]?.count ?? 0)
  }
  return most
}

test('the text of /metrics is kept for a second', async () => {
  await using app = await startDray()
  const many = await Promise.all(Array.from({ length: 50 }, () => app.fetch('/metrics')))
  assert.ok(new Set(many.map(({ text }) => text)).size <= 2)
  const readsDepths = async () => /dray_waiting\{what="sms"\} 0/.test((await app.fetch('/metrics')).text)
  await until('the gauges of the database are in it', readsDepths)
})

test('doctor reports which clients may read the metrics', () => {
  const config = { metricsToken: null, development: false, baseUrl: 'https://dray.example' }
  assert.equal(checkMetrics(config).status, 'warn')
  assert.equal(checkMetrics({ ...config, metricsToken: 'x'.repeat(16) }).status, 'ok')
  assert.deepEqual(checkMetrics({ ...config, development: true }).detail, ['metricsOpen'])
  assert.equal(checkMetrics({ ...config, development: true, baseUrl: 'http://127.0.0.1:8080' }).status, 'ok')
})

/** Serves the same app on a second socket, at an address that is not loopback. */
async function listenOn({ dray }: TestDray, address: string) {
  const server = http.createServer((request, response) => dray.app.server.emit('request', request, response))
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, address, resolve)
  await promise
  const { port } = server.address() as { port: number }
  return {
    url: `http://${address}:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status
