import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal, completedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, sentBy } from '../support/message-scenes.ts'

/* Decision 59: a node of the version before erases without the tables that it does not know; what is in them ends too. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { pool } = market.app.db

/** What only this version keeps about a job and its carrier. */
async function keepAll({ job_id, customer, carrier }: Deal): Promise<void> {
  await sentBy(customer, { params: { job_id } }, messageBody('The key is under the mat'))
  await sentBy(carrier, { params: { job_id } }, messageBody('I come at ten'))
  const statements: [string, unknown[]][] = [
    [
      `insert into photo (name, job_id, account_id, position, bytes, width, height, purpose, message_id)
       select $2::text, $1::uuid, $3::uuid, 0, 1, 1, 1, 'problem', id from job_message where job_id = $1 limit 1`,
      [job_id, `${newId()}.jpg`, customer.accountId],
    ],
    [
      `insert into job_proof (job_id, step, carrier_id, received_at, lat, lon, accuracy_m)
       values ($1, 'collection', $2, now(), 40.4, -3.7, 5)
       on conflict (job_id, step) do update set lat = 40.4, lon = -3.7, accuracy_m = 5`,
      [job_id, carrier.accountId],
    ],
    ['update asked_proof set code = $2, wrong_code = $2 where job_id = $1', [job_id, '1234']],
    [
      `insert into trip_report (id, job_id, carrier_id, kind, status, fee_cents, resolved_at, text, resolution)
       values (gen_random_uuid(), $1, $2, 'breakdown', 'upheld', 0, now(), 'Canary', 'Canary')`,
      [job_id, carrier.accountId],
    ],
    [
      `insert into call_line (job_id, carrier_id, provider, status, reference, number, ends_at)
       values ($1, $2, 'sandbox', 'open', 'line', '+441632960123', now() + interval '1 day')`,
      [job_id, carrier.accountId],
    ],
    [
      `update carrier set plate = '1234 BCD', plate_key = '1234BCD' where account_id = $1`,
      [carrier.accountId],
    ],
    ...[customer, carrier].map(({ accountId }): [string, unknown[]] => [
      `insert into mail_address (account_id, address, token) values ($1, $2, $3)`,
      [accountId, 'canary@mail.example', newId()],
    ]),
  ]
  for (const [text, values] of statements) await pool.query(text, values)
}

/** How many rows still have something, by table. */
async function left({ job_id, carrier }: Deal) {
  const { rows } = await pool.query(
    `select (select count(*)::int from job_message where job_id = $1) as messages,
      (select count(*)::int from message_reader where job_id = $1) as readers,
      (select count(*)::int from photo where job_id = $1 and message_id is not null) as photos,
      (select count(*)::int from job_proof where job_id = $1 and lat is not null) as places,
      (select count(*)::int from asked_proof where job_id = $1 and coalesce(code, wrong_code) is not null) as codes,
      (select count(*)::int from trip_report where job_id = $1 and coalesce(text, resolution) is not null) as reports,
      (select count(*)::int from call_line where job_id = $1 and number is not null) as numbers,
      (select count(*)::int from mail_address where account_id = $2) as addresses,
      (select count(*)::int from carrier where account_id = $2 and plate is not null) as plates`,
    [job_id, carrier.accountId],
  )
  return rows[0]
}

const whole = {
  messages: 2,
  readers: 2,
  photos: 1,
  places: 1,
  codes: 1,
  reports: 1,
  numbers: 1,
  addresses: 1,
  plates: 1,
}

test('the data of a job that a node of the version before removes is gone from the newer tables too', async () => {
  const [deal, other] = [await completedDeal(market), await completedDeal(market)]
  for (const each of [deal, other]) await keepAll(each)
  assert.deepEqual(await left(deal), whole)
  await pool.query('update job set customer_phone = null, data_removed_at = now() where id = $1', [
    deal.job_id,
  ])
  assert.deepEqual(await left(deal), {
    ...{
      messages: 0,
      readers: 0,
      photos: 0,
      places: 0,
      codes: 0,
      reports: 0,
      numbers: 1,
      addresses: 1,
      plates: 1,
    },
  })
  assert.deepEqual(await left(other), whole)
})

test('a carrier whom a node of the version before erases is gone from the newer tables too', async () => {
  const [deal, other] = [await acceptedDeal(market), await acceptedDeal(market)]
  for (const each of [deal, other]) await keepAll(each)
  await pool.query('update account set phone = null, name = null, erased_at = now() where id = $1', [
    deal.carrier.accountId,
  ])
  // How far the customer has read says nothing about the carrier.
  assert.deepEqual(await left(deal), {
    ...{
      messages: 0,
      readers: 1,
      photos: 0,
      places: 0,
      codes: 1,
      reports: 0,
      numbers: 0,
      addresses: 0,
      plates: 0,
    },
  })
  const { rows } = await pool.query('select status from call_line where job_id = $1', [deal.job_id])
  assert.deepEqual(rows, [{ status: 'closing' }])
  assert.deepEqual(await left(other), whole)
})
