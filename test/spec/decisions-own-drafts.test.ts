import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cancelMyJob, startAgain, startMyJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { startImageHost } from '../support/image-host.ts'
import { allFiles } from '../support/leftovers.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'

/* Decision 12: drafts in the app cost nothing until they are paid, so an account may have at most fifty. */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app } = market
const { pool } = app.db

const trip = {
  title: 'Box of books',
  size: 'S' as const,
  pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
  dropoff: { address: 'Calle Real 5, 40001 Segovia' },
}

async function withDrafts(customer: Person, count: number): Promise<string> {
  const { job_id } = await customer.ok(startMyJob, { body: { job_id: newId(), ...trip } })
  await pool.query(
    `insert into job (id, short_id, mode, status, origin, customer_id, title, size, customer_phone, pickup, dropoff, route,
       duration_minutes, tariff_id, price, expires_at)
     select gen_random_uuid(), short_id || n, mode, status, origin, customer_id, title, size, customer_phone, pickup, dropoff,
       route, duration_minutes, tariff_id, price, expires_at from job, generate_series(2, $2::integer) as n where id = $1`,
    [job_id, count],
  )
  return job_id
}

const draftsOf = async ({ accountId }: Person): Promise<number> =>
  (await pool.query('select from job where customer_id = $1', [accountId])).rowCount ?? 0

test('12 calls at once do not pass the limit of fifty drafts; the same call again still finds its own', async () => {
  const customer = await market.person()
  await withDrafts(customer, 45)
  const ids = Array.from({ length: 30 }, () => newId())
  const answers = await Promise.all(
    ids.map((job_id) => customer.call(startMyJob, { body: { job_id, ...trip } })),
  )
  const made = answers.filter(({ status }) => status === 201)
  assert.deepEqual([made.length, await draftsOf(customer)], [5, 50])
  const others = answers.filter(({ status }) => status !== 201)
  for (const { status, headers } of others)
    assert.deepEqual([status, headers.get('retry-after')], [429, '3600'])
  const repeated = await Promise.all(
    ids.map((job_id) => customer.call(startMyJob, { body: { job_id, ...trip } })),
  )
  assert.deepEqual(
    repeated.map(({ status }) => status),
    answers.map(({ status }) => status),
  )
})

test('12 started again at once: the limit holds, and drafts that were not written leave no photos', async () => {
  const customer = await market.person()
  const { job_id } = await market.posted(customer, { photos: [`${images.url}/red.jpg`] })
  await customer.ok(cancelMyJob, { params: { job_id }, body: { fee_cents: 0 } })
  await withDrafts(customer, 48)
  const before = (await allFiles(app)).length
  const again = (id: string) => customer.call(startAgain, { params: { job_id }, body: { job_id: id } })
  const same = newId()
  const one = await Promise.all(Array.from({ length: 10 }, () => again(same)))
  assert.deepEqual(new Set(one.map(({ status }) => status)), new Set([201]))
  assert.equal((await allFiles(app)).length, before + 1, 'one draft, one copy')
  const many = await Promise.all(Array.from({ length: 10 }, () => again(newId())))
  assert.equal(many.filter(({ status }) => status === 201).length, 1)
  assert.equal(await draftsOf(customer), 51, 'the cancelled one, and fifty drafts')
  assert.equal((await allFiles(app)).length, before + 2)
  const { rowCount } = await pool.query('select from photo where account_id = $1 and job_id is null', [
    customer.accountId,
  ])
  assert.equal(rowCount, 0)
})
