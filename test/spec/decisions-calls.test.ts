import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startCall, startCarriersCall } from '#contract/app/calls.ts'
import { giveBackJob, listCarrierJobs, readCarrierJob } from '#contract/app/carrier.ts'
import { listMyJobs, readMyJob } from '#contract/app/customer.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { createCalls } from '../../server/calls/calls.ts'
import type { CallProvider, LineRequest } from '../../server/calls/provider.ts'
import { closeLines } from '../../server/jobs/calls/close-lines.ts'
import { openLine } from '../../server/jobs/calls/open-line.ts'
import { ProviderError } from '../../server/lib/provider-error.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { acceptedDeal, completedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'

/* Decision 78: with a provider, the numbers of both sides are in no answer to the other side. */
const market = await openMarket({ CALL_PROVIDER: 'sandbox' })
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

const linesOf = async ({ job_id }: { job_id: string }) =>
  (
    await pool.query<{ status: string; number: string | null; provider: string; last_error: string | null }>(
      'select status, number, provider, last_error from call_line where job_id = $1 order by created_at',
      [job_id],
    )
  ).rows

/** A provider that answers as it is told, with what it was asked. */
function toldProvider() {
  const asked: LineRequest[] = []
  const closed: { key: string; reference: string | null }[] = []
  const told = { fails: false, failsToClose: false }
  const provider: CallProvider = {
    name: 'sandbox',
    connects: true,
    open(line) {
      asked.push(line)
      if (told.fails)
        throw new ProviderError('sandbox', 'status 500', { retryable: true, outcome: 'unknown' })
      return Promise.resolve({ number: '+441632960123', reference: `line-${line.key}` })
    },
    close(line) {
      closed.push(line)
      if (told.failsToClose)
        throw new ProviderError('sandbox', 'status 500', { retryable: true, outcome: 'unknown' })
      return Promise.resolve()
    },
  }
  const errors: Error[] = []
  const needs = { kysely, calls: createCalls(provider), onCallError: (error: Error) => errors.push(error) }
  return { asked, closed, told, errors, needs }
}

const forget = new AbortController().signal

test('both sides get one number for the job, and see it from then on', async () => {
  const deal = await acceptedDeal(market)
  const before = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([before.carrier?.call, before.carrier?.phone], ['masked', null])
  const { carrier } = await deal.customer.ok(startCall, { params: deal.params })
  assert.match(carrier?.phone ?? '', /^\+441632960\d{3}$/)
  const { customer } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.deepEqual(customer.phone, carrier?.phone)
  const again = await deal.carrier.ok(startCarriersCall, { params: deal.params })
  assert.equal(again.customer.phone, carrier?.phone)
  assert.equal((await linesOf(deal)).length, 1)
})

test('the numbers of both are in no answer to the other side', async () => {
  const deal = await completedDeal(market)
  await deal.customer.ok(startCall, { params: deal.params })
  const toCustomer = [
    await deal.customer.ok(readMyJob, { params: deal.params }),
    await deal.customer.ok(startCall, { params: deal.params }),
    await deal.customer.ok(listMyJobs, {}),
    await deal.customer.ok(downloadMyData, {}),
  ]
  const toCarrier = [
    await deal.carrier.ok(readCarrierJob, { params: deal.params }),
    await deal.carrier.ok(startCarriersCall, { params: deal.params }),
    await deal.carrier.ok(listCarrierJobs, { query: { state: 'done' } }),
    await deal.carrier.ok(downloadMyData, {}),
  ]
  assert.ok(!JSON.stringify(toCustomer).includes(deal.carrier.phone.slice(1)))
  assert.ok(!JSON.stringify(toCarrier).includes(deal.customer.phone.slice(1)))
})

test('a provider that fails reveals no number: it is tried again with the same key, and a message is left to write', async () => {
  const deal = await acceptedDeal(market)
  const { asked, told, errors, needs } = toldProvider()
  const call = { jobId: deal.job_id, accountId: deal.customer.accountId, side: 'customer' as const }
  told.fails = true
  await assert.rejects(openLine(needs, call), { code: 'service_unavailable' })
  const shown = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([shown.carrier?.call, shown.carrier?.phone], ['masked', null])
  assert.equal(errors.length, 1)
  told.fails = false
  await openLine(needs, call)
  assert.deepEqual(new Set(asked.map(({ key }) => key)).size, 1)
  assert.deepEqual(new Set(asked[0]?.phones), new Set([deal.customer.phone, deal.carrier.phone]))
  const now = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.equal(now.carrier?.phone, '+441632960123')
})

