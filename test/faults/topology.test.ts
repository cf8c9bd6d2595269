import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/process.ts'
import { radosgwMissing, startRadosgw } from '../support/radosgw.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { createReporter } from '../support/topology/fault-report.ts'
import * as faults from '../support/topology/faults.ts'
import { startTopology, type Topology, topologyMissing } from '../support/topology/start.ts'
import { until } from '../support/until.ts'

/*
 * The files of deploy/ together: HAProxy, two nodes that serve and one that works, PgBouncer, PostgreSQL by Patroni,
 * Redis with Sentinel, photos in a bucket where there is a gateway. `topology-failovers.test.ts` has the faults that
 * take longer.
 */
const options = { skip: topologyMissing, timeout: 560_000 }

test('Reliability: faults of an installation on several machines', options, async (t) => {
  await using opened = new AsyncDisposableStack()
  const bucket = radosgwMissing ? null : opened.use(await startRadosgw())
  const proxy = bucket && opened.use(await startTcpProxy(bucket.url))
  const env = bucket && proxy ? { ...bucket.env, PHOTO_STORAGE: 's3', S3_ENDPOINT: proxy.url } : {}
  const topology = opened.use(await startTopology(env))
  const { report, printTable } = createReporter(topology)

  await t.test('the doctor tells the pooler, a standby, and asynchronous standbys', () => askDoctor(topology))
  for (const [name, cause] of [
    ['rolling restart', faults.restartAll],
    ['master of Redis killed', faults.killRedis],
  ] as const)
    await t.test(`${name}: nothing fails`, async () => {
      const { requests, good } = await report(name, cause)
      const checks = topology.httpBalancer.output().match(/^.*Server dray\/.*$/gm)
      assert.equal(good, requests, `the balancer's checks: ${checks?.join('\n')}`)
    })
  await t.test('a node is killed', async () => void (await report('node killed', faults.killNode)))
  await t.test(
    'a switch-over of PostgreSQL',
    async () => void (await report('switch-over', faults.switchOver)),
  )
  await t.test('PgBouncer is killed, and starts again', async () => {
    await report('PgBouncer killed, back after 2 s', faults.killPgBouncer)
  })
  await t.test('the bucket is out of reach', { skip: radosgwMissing }, async () => {
    const { unavailable, refusedKinds } = await report('bucket out of reach for 5 s', () =>
      faults.cutBucket(proxy as TcpProxy),
    )
    assert.ok(unavailable.dray > 0)
    assert.deepEqual(refusedKinds, ['create with a photo'])
  })
  printTable()
})

async function askDoctor({ env, patroni, database }: Topology): Promise<void> {
  assert.match(await ask(env, 'database'), /^ok/)
  assert.match(await ask(env, 'connections'), /^ok .*PgBouncer .*transaction/)
  const { standby } = await patroni.whenReplicated()
  const { username, password } = new URL(env.DATABASE_URL ?? '')
  const ofStandby = `postgres://${username}:${password}@127.0.0.1:${standby.port}/dray`
  const { DATABASE_DIRECT_URL: _, DB_PREPARED: __, ...others } = env
  assert.match(await ask({ ...others, DATABASE_URL: ofStandby }, 'database'), /^fail .* is a standby/)

  const isAsynchronous = async () => {
    const { rows } = await database.pool.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    )
    return rows[0]?.names === ''
  }
  await patroni.configure({ synchronous_mode: false })
  await until('commits wait for no standby', isAsynchronous)
  assert.match(await ask(env, 'database'), /^warn .* asynchronous standbys only/)
  await patroni.configure({ synchronous_mode: true })
  await patroni.whenReplicated()
}

/** @returns the status and the text of a check of the doctor. */
async function ask(env: Record<string, string>, name: string): Promise<string> {
  const { stdout } = await runCommand(['doctor', '--json'], env)
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] }
  const check = checks.find((each) => each.name === name)
  return `${check?.status} ${check?.detail}`
}
