import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { postmasterPid, tempFolder } from '#lib/embedded-postgres/testing.ts'
import { type Load, startLoad } from '../support/create-load.ts'
import { caller, newPartner, type TestPartner } from '../support/dray.ts'
import { freshGet } from '../support/fresh-get.ts'
import { newPhone } from '../support/no-secrets.ts'
import { type DrayProcess, startProcess } from '../support/process.ts'
import { descendantsOf, stillThere } from '../support/process-tree.ts'
import { shareData } from '../support/shared-data.ts'
import { until } from '../support/until.ts'

describe('the embedded PostgreSQL survives the server, and the server survives it (DESIGN 6.7)', {
  concurrency: 2,
}, () => {
  test('kill -9 of the server: the next one takes the orphan over', async () => {
    await using folder = tempFolder()
    const env = { DATA_DIR: folder.data }
    const killed = await startProcess({ role: 'start', env, isFirstStart: true })
    const partner = await partnerOf(killed, folder.data)
    const { job_id } = (await partner.create({ customer_phone: newPhone() })).body
    const orphan = postmasterPid(folder.data)
    await killed[Symbol.asyncDispose]()
    assert.ok(orphan)
    assert.equal(postmasterPid(folder.data), orphan, 'it runs on')

    await using next = await startProcess({ role: 'start', env, port: killed.port })
    assert.equal(postmasterPid(folder.data), orphan, 'it is the same')
    assert.equal((await partner.read(job_id)).status, 200)
    assert.equal((await partner.create({ customer_phone: newPhone() })).status, 201)
    next.signal('SIGTERM')
    assert.deepEqual(await next.ended, { code: 0, signal: null })
    assert.equal(postmasterPid(folder.data), undefined, 'and it is ours to stop')
  })

  test('kill -9 of the postmaster under load, then a freeze: refused or answered, and it recovers', async () => {
    await using folder = tempFolder()
    const env = { DATA_DIR: folder.data }
    await using dray = await startProcess({ role: 'start', env, isFirstStart: true })
    const partner = await partnerOf(dray, folder.data)
    await using load = startLoad(partner)
    await using health = watchHealth(dray.url)
    await until('the load runs', () => load.acknowledged.length >= 20)

    const killed = postmasterPid(folder.data) as number
    process.kill(killed, 'SIGKILL')
    await until('readiness goes', () => health.ready.includes(503))
    await until('another PostgreSQL runs', () => ![undefined, killed].includes(postmasterPid(folder.data)))
    await assertRecovered({ dray, partner, load, health })

    const refusedBefore = load.refused
    const frozen = [postmasterPid(folder.data) as number, ...backendsOf(postmasterPid(folder.data) as number)]
    health.ready.length = 0
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      // A frozen PostgreSQL cannot enforce its statement timeout, so Dray's own timeouts must end the calls.
      const begunBefore = load.pending()
      await until('readiness goes', () => health.ready.includes(503))
      await until('calls are refused meanwhile', () => load.refused > refusedBefore)
      await until('calls begin meanwhile', () => load.pending().length > 0)
      const frozenCalls = new Set([...begunBefore, ...load.pending()])
      await until('no call waits for the thaw', () => !load.pending().some((call) => frozenCalls.has(call)))
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    await assertRecovered({ dray, partner, load, health })
    await load[Symbol.asyncDispose]()
    assert.ok(!health.live.some((status) => status !== 200), 'liveness stays')
    const reads = await Promise.all(load.acknowledged.map((id) => partner.read(id)))
    for (const read of reads) assert.equal(read.status, 200, 'every acknowledged job is there')
  })
})

type Facts = { dray: DrayProcess; partner: TestPartner; load: Load; health: Health }

async function assertRecovered({ dray, partner, load, health }: Facts): Promise<void> {
  await until('it is ready', async () => (await freshGet(`${dray.url}/health/ready`)) === 200)
  const before = load.acknowledged.length
  await until('jobs are taken again', () => load.acknowledged.length > before + 5)
  assert.equal((await partner.read(load.acknowledged[0] ?? '')).status, 200)
  assert.ok(!dray.hasEnded(), dray.output.stderr)
  assert.deepEqual(load.strange, [], 'answers are 2xx, or 503 in the shape of the document')
  assert.deepEqual([...new Set(health.live)], [200])
}

async function partnerOf({ url }: DrayProcess, dataDir: string): Promise<TestPartner> {
  await using data = await shareData(dataDir)
  return await newPartner(data, 'dray', { options: { mode: 'test' }, call: caller(url) })
}

const backendsOf = (postmaster: number): number[] =>
  stillThere(descendantsOf(postmaster)).map(({ pid }) => pid)

type Health = AsyncDisposable & { live: (number | string)[]; ready: (number | string)[] }

function watchHealth(url: string): Health {
  const seen = { live: [] as (number | string)[], ready: [] as (number | string)[] }
  let running = true
  const watch = async (what: 'live' | 'ready') => {
    while (running) {
      seen[what].push(await freshGet(`${url}/health/${what}`))
      await sleep(50)
    }
  }
  const watching = Promise.all([watch('live'), watch('ready')])
  return {
    ...seen,
    async [Symbol.asyncDispose]() {
      running = false
      await watching
    },
  }
}
