import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readAccountByPhone } from '#contract/admin/accounts.ts'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { startJobExport } from '#contract/admin/job-exports.ts'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import { listJobs } from '#contract/admin/jobs.ts'
import { collectJob } from '#contract/app/carrier.ts'
import { cancelByStaff } from '../../server/jobs/actions/cancel-by-staff.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { statement } from '../../server/jobs/queries/staff/list-jobs.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, completedDeal, type Deal, deliveredDeal, report } from '../support/deals.ts'
import { sofa } from '../support/dray.ts'
import { type Market, openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAs, joinAsOwner, type Staff } from '../support/staff.ts'

/* The list of jobs in the operator's panel. */
let market: Market
let owner: Staff
let viewer: Staff
let accepted: Deal
let completed: Deal
let cancelled: Deal
let draft: string
before(async () => {
  market = await openMarket()
  owner = await joinAsOwner(market.app)
  viewer = await joinAs(market.app, owner, 'viewer')
  completed = await completedDeal(market)
  accepted = await acceptedDeal(market)
  cancelled = await acceptedDeal(market)
  await cancelByStaff(market.app.db, { jobId: cancelled.job_id, by: byOperator() })
  await settleMoney(market.app)
  const { job_id } = await market.draft(await market.person('Eva'), {
    external_reference: 'Cafe\u0301-7',
    pickup: { address: 'Gran Vía 3, 48001 Bilbao' },
  })
  draft = job_id
})
after(() => market[Symbol.asyncDispose]())

const idsOf = async (filters: JobFilters, by: Staff = owner): Promise<string[]> =>
  (await by.ok(listJobs, { body: { filters } })).jobs.map(({ job_id }) => job_id)

const everything = () => [draft, cancelled.job_id, accepted.job_id, completed.job_id]

test('the list has every job, newest first, with their number', async () => {
  const { jobs, next, count } = await owner.ok(listJobs, { body: {} })
  assert.deepEqual(
    jobs.map(({ job_id }) => job_id),
    everything(),
  )
  assert.deepEqual({ next, count }, { next: null, count: { jobs: 4, more: false } })
})

test('each filter alone lets through what fits', async () => {
  const { partnerId } = market.partner
  const stranger = '00000000-0000-4000-8000-000000000000'
  const row = await owner.ok(listJobs, { body: {} })
  const newest = row.jobs[0]?.created_at ?? ''
  const cases: [JobFilters, string[]][] = [
    [{ status: ['draft'] }, [draft]],
    [{ status: ['cancelled', 'completed'] }, [cancelled.job_id, completed.job_id]],
    [{ mode: 'live' }, everything()],
    [{ mode: 'test' }, []],
    [{ partner_id: partnerId }, everything()],
    [{ partner_id: partnerId, status: ['draft', 'accepted'] }, [draft, accepted.job_id]],
    [{ partner_id: partnerId, status: ['draft', 'draft'] }, [draft]],
    [{ partner_id: stranger }, []],
    [{ carrier_id: accepted.carrier.accountId }, [accepted.job_id]],
    [{ customer_id: completed.customer.accountId }, [completed.job_id]],
    [{ created_from: newest }, [draft]],
    [{ created_to: newest }, everything().slice(1)],
    [{ updated_to: '2020-01-01T00:00:00Z' }, []],
    [{ updated_from: '2020-01-01T00:00:00Z' }, everything()],
    [{ pickup_town: 'BILBÁO' }, [draft]],
    [{ pickup_town: 'bilba\u0301o' }, [draft]],
    [{ dropoff_town: 'zaragoza' }, everything()],
    [{ dropoff_town: 'bilbao' }, []],
    [{ money: 'held' }, [accepted.job_id]],
    [{ money: 'captured' }, [completed.job_id]],
    [{ money: 'owed' }, []],
    [{ money: 'refunded' }, []],
    [{ problem: 'any' }, []],
    [{ problem: 'doubt' }, []],
  ]
  for (const [filters, wanted] of cases)
    assert.deepEqual(await idsOf(filters), wanted, JSON.stringify(filters))
})