test('race: both sides ask at once for one number', async () => {
  for (let round = 0; round < 4; round++) {
    const deal = await acceptedDeal(market)
    const [mine, theirs] = await Promise.all([
      deal.customer.call(startCall, { params: deal.params }),
      deal.carrier.call(startCarriersCall, { params: deal.params }),
    ])
    assert.deepEqual([mine.status, theirs.status], [200, 200])
    assert.equal((await linesOf(deal)).length, 1)
  }
})

async function endContact({ job_id }: Deal): Promise<void> {
  await pool.query(`update job set completed_at = completed_at - interval '7 days' where id = $1`, [job_id])
}

test('a number ends with the contact time, and is given back until the provider has confirmed it', async () => {
  const deal = await completedDeal(market)
  await deal.customer.ok(startCall, { params: deal.params })
  await endContact(deal)
  const over = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([over.carrier?.call, over.carrier?.phone], ['none', null])
  assert.equal((await deal.customer.call(startCall, { params: deal.params })).status, 409)
  const { closed, told, needs } = toldProvider()
  told.failsToClose = true
  await closeLines(needs, forget)
  assert.deepEqual(
    (await linesOf(deal)).map(({ status, last_error }) => [status, last_error]),
    [['closing', 'sandbox: status 500']],
  )
  told.failsToClose = false
  await pool.query('update call_line set due_at = now() where job_id = $1', [deal.job_id])
  await closeLines(needs, forget)
  assert.deepEqual(
    (await linesOf(deal)).map(({ status, number }) => [status, number]),
    [['closed', null]],
  )
  assert.ok(closed.every(({ reference }) => reference !== null))
})

test('a number whose answer was lost is given back too, by its key', async () => {
  const deal = await completedDeal(market)
  const { closed, told, needs } = toldProvider()
  told.fails = true
  const call = { jobId: deal.job_id, accountId: deal.customer.accountId, side: 'customer' as const }
  await assert.rejects(openLine(needs, call))
  await endContact(deal)
  await closeLines(needs, forget)
  assert.equal(
    closed.length,
    0,
    'while the request may still be running, the provider would open it afterwards',
  )
  await pool.query('update call_line set due_at = now() where job_id = $1', [deal.job_id])
  await closeLines(needs, forget)
  assert.equal(closed.filter(({ reference }) => reference === null).length, 1)
  assert.deepEqual(
    (await linesOf(deal)).map(({ status }) => status),
    ['closed'],
  )
})

test('a number that the provider gives after the line was closed is given back with its reference', async () => {
  const deal = await completedDeal(market)
  const { closed, needs } = toldProvider()
  const provider = needs.calls.of('live') ?? assert.fail('no provider')
  const { open } = provider
  provider.open = async (line, signal) => {
    await endContact(deal)
    await closeLines(needs, forget)
    await pool.query('update call_line set due_at = now() where job_id = $1', [deal.job_id])
    await closeLines(needs, forget)
    return open.call(provider, line, signal)
  }
  await openLine(needs, { jobId: deal.job_id, accountId: deal.customer.accountId, side: 'customer' })
  await closeLines(needs, forget)
  assert.deepEqual(
    closed.map(({ key, reference }) => reference === `line-${key}`),
    [false, true],
  )
  assert.deepEqual(
    (await linesOf(deal)).map(({ status, number }) => [status, number]),
    [['closed', null]],
  )
})

test('a carrier who gave the job back can no longer call, and the number is given back', async () => {
  const deal = await acceptedDeal(market)
  await deal.carrier.ok(startCarriersCall, { params: deal.params })
  await deal.carrier.ok(giveBackJob, { params: deal.params, body: {} })
  await pool.query(`update job set cancelled_at = cancelled_at - interval '7 days' where id = $1`, [
    deal.job_id,
  ])
  await closeLines(toldProvider().needs, forget)
  assert.deepEqual(
    (await linesOf(deal)).map(({ status }) => status),
    ['closed'],
  )
})

test('an erased person is called no more, and the provider forgets the number', async () => {
  const deal = await completedDeal(market)
  await deal.customer.ok(startCall, { params: deal.params })
  await eraseAccount(kysely, { accountId: deal.customer.accountId, moneySettled: true })
  const { closed, needs } = toldProvider()
  const shown = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.equal(shown.customer.phone, null)
  await closeLines(needs, forget)
  assert.equal(closed.length, 1)
  assert.deepEqual(
    (await linesOf(deal)).map(({ status, number }) => [status, number]),
    [['closed', null]],
  )
})

test('without a provider people call each other directly, and there is no number to ask for', async () => {
  const direct = await openMarket()
  try {
    const deal = await acceptedDeal(direct)
    const { carrier } = await deal.customer.ok(readMyJob, { params: deal.params })
    assert.deepEqual([carrier?.call, carrier?.phone], ['direct', deal.carrier.phone])
    assert.equal((await deal.customer.call(startCall, { params: deal.params })).status, 409)
  } finally {
    await direct[Symbol.asyncDispose]()
  }
})
