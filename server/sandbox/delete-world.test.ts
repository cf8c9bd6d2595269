import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDray } from '../../test/support/dray.ts'
import { sandboxUser } from '../../test/support/sandbox.ts'
import { deleteWorld } from './delete-world.ts'
import { worldBusy } from './world.ts'

test('decision 41: a deletion that loses its turn deletes nothing, and the next one deletes all', async () => {
  await using app = await startDray()
  const { pool } = app.db
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish'] as const) await user.move(jobId, move)
  const setEffects = (status: string) =>
    pool.query(
      `update payment_effect set status = $2, due_at = now() + interval '1 minute' where payment_id in (
        select id from payment where job_id = $1)`,
      [jobId, status],
    )
  await setEffects('running')
  const needs = { pool }
  let rests = 0
  const loseTurn = async () => {
    rests++
    throw worldBusy
  }
  await assert.rejects(deleteWorld(needs, user.keyId, loseTurn), worldBusy)
  assert.equal(rests, 1, 'it does not try again without a turn')
  assert.equal((await user.read(jobId)).status, 200)
  await setEffects('done')
  await deleteWorld(needs, user.keyId, loseTurn)
  assert.equal((await user.read(jobId)).status, 404)
})
