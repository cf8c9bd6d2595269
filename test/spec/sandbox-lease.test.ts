import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { shiftRows } from '../../server/sandbox/shift-rows.ts'
import { createWithWorld, withLease } from '../../server/sandbox/with-world.ts'
import { startDray } from '../support/dray.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { sandboxUser } from '../support/sandbox.ts'

// Decision 41: no call works in a world after its lease has ended, when another node may move the world.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { pool, kysely } = app.db

test('sandbox: each shift of the rows renews the lease, which may end soon when a long way ends', async () => {
  const user = await sandboxUser(app)
  await user.begin('by_hand')
  const readLease = async () => {
    const { rows } = await pool.query<{ seconds: number }>(
      'select extract(epoch from lease_until - now())::float8 as seconds from sandbox_world where key_id = $1',
      [user.keyId],
    )
    return rows[0]?.seconds ?? 0
  }
  for (const by of ['to the present', 1_000] as const)
    await withLease(kysely, { keyId: user.keyId, name: '' }, 0, async (world) => {
      await pool.query(`update sandbox_world set lease_until = now() + interval '10 s' where key_id = $1`, [
        user.keyId,
      ])
      await shiftRows({ pool }, world, by)
      const seconds = await readLease()
      assert.ok(seconds > 20 && seconds <= 30, `${by}: ${seconds}`)
    })
})

test('sandbox: the time of a call counts from its beginning, and nothing is done when it is over', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  const { now } = await user.clockNow()
  await sleep(20)
  const { signal: stopSignal } = new AbortController()
  const withWorld = createWithWorld({ kysely, pool, stopSignal }, 1_500)
  let acts = 0
  const work = async () => void acts++
  const call = () => withWorld({ keyId: user.keyId, name: '' }, work)
  const when = 'before update on sandbox_world for each row when (new.aged_ms < old.aged_ms)'
  const held = await holdInTrigger({ pool }, when)
  const refused = assert.rejects(call(), { code: 'world_busy' })
  await held.reached()
  await sleep(1_600)
  await held[Symbol.asyncDispose]()
  await refused
  assert.equal(acts, 0)
  assert.equal((await user.clockNow()).now, now)
  await call()
  assert.equal(acts, 1)
  assert.equal((await user.job(jobId)).status, 'draft')
})