test('money and problems are found as they change', async () => {
  const delivered = await deliveredDeal(market)
  assert.deepEqual(await idsOf({ money: 'owed' }), [])
  const reported = await acceptedDeal(market)
  await report(reported)
  assert.deepEqual(await idsOf({ problem: 'open' }), [reported.job_id])
  const by = byOperator()
  await settleMoney(market.app)
  await refundJob(market.app.db, { jobId: delivered.job_id, by, amountCents: 100 })
  await settleMoney(market.app)
  assert.deepEqual(await idsOf({ money: 'refunded' }), [delivered.job_id])
  const refunded = { partner_id: market.partner.partnerId, money: 'refunded' as const }
  assert.deepEqual(await idsOf(refunded), [delivered.job_id])
  assert.deepEqual(await idsOf({ ...refunded, status: ['completed', 'posted'] }), [delivered.job_id])
  assert.deepEqual(await idsOf({ ...refunded, status: ['cancelled'] }), [])
  await market.app.db.pool.query(
    `update job set status = 'cancelled', cancellation_fee_cents = 1500 where id = $1`,
    [reported.job_id],
  )
  assert.deepEqual(await idsOf({ money: 'owed' }), [], 'its hold can be captured')
  await market.app.db.pool.query(`update payment set status = 'released' where job_id = $1`, [
    reported.job_id,
  ])
  const { jobs } = await owner.ok(listJobs, { body: { filters: { money: 'owed' } } })
  assert.deepEqual(
    jobs.map(({ job_id, money, open_problem }) => ({ job_id, money, open_problem })),
    [{ job_id: reported.job_id, money: 'owed', open_problem: true }],
  )
})

test('a searched text is recognised by its form', async () => {
  const { rows } = await market.app.db.pool.query<{ short_id: string }>(
    'select short_id from job where id = $1',
    [draft],
  )
  const cases: [string, string[]][] = [
    [draft, [draft]],
    [draft.toUpperCase(), [draft]],
    [rows[0]?.short_id ?? '', [draft]],
    ['Caf\u00e9-7', [draft]],
    ['  bilbao ', [draft]],
    ['Nowhere', []],
    ['%', []],
    [`' or 1=1 --`, []],
  ]
  for (const [search, wanted] of cases) assert.deepEqual(await idsOf({ search }), wanted, search)
})

test('a reference that looks like a job id finds the job', async () => {
  const external_reference = '6f1c2f7e-0f43-4b3e-9e3b-2f1f6a1d2c3b'
  const { body } = await market.partner.create({ ...sofa, external_reference })
  assert.deepEqual(await idsOf({ search: external_reference }), [body.job_id])
})

test('a reference of nine digits is found, also when the panel sends it as a phone', async () => {
  const external_reference = '698765432'
  const { body } = await market.partner.create({ ...sofa, external_reference })
  assert.deepEqual(await idsOf({ search: external_reference }), [body.job_id])
  assert.deepEqual(await idsOf({ search: `+34${external_reference}` }), [body.job_id])
})

test('a phone is found whole, by staff only, and the audit log has its last two digits', async () => {
  const { phone } = accepted.customer
  assert.deepEqual(await idsOf({ search: phone }), [accepted.job_id])
  assert.deepEqual(await idsOf({ search: accepted.carrier.phone }), [accepted.job_id])
  const shown = `+34 ${phone.slice(3, 6)}-${phone.slice(6, 9)}.${phone.slice(9)}`
  for (const search of [shown, phone.replace('+', '00')])
    assert.deepEqual(await idsOf({ search }), [accepted.job_id], search)
  assert.deepEqual(
    await idsOf({ search: '+34 12' }),
    [],
    'a text that cannot be a phone is searched for as a text',
  )
  assert.equal(await viewer.refused(listJobs, { body: { filters: { search: phone } } }), '403 role_too_low')
  assert.equal(
    await viewer.refused(listJobs, { body: { filters: { search: shown } } }),
    '403 role_too_low',
    'also as people write it',
  )
  const { events } = await owner.ok(listAuditEvents, { query: { act: 'job.search_phone' } })
  const digits = events.map(({ changes }) => changes?.last_two_digits?.to)
  assert.ok(digits.includes(phone.slice(-2)), JSON.stringify(digits))
  assert.ok(!JSON.stringify(events).includes(phone.slice(-4)), 'no more than two digits')
  assert.ok(!market.app.logged.join('').includes(phone), 'the phone is in no log')
})

test('decision 85: a search for a phone is recorded once for its pages, and with another search again', async () => {
  const staff = await joinAs(market.app, owner, 'staff')
  const customer = await market.person('Ana')
  for (let made = 0; made < 3; made++) await market.draft(customer)
  const recorded = async () =>
    (
      await market.app.db.pool.query(
        `select from audit_event where act = 'job.search_phone' and actor_id = $1`,
        [staff.memberId],
      )
    ).rowCount
  const filters = { search: customer.phone }
  const first = await staff.ok(listJobs, { body: { filters, limit: 1 } })
  const before = first.next ?? assert.fail()
  const second = await staff.ok(listJobs, { body: { filters, limit: 1, before } })
  const third = await staff.ok(listJobs, { body: { filters, limit: 1, before: second.next ?? '' } })
  const found = [first, second, third].flatMap(({ jobs }) => jobs.map(({ job_id }) => job_id))
  assert.deepEqual([new Set(found).size, third.next, await recorded()], [3, null, 1])
  await staff.ok(listJobs, { body: { filters: { search: accepted.customer.phone }, before } })
  assert.equal(await recorded(), 2, 'the place of one search with another')
  await staff.ok(listJobs, { body: { filters: { ...filters, mode: 'live' }, before } })
  assert.equal(await recorded(), 3, 'with another filter')
  const [at, id] = before.split('~')
  await staff.ok(listJobs, { body: { filters, before: `${at}~${id}` } })
  assert.equal(await recorded(), 4, 'a page that is asked for alone')
})

