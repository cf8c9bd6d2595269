import assert from 'node:assert/strict'
import test, { after, describe } from 'node:test'
import { deliverJob, listCarrierJobs, readCarrierJob } from '#contract/app/carrier.ts'
import { listMyJobs, publishJob, readMyJob, startMyJob } from '#contract/app/customer.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { appOperations } from '#contract/app/index.ts'
import { listPaymentMethods, readWallet } from '#contract/app/payments.ts'
import type { AppOperation } from '#contract/operation.ts'
import { newId } from '../../server/lib/ids.ts'
import { type Asker, type AuthorityRow, askers, authority, type OperationId } from '../authority/app.ts'
import { gather, type Said, type Stage, scenes } from '../support/authority-scenes.ts'
import { sofa } from '../support/dray.ts'
import { openStream } from '../support/event-stream.ts'
import { openMarket } from '../support/market.ts'
import { fillWallet, payByCard, saveCard } from '../support/paying.ts'
import { type Person, stranger } from '../support/person.ts'
import { startPushService } from '../support/push-service.ts'

const pushes = await startPushService()
const market = await openMarket({ ...pushes.env, CALL_PROVIDER: 'sandbox' })
after(async () => {
  await market[Symbol.asyncDispose]()
  await pushes[Symbol.asyncDispose]()
})
const { app, partner } = market

const isGood = (said: string): boolean => said.startsWith('2')

test('every operation is in the table', () => {
  const named = appOperations.map(({ operationId }) => operationId).sort()
  assert.deepEqual(Object.keys(authority).sort(), named)
  for (const [name, rows] of Object.entries(authority))
    assert.ok(rows.length > 0 && rows.length === scenes[name as OperationId].length, name)
})

describe('the authority table', () => {
  for (const operation of appOperations) {
    const id = operation.operationId as OperationId
    for (const [number, row] of authority[id].entries())
      test(`${id}: ${row.about}`, async () => {
        const stage = { ...(await gather(market)), market, pushes }
        const answered = await answersOf(operation, { row, stage, scene: scenes[id][number] })
        assert.deepEqual(answered, row.answers)
      })
  }
})

type Played = { row: AuthorityRow; stage: Stage; scene: ((stage: Stage) => Promise<Said>) | undefined }

/** Sends refused calls before successful ones: a refusal changes nothing, so the object can be used again. */
async function answersOf(operation: AppOperation, { row, stage, scene }: Played) {
  if (!scene) return assert.fail('there is no scene for this row')
  const refusedFirst = askers.toSorted(
    (a, b) => Number(isGood(row.answers[a])) - Number(isGood(row.answers[b])),
  )
  const answered: Partial<Record<Asker, string>> = {}
  let said = await scene(stage)
  for (const [asked, asker] of refusedFirst.entries()) {
    answered[asker] = await ask(operation, said, { asker, row, stage })
    const next = refusedFirst[asked + 1]
    // A new object after a success, which may not be repeatable, and after `checkCode`, which uses up the code.
    if (next && (isGood(row.answers[asker]) || operation.operationId === 'checkCode'))
      said = await scene(stage)
  }
  return answered
}

type Asking = { asker: Asker; row: AuthorityRow; stage: Stage }

async function ask(operation: AppOperation, said: Said, { asker, row, stage }: Asking): Promise<string> {
  if (asker === 'nobody') return callAs(operation, said, {})
  if (asker === 'partner key') return callAs(operation, said, { 'x-api-key': partner.apiKey })
  if (asker !== 'suspended') return callAs(operation, said, stage[asker].headers)
  const owner = said.owner ?? stage[row.owner]
  await setSuspended(owner, true)
  const answer = await callAs(operation, said, owner.headers)
  await setSuspended(owner, false)
  return answer
}

const setSuspended = ({ accountId }: Person, suspended: boolean) =>
  app.db.pool.query('update account set suspended_at = case when $2 then now() end where id = $1', [
    accountId,
    suspended,
  ])

/** Returns the status, and for an error also its code. */
async function callAs(operation: AppOperation, said: Said, headers: Record<string, string>): Promise<string> {
  if (operation.streams && headers.authorization && (await isStreamed(headers))) return '200'
  const call = stranger(app).call as AnyCall
  const { status, body } = await call(operation, { ...said, headers })
  return isGood(String(status)) ? String(status) : `${status} ${body.error}`
}

