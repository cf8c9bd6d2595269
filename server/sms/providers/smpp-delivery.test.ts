import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDray } from '../../../test/support/dray.ts'
import { receipt, smppAccount, startSmppCentre } from '../../../test/support/smpp-centre.ts'
import { insertNoticeText, readDelivery } from '../../../test/support/sms-rows.ts'
import { until } from '../../../test/support/until.ts'
import { createReceiptRecorder, recordLateAcceptance } from '../delivery.ts'
import { recordSent } from '../store.ts'

/* A whole Dray, connected to an SMS centre. */
const centre = await startSmppCentre()
// The text of a draft is then one message, with one answer.
const account = smppAccount(centre.port, { SMPP_LONG_TEXTS: 'payload' })
const app = await startDray({ SMS_PROVIDER: 'smpp', SMS_SENDERS: 'ES=Loft', ...account })
after(async () => {
  await app[Symbol.asyncDispose]()
  await centre[Symbol.asyncDispose]()
})
const { kysely } = app.db
await until('Dray is bound', () => centre.binds.length === 1)

const newText = (messageId: string | null, status: 'sent' | 'running' = 'sent') =>
  insertNoticeText(kysely, { provider: 'smpp', status, messageId })

test('DESIGN 6, texts: receipts of an SMS centre are written down, once, before they are answered', async () => {
  for (const [stat, expected] of [
    ['DELIVRD', ['sent', 'delivered', null]],
    ['UNDELIV', ['failed', 'undelivered', 'smpp: UNDELIV, code 027']],
    ['REJECTD', ['failed', 'failed', 'smpp: REJECTD, code 027']],
    ['ENROUTE', ['sent', null, null]],
  ] as const) {
    const { id } = await newText(`id-${stat}`)
    for (const _ of [1, 2]) {
      const answer = await centre.deliver(receipt(`id-${stat}`, stat, '027'))
      assert.equal(answer.command_status, 0)
      const row = await readDelivery(kysely, id)
      assert.deepEqual([row.status, row.delivery, row.last_error], expected, stat)
    }
  }
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.ok(metrics.includes('dray_sms_total{provider="smpp",result="undelivered"} 1'))
})

test('DESIGN 6, texts: a receipt that comes before the answer is written waits for its row', async () => {
  const text = await newText(null, 'running')
  const answered = centre.deliver(receipt('early', 'UNDELIV'))
  await recordSent(kysely, text, { provider: 'smpp', messageId: 'early' })
  assert.equal((await answered).command_status, 0)
  const row = await readDelivery(kysely, text.id)
  assert.deepEqual([row.status, row.delivery], ['failed', 'undelivered'])
})

test('DESIGN 6, texts: a receipt of an unknown id is dropped, and changes no text of another provider', async () => {
  const { id } = await insertNoticeText(kysely, { provider: 'twilio', status: 'sent', messageId: 'SM1' })
  const record = createReceiptRecorder({ db: kysely, provider: 'smpp' }, { pausesMs: [1] })
  assert.equal(await record({ messageId: 'SM1', delivery: 'failed', error: null }), false)
  assert.equal((await readDelivery(kysely, id)).status, 'sent')
  assert.equal((await centre.deliver(receipt('of somebody else', 'DELIVRD'))).command_status, 0)
})

test('decision 56: receipts share look-ups; while too many wait, known ones are written and others refused', async () => {
  let queries = 0
  const db = kysely.withPlugin({
    transformQuery({ node }) {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const record = createReceiptRecorder({ db, provider: 'smpp' }, { pausesMs: [50, 50], maxWaiting: 100 })
  const reportOf = (messageId: string) => ({ messageId, delivery: 'delivered' as const, error: null })
  const unknown = Array.from({ length: 300 }, (_, index) => record(reportOf(`unknown-${index}`)))
  const settled = Promise.allSettled(unknown)
  await newText('known')
  assert.equal(await record(reportOf('known')), true)
  const outcomes = await settled
  const dropped = outcomes.filter((each) => each.status === 'fulfilled' && !each.value)
  const refused = outcomes.filter(
    (each) => each.status === 'rejected' && /too many/.test(String(each.reason)),
  )
  assert.deepEqual([dropped.length, refused.length], [100, 200])
  assert.ok(queries < 100, `${queries} queries`)
  assert.equal(await record(reportOf('unknown after all')), false, 'the waiting ones have left')
})

test('decision 56: an answer that comes after its attempt is written down, so no node sends the text again', async () => {
  const before = centre.submitted.length
  let answer = () => {}
  const { onSubmit } = centre
  centre.onSubmit = (text, session) => {
    answer = () => session.send(text.response({ message_id: 'late' }))
  }
  const partner = await app.partner({ mode: 'live' })
  const response = await partner.create()
  centre.onSubmit = onSubmit
  assert.deepEqual([response.status, response.headers.get('x-sms-status')], [201, 'retrying'])
  assert.equal(centre.submitted.length, before + 1)
  const { job_id } = response.body
  const read = () =>
    kysely
      .selectFrom('sms')
      .select(['status', 'provider_message_id', 'last_error', 'unknown_outcomes'])
      .where('job_id', '=', job_id)
      .executeTakeFirstOrThrow()
  await until('the attempt has ended', async () => (await read()).status === 'due')
  assert.equal((await read()).unknown_outcomes, 1)
  answer()
  await until('the answer is written', async () => (await read()).status === 'sent')
  assert.deepEqual(await read(), {
    status: 'sent',
    provider_message_id: 'late',
    last_error: null,
    unknown_outcomes: 1,
  })
})

test('decision 56: a late answer changes no text that has ended, or that another provider has', async () => {
  const ended = await newText('first')
  const other = await insertNoticeText(kysely, { provider: 'twilio', status: 'running', messageId: null })
  for (const { id: smsId } of [ended, other])
    assert.equal(await recordLateAcceptance(kysely, { smsId, provider: 'smpp', messageId: 'late' }), false)
})

test('decision 56: a text of a draft goes by SMPP, from the sender of its country, and its receipt finds it', async () => {
  const partner = await app.partner({ mode: 'live' })
  const before = centre.submitted.length
  const response = await partner.create()
  assert.equal(response.headers.get('x-sms-status'), 'sent')
  const last = centre.submitted.at(-1)
  assert.ok(centre.submitted.length > before)
  assert.deepEqual([last?.source_addr, last?.source_addr_ton], ['Loft', 5])
  await centre.deliver(receipt(`C${centre.submitted.length}`, 'DELIVRD'))
  const row = await kysely
    .selectFrom('sms')
    .select(['provider', 'delivery'])
    .where('kind', '=', 'draft')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual(row, { provider: 'smpp', delivery: 'delivered' })
  assert.doesNotMatch(app.logged.join('\n'), /"right"|\+34600/)
})
