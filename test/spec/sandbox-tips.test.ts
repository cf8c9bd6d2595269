import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDray } from '../support/dray.ts'
import { assertBooks } from '../support/money-books.ts'
import { playToEnd, sandboxUser } from '../support/sandbox.ts'

/* In a world of the sandbox the customer gives a tip (decision 72). */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('sandbox, decision 72: the move `tip` charges a tip once, and the job of the partner does not change', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept', 'deliver'] as const) await user.move(jobId, move)
  const before = await user.job(jobId)
  assert.ok(before.moves.includes('tip'))
  const after = await user.move(jobId, 'tip')
  assert.equal(after.status, 'completed')
  assert.ok(!after.moves.includes('tip'))
  const given = after.timeline.filter(({ type }) => type === 'tip_given')
  assert.equal(given.length, 1)
  assert.ok((given[0]?.amount_eur ?? 0) >= 1)
  await assertBooks(app.db)
})

test('sandbox, decision 72: in the story `tipped` the customer gives a tip after the delivery', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('tipped')
  await playToEnd(user)
  const { status, timeline } = await user.job(jobId)
  assert.equal(status, 'completed')
  assert.equal(timeline.filter(({ type }) => type === 'tip_given').length, 1)
  await assertBooks(app.db)
})
