import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDray } from '../../test/support/dray.ts'
import { sandboxUser } from '../../test/support/sandbox.ts'
import type { EffectNeeds } from '../payments/effects/run.ts'
import { createBudget } from './budget.ts'
import type { MoveNeeds } from './make-move.ts'
import { playStories } from './play-stories.ts'
import { readWorld } from './world.ts'

test('decision 41: acts that a turn has no time for are told, so that a world does not count as settled', async () => {
  await using app = await startDray()
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  await app.db.pool.query(`update job set created_at = created_at - interval '5.1 seconds' where id = $1`, [
    jobId,
  ])
  const world = await readWorld(app.db.kysely, user.keyId)
  const payments: EffectNeeds = app.dray.payments
  const needs = { ...payments, pool: app.db.pool } as MoveNeeds
  const { signal } = new AbortController()
  let isUsedUp = true
  const turn = { isUsedUp: () => isUsedUp, pass: async () => true }
  const budget = createBudget({ maxMs: 20_000, signal, turn })
  const play = async () => {
    const { jobs, ...played } = await playStories(needs, world, budget)
    return { ...played, isFresh: jobs !== null }
  }
  assert.ok(budget.take(), 'each turn has one act')
  assert.deepEqual(await play(), { acts: 0, isLeft: true, isFresh: false })
  isUsedUp = false
  assert.deepEqual(await play(), { acts: 1, isLeft: false, isFresh: false }, 'an act changes its job')
  assert.deepEqual(await play(), { acts: 0, isLeft: false, isFresh: true })
})
