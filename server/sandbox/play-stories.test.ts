import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDray } from '../../test/support/dray.ts'
import { sandboxUser } from '../../test/support/sandbox.ts'
import type { EffectNeeds } from '../payments/effects/run.ts'
import type { ActNeeds } from './act.ts'
import { playStories } from './play-stories.ts'
import { readWorld } from './world.ts'

test('decision 41: acts that the bound of a call does not allow are told, so that a world does not count as settled', async () => {
  await using app = await startDray()
  const user = await sandboxUser(app)
  await user.begin('happy')
  const world = await readWorld(app.db.kysely, { keyId: user.keyId, name: '' })
  const later = { ...world, stoppedAt: new Date(world.stoppedAt.getTime() + 5_100) }
  const payments: EffectNeeds = app.dray.payments
  const needs = { ...payments, pool: app.db.pool } as ActNeeds
  const { signal } = new AbortController()
  let mayAct = false
  const bound = { signal, isSpent: () => !mayAct, take: () => mayAct }
  const play = async () => {
    const { jobs, ...played } = await playStories(needs, later, bound)
    return { ...played, isFresh: jobs !== null }
  }
  assert.deepEqual(await play(), { acts: 0, isLeft: true, isFresh: false })
  mayAct = true
  assert.deepEqual(await play(), { acts: 1, isLeft: false, isFresh: false }, 'an act changes its job')
  assert.deepEqual(await play(), { acts: 0, isLeft: false, isFresh: true })
})
