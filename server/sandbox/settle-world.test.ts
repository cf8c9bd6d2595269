import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDray } from '../../test/support/dray.ts'
import { sandboxUser } from '../../test/support/sandbox.ts'
import { createBudget } from './budget.ts'
import { type SettleNeeds, settleWorld } from './settle-world.ts'
import { readWorld } from './world.ts'

test('decision 41: a world is settled only when the acts are made that one turn had no time for', async () => {
  await using app = await startDray()
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  await app.db.pool.query(`update job set created_at = created_at - interval '5.1 seconds' where id = $1`, [
    jobId,
  ])
  const needs = { ...app.dray.payments, pool: app.db.pool } as unknown as SettleNeeds
  const budget = createBudget({ maxMs: 20_000, signal: new AbortController().signal })
  let asked = 0
  const take = () => asked++ > 0 && budget.take()
  await settleWorld(needs, await readWorld(app.db.kysely, user.keyId), { ...budget, take })
  assert.ok(asked >= 2)
  const { timeline } = await user.job(jobId)
  assert.ok(timeline.some(({ type }) => type === 'link_opened'))
})