test('numbers cannot be tried out: lists, exports and people share the 20 searches a minute of a member', async () => {
  const trying = await joinAs(market.app, owner, 'staff')
  const phone = '+34699999944'
  const filters = { search: phone }
  for (let n = 0; n < 9; n++) await trying.ok(listJobs, { body: { filters } })
  for (let n = 0; n < 9; n++) await trying.ok(readAccountByPhone, { body: { phone } })
  for (let n = 0; n < 2; n++) await trying.ok(startJobExport, { body: { filters } })
  assert.equal(await trying.refused(listJobs, { body: { filters } }), '429 rate_limit_exceeded')
  assert.equal(await trying.refused(readAccountByPhone, { body: { phone } }), '429 rate_limit_exceeded')
  assert.equal(await trying.refused(startJobExport, { body: { filters } }), '429 rate_limit_exceeded')
  await trying.ok(listJobs, { body: { filters: { search: 'Madrid' } } })
  await owner.ok(listJobs, { body: { filters } })
})

test('a viewer sees phones masked', async () => {
  const { jobs } = await viewer.ok(listJobs, {
    body: { filters: { carrier_id: accepted.carrier.accountId } },
  })
  assert.match(jobs[0]?.customer_phone ?? '', /^\+34•••••\d{3}$/)
})

test('pages neither repeat nor miss a job while others are created', async () => {
  const partner = await market.app.partner()
  const created: string[] = []
  for (let n = 0; n < 53; n++) created.unshift((await partner.create()).body.job_id)
  const filters = { partner_id: partner.partnerId }
  const first = await owner.ok(listJobs, { body: { filters } })
  const late = (await partner.create()).body.job_id
  const second = await owner.ok(listJobs, { body: { filters, before: first.next ?? '' } })
  const seen = [...first.jobs, ...second.jobs].map(({ job_id }) => job_id)
  assert.deepEqual(seen, created)
  assert.ok(!seen.includes(late))
  assert.deepEqual([first.jobs.length, first.count?.jobs, second.next, second.count], [50, 53, null, null])
})

test('each list has its index, and a draft is written only to those that drafts need', async () => {
  const used = async (filters: JobFilters): Promise<string> => {
    const { sql, parameters } = statement({ filters, limit: 50, counts: false }).compile(market.app.db.kysely)
    const client = await market.app.db.pool.connect()
    try {
      await client.query(
        'begin; set local enable_seqscan = off; drop index job_list, job_list_status, job_list_key',
      )
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  assert.match(await used({ search: 'REF-1' }), /job_reference /)
  assert.match(await used({ search: 'Bilbao' }), /job_list_pickup [\s\S]*job_list_dropoff /)
  assert.match(await used({ pickup_town: 'Bilbao' }), /job_list_pickup /)
  assert.match(await used({ dropoff_town: 'Bilbao', status: ['posted'] }), /job_list_dropoff /)
  assert.match(await used({ money: 'owed' }), /job_owed /)
  const { rows } = await market.app.db.pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'job' and indexname like 'job\\_list%'
       and indexdef not like '%WHERE (status <> ''draft''%' order by 1`,
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['job_list', 'job_list_key', 'job_list_status', 'job_list_test', 'job_list_updated'],
  )
})

test('bad filters are refused', async () => {
  const bad = [
    { status: ['gone'] },
    { status: [] },
    { partner_id: 'x' },
    { created_from: 'yesterday' },
    { money: 'all' },
    { search: '' },
    { unknown: 1 },
  ]
  for (const filters of bad)
    assert.equal(
      await owner.refused(listJobs, { body: { filters: filters as JobFilters } }),
      '400 validation_error',
      JSON.stringify(filters),
    )
  for (const before of ['1', `1~${'0'.repeat(36)}`, '9'.repeat(40)])
    assert.equal(await owner.refused(listJobs, { body: { before } }), '400 validation_error', before)
})

test('the feed of states in the list follows a collection', async () => {
  await accepted.carrier.ok(collectJob, { params: accepted.params })
  assert.deepEqual(await idsOf({ status: ['accepted'], carrier_id: accepted.carrier.accountId }), [
    accepted.job_id,
  ])
})