type AnyCall = (
  operation: AppOperation,
  input: Said & { headers: Record<string, string> },
) => Promise<{ status: number; body: { error: string } }>

async function isStreamed(headers: Record<string, string>): Promise<boolean> {
  await using stream = await openStream(app, { headers })
  return stream.status === 200
}

describe('a body with an id of another account is refused', async () => {
  const stage = await gather(market)
  const { customer, carrier } = stage
  const other = stage['other customer']
  const theirs = await market.draft(other)

  test('a card', async () => {
    const methodId = await saveCard(customer)
    const body = { payment_id: newId(), source: 'card' as const, payment_method_id: methodId }
    const refused = await other.refused(publishJob, { params: { job_id: theirs.job_id }, body })
    assert.deepEqual([refused.status, refused.body.error], [409, 'payment_method_missing'])
  })

  test('a payment', async () => {
    const paymentId = newId()
    await payByCard(customer, await market.draft(customer), { paymentId })
    const methodId = await saveCard(other, 'success', theirs.job_id)
    const body = { payment_id: paymentId, source: 'card' as const, payment_method_id: methodId }
    const refused = await other.refused(publishJob, { params: { job_id: theirs.job_id }, body })
    assert.deepEqual([refused.status, refused.body.error], [404, 'not_found'])
    const { payment, status } = await other.ok(readMyJob, { params: { job_id: theirs.job_id } })
    assert.deepEqual([status, payment.payment_id], ['draft', null])
  })

  test('a photo', async () => {
    const { body: photo } = (await callPhoto(customer)) as { body: { photo_id: string } }
    const { title, size, pickup, dropoff } = sofa
    const started = await other.refused(startMyJob, {
      body: { job_id: newId(), title, size, pickup, dropoff, photo_ids: [photo.photo_id] },
    })
    assert.deepEqual([started.status, Object.keys(started.body.details ?? {})], [400, ['photo_ids']])
    const { job_id } = await market.accepted(other, carrier)
    const delivered = await carrier.refused(deliverJob, {
      params: { job_id },
      body: { photo_id: photo.photo_id },
    })
    assert.deepEqual([delivered.status, Object.keys(delivered.body.details ?? {})], [400, ['photo_id']])
    const { delivered_at } = await carrier.ok(readCarrierJob, { params: { job_id } })
    assert.equal(delivered_at, null)
  })
})

const callPhoto = async (person: Person) => {
  const [photo] = scenes.uploadPhoto
  const said = (await photo?.({ ...(await gather(market)), market, pushes })) ?? {}
  const upload = appOperations.find(({ operationId }) => operationId === 'uploadPhoto') as AppOperation
  return (person.call as (operation: AppOperation, said: Said) => Promise<unknown>)(upload, said)
}

test('lists contain only rows of the caller', async () => {
  const { customer, carrier, ...others } = await gather(market)
  await saveCard(customer)
  await fillWallet(customer, 5_000)
  const { job_id } = await market.accepted(customer, carrier)
  const mine = await customer.ok(listMyJobs)
  assert.deepEqual(
    mine.jobs.map((job) => job.job_id),
    [job_id],
  )
  const done = await carrier.ok(listCarrierJobs, { query: { state: 'active' } })
  assert.deepEqual(
    done.jobs.map((job) => job.job_id),
    [job_id],
  )
  assert.deepEqual((await carrier.ok(listMyJobs)).jobs, [])
  const other = others['other customer']
  assert.deepEqual((await other.ok(listMyJobs)).jobs, [])
  assert.deepEqual(await other.ok(readWallet), { balance_cents: 0, available_cents: 0, entries: [] })
  const { methods, wallet_cents } = await other.ok(listPaymentMethods)
  assert.deepEqual([methods, wallet_cents], [[], 0])
  const late = others['other carrier']
  for (const state of ['active', 'done'] as const)
    assert.deepEqual((await late.ok(listCarrierJobs, { query: { state } })).jobs, [])
  const { expected_cents, entries } = await late.ok(readEarnings)
  assert.deepEqual([expected_cents, entries], [0, []])
})

test('a session of the app opens nothing of the partner API', async () => {
  const { customer } = await gather(market)
  const { job_id } = await market.draft(customer)
  for (const headers of [customer.headers, { cookie: `dray_session=${customer.token}` }]) {
    const { status, body } = await app.fetch(`/v1/jobs/${job_id}`, { headers })
    assert.deepEqual([status, (body as { error: string }).error], [401, 'unauthorized'])
  }
})
