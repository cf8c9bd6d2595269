import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test, { after } from 'node:test'
import { openDraft, publishJob } from '#contract/app/customer.ts'
import { expireDrafts } from '../../server/jobs/drafts/expire-drafts.ts'
import { resendDraftSms } from '../../server/jobs/drafts/resend-draft-sms.ts'
import { withdrawDraft } from '../../server/jobs/drafts/withdraw-draft.ts'
import { newId } from '../../server/lib/ids.ts'
import { outbox } from '../../server/sms/providers/outbox.ts'
import { createBodySealer } from '../../server/sms/sealed-body.ts'
import { retry } from '../../server/sms/send.ts'
import { byOperator } from '../support/by-operator.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { startImageHost } from '../support/image-host.ts'
import { foundAnywhere } from '../support/leftovers.ts'
import { newPhone } from '../support/no-secrets.ts'
import { saveCard } from '../support/paying.ts'
import { signIn } from '../support/person.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

const images = await startImageHost()
const provider = await startSmsProvider()
const app = await startDray({ ...provider.env, PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { kysely, pool } = app.db
const partner = await app.partner()
const trial = await app.partner({ mode: 'test' })
const by = { actor: { type: 'cli' as const, name: 'olga' }, reason: 'typo in the phone' }
const withdraw = (jobId: string) => withdrawDraft({ kysely }, { jobId, by })
const resend = (jobId: string) => resendDraftSms({ kysely }, { jobId, by: byOperator() })
const shortIdOf = (link: string) => /draft\/(\w+)/.exec(link)?.[1] ?? ''
const passSeconds = (jobId: string, seconds: number) =>
  pool.query(`update sms set created_at = created_at - make_interval(secs => $2) where job_id = $1`, [
    jobId,
    seconds,
  ])

test('a withdrawn draft is deleted at once, as if expired: 404, reference and key free, no data left', async () => {
  await using _tasks = runTasks(app)
  const order = {
    customer_phone: '+34698111222',
    title: 'Withdrawn wardrobe',
    external_reference: 'typo-1',
    photos: [`${images.url}/red.jpg`],
  }
  const headers = { 'idempotency-key': 'typo' }
  const { body } = await created(() => partner.create(order, headers))
  const person = await signIn(app, order.customer_phone)
  const params = { short_id: shortIdOf(body.deep_link_url) }
  await person.ok(openDraft, { params })

  assert.deepEqual(await withdraw(body.job_id), { outcome: 'withdrawn', texts: ['sent'] })
  const { rows: events } = await pool.query(
    'select actor_name, act, targets, reason, changes from audit_event where targets @> $1',
    [JSON.stringify([{ type: 'job', id: body.job_id }])],
  )
  const targets = [{ type: 'job', id: body.job_id }]
  const { actor, reason } = by
  assert.deepEqual(events, [{ actor_name: actor.name, act: 'job.withdraw', targets, reason, changes: null }])
  assert.equal((await partner.read(body.job_id)).status, 404)
  assert.equal((await person.refused(openDraft, { params })).status, 404)
  assert.equal((await app.fetch(new URL(body.photos[0] ?? '').pathname)).status, 404)
  assert.deepEqual(await withdraw(body.job_id), { outcome: 'unknown' })
  await until('the photo is deleted', async () => (await pool.query('select from photo')).rowCount === 0)
  // The phone number is still in the account of the person who signed in; the draft's own data is deleted.
  assert.deepEqual(await foundAnywhere(app, [order.title, 'typo-1', params.short_id]), [])
  const again = await partner.create({ ...order, customer_phone: '+34698111333' }, headers)
  assert.equal(again.status, 201)
  assert.notEqual(again.body.job_id, body.job_id)
})

test('a withdrawal is written down in its own transaction: when that fails, the draft stays whole', async () => {
  const { body } = await trial.create()
  const nobody = { actor: { type: 'cli' as const, name: '' }, reason: 'refused by the audit log' }
  await assert.rejects(withdrawDraft({ kysely }, { jobId: body.job_id, by: nobody }), /audit_event/)
  assert.equal((await trial.read(body.job_id)).status, 200)
  assert.equal((await pool.query('select from sms where job_id = $1', [body.job_id])).rowCount, 1)
})

test('a posted job or an expired draft cannot be withdrawn', async () => {
  for (const status of ['posted', 'accepted', 'completed', 'cancelled'] as const) {
    const { body } = await trial.create()
    await pool.query('update job set status = $2 where id = $1', [body.job_id, status])
    assert.deepEqual(await withdraw(body.job_id), { outcome: 'refused', status, isPaying: false })
    assert.deepEqual(await resend(body.job_id), { outcome: 'refused', why: 'state', status })
  }
  const { body } = await partner.create()
  await pool.query('update job set expires_at = now() where id = $1', [body.job_id])
  assert.deepEqual(await withdraw(body.job_id), { outcome: 'unknown' })
  assert.deepEqual(await resend(body.job_id), { outcome: 'unknown' })
  assert.deepEqual(await withdraw(newId()), { outcome: 'unknown' })
})

test('a text that waits is not sent once its draft is withdrawn', async () => {
  const customer_phone = newPhone()
  provider.behaviour = { taken: false, answer: 'no' }
  const { body } = await partner.create({ customer_phone })
  provider.behaviour = { taken: true, answer: 'yes' }
  assert.deepEqual(await withdraw(body.job_id), { outcome: 'withdrawn', texts: ['due'] })
  await using _tasks = runTasks(app)
  const other = await partner.create({ customer_phone: newPhone() })
  assert.equal(other.body.sms_sent, true)
  assert.equal(provider.sentTo(customer_phone), 0)
})

test('withdraw and publish at once: a payment that was begun keeps its job, a withdrawn draft takes no money', async () => {
  const phone = newPhone()
  const person = await signIn(app, phone)
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const { body } = await trial.create({ customer_phone: phone })
    const { job_id } = await person.ok(openDraft, { params: { short_id: shortIdOf(body.deep_link_url) } })
    const payment_method_id = await saveCard(person, 'success', job_id)
    const payment = { payment_id: newId(), source: 'card' as const, payment_method_id }
    const publish = () => person.call(publishJob, { params: { job_id }, body: payment })
    const [published, withdrawn] =
      round % 2 === 0
        ? await Promise.all([publish(), withdraw(job_id)])
        : (await Promise.all([withdraw(job_id), publish()])).toReversed()
    const { status } = published as Awaited<ReturnType<typeof publish>>
    const { outcome } = withdrawn as Awaited<ReturnType<typeof withdraw>>
    outcomes.add(outcome)
    assert.deepEqual([status, outcome], outcome === 'withdrawn' ? [404, outcome] : [200, 'refused'])
    const held = await pool.query('select from payment where id = $1', [payment.payment_id])
    assert.equal(held.rowCount, outcome === 'withdrawn' ? 0 : 1)
  }
})

test('withdraw, expiry and a resend at once: the draft goes once and nothing is left', async () => {
  for (let round = 0; round < 5; round++) {
    const { body } = await trial.create()
    await passSeconds(body.job_id, 61)
    const [withdrawn, resent] = await Promise.all([
      withdraw(body.job_id),
      resend(body.job_id),
      expireDrafts({ pool }),
    ])
    assert.equal(withdrawn.outcome, 'withdrawn')
    assert.ok(['queued', 'unknown'].includes(resent.outcome))
    assert.equal((await pool.query('select from sms where job_id = $1', [body.job_id])).rowCount, 0)
  }
})

test('an SMS can be resent unchanged to the same number, three times, a minute apart', async () => {
  await using _tasks = runTasks(app)
  const customer_phone = newPhone()
  const { body } = await partner.create({ customer_phone })
  for (let count = 1; count <= 3; count++) {
    const early = await resend(body.job_id)
    assert.ok('waitSeconds' in early && early.waitSeconds > 0 && early.waitSeconds <= 60, early.outcome)
    await passSeconds(body.job_id, 61)
    assert.equal((await resend(body.job_id)).outcome, 'queued')
    await until('it is sent', () => provider.sentTo(customer_phone) === count + 1)
    await until('that is written down', async () => {
      const { rows } = await pool.query(`select from sms where job_id = $1 and status <> 'sent'`, [
        body.job_id,
      ])
      return rows.length === 0
    })
  }
  await passSeconds(body.job_id, 61)
  assert.deepEqual(await resend(body.job_id), { outcome: 'refused', why: 'too_many' })
  const sent = provider.ledger.filter(({ to }) => to === customer_phone)
  assert.equal(new Set(sent.map((sms) => sms.body)).size, 1)
})

test('asked for ten times at once, and while the first text still waits, it is one text', async () => {
  const { body } = await partner.create({ customer_phone: newPhone() })
  await passSeconds(body.job_id, 61)
  const results = await Promise.all(Array.from({ length: 10 }, () => resend(body.job_id)))
  assert.equal(results.filter((result) => 'isNew' in result && result.isNew).length, 1)
  assert.equal((await pool.query('select from sms where job_id = $1', [body.job_id])).rowCount, 2)

  provider.behaviour = { taken: false, answer: 'no' }
  const waiting = await partner.create({ customer_phone: newPhone() })
  provider.behaviour = { taken: true, answer: 'yes' }
  const result = await resend(waiting.body.job_id)
  assert.equal(result.outcome === 'queued' && result.isNew, false)
  const { rows } = await pool.query<{ id: string; is_due: boolean }>(
    'select id, due_at <= now() as is_due from sms where job_id = $1',
    [waiting.body.job_id],
  )
  assert.deepEqual(rows, [{ id: result.outcome === 'queued' ? result.smsId : '', is_due: true }])
})

test('a resend counts against the daily cap; a landline and a draft without SMS are refused', async () => {
  await using capped = await startDray({ ...provider.env, SMS_DAILY_CAP_PER_NUMBER: '1' }, { beside: app })
  const customer_phone = newPhone()
  const { body } = await partner.create({ customer_phone })
  await passSeconds(body.job_id, 61)
  const queued = await resend(body.job_id)
  await using _tasks = runTasks(capped)
  await until('it is settled', async () => {
    const { rows } = await pool.query<{ last_error: string }>(
      `select last_error from sms where id = $1 and status = 'failed'`,
      [queued.outcome === 'queued' ? queued.smsId : null],
    )
    return rows[0]?.last_error === 'cap'
  })
  assert.equal(provider.sentTo(customer_phone), 1)

  const landline = await partner.create({ customer_phone: '+34912345678' })
  assert.deepEqual(await resend(landline.body.job_id), { outcome: 'refused', why: 'landline' })
  await pool.query('delete from sms where job_id = $1', [body.job_id])
  assert.deepEqual(await resend(body.job_id), { outcome: 'refused', why: 'no_text' })
})

test('the SMS of a test key is resent to the outbox with any provider', async () => {
  const { body } = await trial.create({ customer_phone: newPhone() })
  await passSeconds(body.job_id, 61)
  const queued = await resend(body.job_id)
  const needs = {
    kysely,
    smsProviders: [outbox.connect({})] as const,
    countHandover: () => Promise.resolve('over_cap' as const),
    bodySealer: createBodySealer(randomBytes(32)),
    onSmsError: () => {},
  }
  assert.equal(await retry(needs, queued.outcome === 'queued' ? queued.smsId : ''), 'sent')
})

/** Retries a 503: the first create loads the gazetteer and starts a decoder. A refused create leaves nothing. */
async function created<T extends { status: number }>(create: () => Promise<T>): Promise<T> {
  let answer = await create()
  await until('the draft is made', async () => {
    if (answer.status === 503) answer = await create()
    return answer.status === 201
  })
  return answer
}
