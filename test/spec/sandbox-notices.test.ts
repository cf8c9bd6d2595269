import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Sms } from '#contract/sandbox/texts.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { playToEnd, type SandboxUser, sandboxUser } from '../support/sandbox.ts'

// Decision 41: what a person of a world is told is written in the time of the world, in the language of that person.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

async function noticesOf(user: SandboxUser): Promise<Sms[]> {
  const { body } = await user.sandbox<{ sms: Sms[] }>('GET', '/sms')
  return body.sms.filter(({ kind }) => kind === 'notice')
}

/** What happened to the job at the instant of the text. */
async function stepsAt(user: SandboxUser, { job_id, created_at }: Sms): Promise<string[]> {
  const { timeline } = await user.job(job_id)
  return timeline.filter(({ at }) => at === created_at).map(({ what }) => what)
}

test('sandbox: the customer is told in the call that lets it happen, at the instant of the act', async () => {
  const user = await sandboxUser(app)
  await user.begin('cancelled_with_fee')
  await user.clock({ advance_seconds: 3_600 })
  const [cancelled, accepted, ...others] = await noticesOf(user)
  assert.ok(cancelled && accepted && others.length === 0)
  assert.match(accepted.body, /^Dray: A carrier has accepted/)
  assert.deepEqual(await stepsAt(user, accepted), ['accepted'])
  assert.match((await stepsAt(user, cancelled)).join(), /^cancelled for a fee/)
})

test('sandbox: a day that passes in one call leaves no notice behind', async () => {
  const user = await sandboxUser(app)
  await user.begin('happy')
  await user.clock({ advance_seconds: 2 * 86_400 })
  const [charged, arriving, accepted, ...others] = await noticesOf(user)
  assert.match(accepted?.body ?? '', /A carrier has accepted/)
  assert.match(arriving?.body ?? '', /arrives in about 10 minutes/)
  assert.ok(charged && others.length === 0)
  assert.match(charged.body, /^Dray: Delivered, €[\d.]+ charged\. .*Tell us within two days/)
  assert.match((await stepsAt(user, charged)).join(), /delivered and paid|completed/)
})

test('sandbox: the background tasks tell nothing twice, and nobody later', async () => {
  const user = await sandboxUser(app)
  await using _tasks = runTasks(app)
  for (const _job of [1, 2, 3]) await user.begin('cancelled_free')
  await playToEnd(user)
  const told = await noticesOf(user)
  assert.equal(told.length, 6, 'three customers and three carriers')
  const steps = await Promise.all(told.map((text) => stepsAt(user, text)))
  assert.deepEqual(steps.flat().sort(), [
    ...Array(3).fill('accepted'),
    ...Array(3).fill('cancelled free of charge'),
  ])
})

test('sandbox: a move tells in its own call', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept'] as const) await user.move(jobId, move)
  assert.equal((await noticesOf(user)).length, 1)
})

for (const [who, phone, smsLanguage, words] of [
  ['a Spanish number', newPhone(), undefined, /transportista/],
  ['a Spanish number, of an English partner', newPhone(), 'en', /transportista/],
  ['a number for drama, of a Spanish partner', '+447700900123', 'es', /transportista/],
  ['a number for drama', '+447700900123', undefined, /carrier/],
] as const)
  test(`sandbox: the customer with ${who} is told in the language of a real one`, async () => {
    const user = await sandboxUser(app)
    await app.db.pool.query('update partner set sms_language = $2 where id = $1', [
      user.partnerId,
      smsLanguage ?? null,
    ])
    const { body } = await user.create({ customer_phone: phone })
    for (const move of ['sign_in', 'pay', 'publish', 'accept'] as const) await user.move(body.job_id, move)
    const [accepted] = await noticesOf(user)
    assert.match(accepted?.body ?? '', words)
  })
