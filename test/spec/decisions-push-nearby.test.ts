import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { forgetOldPushes } from '../../server/push/subscriptions.ts'
import { openPushMarket } from '../support/push-market.ts'
import { until } from '../support/until.ts'

const push = await openPushMarket()
after(() => push[Symbol.asyncDispose]())
const { market, service, device, allNoticesSent } = push

test('DESIGN 1, web push: at most 200 carriers with a device hear of one job, the nearest first', async () => {
  const { pool } = market.app.db
  await crowd('deaf', 5)
  await crowd('crowd', 210)
  await pool.query(
    `with device as (
       select c.account_id, gen_random_uuid() as session_id, endpoint, p256dh, auth
       from (select account_id, row_number() over () as n from carrier where vehicle = 'crowd') c
       join unnest($1::text[], $2::text[], $3::text[]) with ordinality s(endpoint, p256dh, auth, n) using (n)
     ), opened as (
       insert into session (id, account_id, token_hash, kind, device, expires_at)
       select session_id, account_id, sha256(session_id::text::bytea), 'web', 'Chrome', now() + interval '1 day' from device)
     insert into push_subscription (id, account_id, session_id, endpoint, p256dh, auth)
     select gen_random_uuid(), account_id, session_id, endpoint, p256dh, auth from device`,
    columnsOf(Array.from({ length: 210 }, () => service.subscription())),
  )
  const customer = await market.person()
  const { job_id } = await market.posted(customer, {
    pickup: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
    dropoff: { address: 'Calle Mayor 10, 28013 Madrid' },
  })
  await allNoticesSent()
  const { rows } = await pool.query<{ vehicle: string; place: number }>(
    `select c.vehicle, c.base_address::integer as place from notice n join carrier c on c.account_id = n.account_id
     where n.job_id = $1 and n.kind = 'job_nearby' order by place`,
    [job_id],
  )
  assert.deepEqual(
    rows.map(({ vehicle, place }) => [vehicle, place]),
    Array.from({ length: 200 }, (_, index) => ['crowd', index + 1]),
  )
  await pool.query(`update carrier set status = 'rejected' where vehicle in ('crowd', 'deaf')`)
})

type Subscription = ReturnType<typeof service.subscription>

const columnsOf = (all: Subscription[]) => [
  all.map(({ endpoint }) => endpoint),
  all.map(({ keys }) => keys.p256dh),
  all.map(({ keys }) => keys.auth),
]

/** Carriers around Zaragoza, with no device; the first is the nearest. */
async function crowd(name: string, count: number): Promise<void> {
  await market.app.db.pool.query(
    `with people as (
       insert into account (id, phone) select gen_random_uuid(), $1 || lpad(n::text, 6, '0')
       from generate_series(1, $3::integer) n returning id, phone)
     insert into carrier (account_id, status, vehicle_size, vehicle, base_address, base_lat, base_lon, radius_km)
     select id, 'approved', 'XL', $2, right(phone, 4)::integer, 41.66 + right(phone, 4)::integer * 0.001, -0.88, 100 from people`,
    [name === 'deaf' ? '+34701' : '+34700', name, count],
  )
}

test('DESIGN 1, web push: notices of jobs nearby are deleted after a day, others after 30 days', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const phone = await device(carrier)
  const { job_id } = await market.posted(customer)
  await until('the push arrives', () => service.received(phone).length > 0)
  await allNoticesSent()
  const { pool } = market.app.db
  const left = async (age: string) => {
    await pool.query(`update notice set told_at = now() - $2::interval where job_id = $1`, [job_id, age])
    await forgetOldPushes(pool)
    const { rows } = await pool.query<{ kind: string }>(
      `select distinct kind from notice where job_id = $1 order by 1`,
      [job_id],
    )
    return rows.map(({ kind }) => kind)
  }
  assert.deepEqual(await left('23 hours'), ['job_nearby', 'job_posted'])
  assert.deepEqual(await left('25 hours'), ['job_posted'])
  assert.deepEqual(await left('29 days'), ['job_posted'])
  assert.deepEqual(await left('31 days'), [])
})
