import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { languages } from '#contract/vocabulary.ts'
import { startDray } from '../support/dray.ts'
import { playToEnd, sandboxUser } from '../support/sandbox.ts'

// What the page of the sandbox says of money that is taken late or only in part, played.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('the page tells what happens when the bank does not pay for a delivered job', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('capture_refused')
  await user.pass(3_600)
  const { timeline, moves, status } = await user.job(jobId)
  const types = timeline.map(({ type }) => type)
  const told = types.slice(types.indexOf('delivered') + 1)
  assert.deepEqual(told, ['capture_refused', 'release_done', 'hold_done', 'capture_refused', 'release_done'])
  assert.deepEqual([moves, status], [['pay', 'publish'], 'accepted'])
  for (const language of languages) {
    const [first, second, third] = told.map((type) => `\`${type}\``)
    const inOrder = new RegExp(`${first}[^\`]*${second}[^\`]*${third}[^\`]*${first}[^\`]*${second}`)
    assert.match(await pageIn(language), inOrder)
  }
})

test('the page tells that the rest of a hold is released without a step', async () => {
  const user = await sandboxUser(app)
  await user.begin('cancelled_with_fee')
  const types = (await playToEnd(user)).map(({ type }) => type)
  assert.deepEqual(types.slice(types.indexOf('cancelled')), ['cancelled', 'capture_done', 'payout_done'])
})

async function pageIn(language: (typeof languages)[number]): Promise<string> {
  const { text } = await app.fetch(language === 'en' ? '/docs/sandbox.md' : `/docs/${language}/sandbox.md`)
  return text
}
