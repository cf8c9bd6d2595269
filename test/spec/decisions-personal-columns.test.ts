import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startSignIn } from '#contract/app/account.ts'
import { acceptJob, deliverJob, giveBackJob, rateCustomer } from '#contract/app/carrier.ts'
import { changeNotes, rateCarrier, reportProblem } from '#contract/app/customer.ts'
import { saveMyTaxData } from '#contract/app/tax-data.ts'
import { forgetSignIns } from '../../server/accounts/forget.ts'
import { suspendAccount } from '../../server/accounts/store.ts'
import { forgetLookUps } from '../../server/geocoding/look-up-caps.ts'
import { deleteExpiredGeocodes } from '../../server/geocoding/store.ts'
import { expireDrafts } from '../../server/jobs/drafts/expire-drafts.ts'
import { forgetExports } from '../../server/jobs/queries/staff/export-store.ts'
import { newId } from '../../server/lib/ids.ts'
import { removeMember } from '../../server/members/administer.ts'
import { forgetMemberSignIns } from '../../server/members/forget.ts'
import { forgetRemovedMethods } from '../../server/payments/cards/forget.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { removeOldData } from '../../server/privacy/retention.ts'
import { forgetHandovers } from '../../server/sms/handover.ts'
import { byOperator } from '../support/by-operator.ts'
import { issueInvoices } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import { type Person, stranger } from '../support/person.ts'
import { columns, type Ending } from '../support/personal-columns.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { taxData } from '../support/statements.ts'

/* Decision 21: every text column has a rule for when its personal data is removed, and the rule is kept. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db

type Column = { name: string; ending: Ending }
const classified: Column[] = Object.entries(columns).flatMap(([table, endings]) =>
  Object.entries(endings as Partial<Record<Ending, string[]>>).flatMap(([ending, names]) =>
    names.map((column) => ({ name: `${table}.${column}`, ending: ending as Ending })),
  ),
)
const named = (...endings: Ending[]) =>
  classified.flatMap(({ name, ending }) => (endings.includes(ending) ? [name] : [])).sort()

test('every column that can hold text or bytes is classified, once: a new one fails here until it is', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
       and udt_name not in ('int2', 'int4', 'int8', 'float4', 'float8', 'bool', 'timestamptz', 'uuid', 'cube')`,
  )
  assert.deepEqual(
    classified.map(({ name }) => name).sort(),
    rows.map(({ name }) => name).sort(),
    'classify it in test/support/personal-columns.ts, and see that erasure removes it',
  )
})

/**
 * The columns of the whole database that contain one of the values in any row: all columns of all tables, regardless of
 * the list, and bytes also decoded as text.
 */
async function holding(values: string[]): Promise<string[]> {
  const patterns = values.map((value) => `%${value}%`)
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, udt_name as type from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  const found = rows.map(async ({ table, column, type }) => {
    const texts = [`"${column}"::text`, ...(type === 'bytea' ? [`encode("${column}", 'escape')`] : [])]
    const { rowCount } = await pool.query(
      `select from "${table}" where concat_ws(' ', ${texts.join(', ')}) ilike any($1::text[]) limit 1`,
      [patterns],
    )
    return rowCount ? [`${table}.${column}`] : []
  })
  return (await Promise.all(found)).flat().sort()
}

const at = (jobId: string) => ({ params: { job_id: jobId } })
const address = '2001:db8:ca7:1::1'
const canaryJob = {
  title: 'Canary piano',
  description: 'Canary description',
  pickup: { address: 'Calle de Alcala 7731, 28013 Madrid' },
  dropoff: { address: 'Calle del Canary 7732, 50003 Zaragoza' },
}

/** Fills every column: by real requests, and by SQL where only an operator or a processor writes. */
async function liveThroughAll(customer: Person, carrier: Person): Promise<void> {
  const { job_id } = await market.draft(customer, canaryJob)
  await customer.ok(changeNotes, { ...at(job_id), body: { notes: 'Canary note' } })
  await market.post(customer, job_id)
  await carrier.ok(acceptJob, at(job_id))
  await carrier.ok(deliverJob, { ...at(job_id), body: {} })
  await settleMoney(app)
  await issueInvoices(app)
  await customer.ok(rateCarrier, { ...at(job_id), body: { stars: 4, comment: 'Canary comment' } })
  await carrier.ok(saveMyTaxData, {
    body: { ...taxData, legal_name: 'Canary SL', tax_number: 'Canary', address: 'Calle del Canary' },
  })
  await carrier.ok(rateCustomer, { ...at(job_id), body: { stars: 4, comment: 'Canary answer' } })
  const problem = { problem_id: newId(), kind: 'damaged' as const, text: 'Canary problem' }
  await customer.ok(reportProblem, { ...at(job_id), body: problem })
  await pool.query(`update job_problem set status = 'dismissed', resolution = 'Canary', resolved_at = now()`)
  await pool.query('update money_block set lifted_at = now()')
  const other = await market.accepted(await market.person('Eva'), carrier)
  await carrier.ok(giveBackJob, { ...at(other.job_id), body: { reason: 'Canary reason' } })
  await settleMoney(app)
  for (const { phone } of [customer, carrier])
    await stranger(app).ok(startSignIn, { body: { phone }, headers: { 'x-forwarded-for': address } })
  await plant(customer, carrier, job_id)
}

async function plant(customer: Person, carrier: Person, jobId: string): Promise<void> {
  const all = [customer.accountId, carrier.accountId]
  await pool.query(doubtSql, [jobId, 'Canary'])
  const statements: [string, unknown[]][] = [
    [`update job_problem set answer = 'Canary answer' where job_id = $1`, [jobId]],
    [
      `insert into job_message (id, job_id, position, thread, carrier_id, sender, author_name, text, created_at)
       select gen_random_uuid(), $1, n, (array['together', 'customer', 'carrier'])[n], case n when 2 then null else $2::uuid end,
         'staff', 'Canary', 'Canary message', now() from generate_series(1, 3) n`,
      [jobId, carrier.accountId],
    ],
    [
      `insert into trip_report (id, job_id, carrier_id, kind, status, fee_cents, text, answer, resolution, resolved_at)
       values (gen_random_uuid(), $1, $2, 'wrong_address', 'upheld', 0, 'Canary', 'Canary', 'Canary', now())`,
      [jobId, carrier.accountId],
    ],
    [`update session set device = 'Canary phone' where account_id = any($1)`, [all]],
    [
      `insert into push_subscription (id, account_id, session_id, endpoint, p256dh, auth)
       select gen_random_uuid(), account_id, id, 'https://push.example.test/Canary' || id, 'Canary', 'Canary'
       from session where account_id = any($1)`,
      [all],
    ],
    [
      `with known as (
         insert into mail_address (account_id, address, token) select id, 'Canary', 'Canary' || id from account where id = any($1))
       insert into mail_confirmation (id, account_id, address, expires_at)
       select gen_random_uuid(), id, 'Canary', now() from account where id = any($1)`,
      [all],
    ],
    [
      `update carrier set status_reason = 'Canary', base_place = 'Canary', vehicle = 'Canary van', plate = 'Canary',
         plate_key = 'Canary', base_address = 'Canary' where account_id = any($1)`,
      [all],
    ],
    [
      `insert into carrier_document (id, account_id, kind, status, reason, decided_at)
       select gen_random_uuid(), account_id, 'licence', 'refused', 'Canary', now() from carrier where account_id = any($1)`,
      [all],
    ],
    [
      `insert into carrier_area (id, account_id, name, address, place, lat, lon, uncertainty_km, radius_km, has_alerts)
       select gen_random_uuid(), account_id, 'Canary', 'Canary', 'Canary', 40.4, -3.7, 1, 10, true
       from carrier where account_id = any($1)`,
      [all],
    ],
    [`update payer set reference = 'Canary' where account_id = any($1)`, [all]],
    [`update payment_method set last_four = 'Canary' where account_id = any($1)`, [all]],
    [
      `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents, closed_at, release_reason)
       select 'sandbox', 'dispute_1', 'dispute', id, 'won', 'fraudulent', 1, now(), 'Canary'
       from payment where job_id = $1 limit 1`,
      [jobId],
    ],
  ]
  for (const [statement, values] of statements) await pool.query(statement, values)
  for (const statement of ofNoAccount) await pool.query(statement)
  await plantByStaff(jobId)
  for (const accountId of all) await suspendAccount(kysely, { accountId, by: byOperator('Canary reason') })
}

const doubtSql = `insert into delivery_doubt (job_id, earliest_at, reason) values ($1, now(), $2)
  on conflict (job_id) do update set reason = excluded.reason`

/** Rows that belong to no account. */
const ofNoAccount = [
  `insert into geocode_cache (key, outcome, expires_at) values ('\\x01', '{"place":"Canary"}', now() + interval '1 day')`,
  `insert into member_guess (subject, client_address, known_device) values ('Canary', 'Canary', false)`,
  `insert into member_invitation (id, role, name, language, token_hash, created_by, expires_at)
     values (gen_random_uuid(), 'viewer', 'Canary', 'en', '\\x01', 'Canary', now() + interval '24 hours')`,
  `insert into look_up_count (subject, hour, count) values (decode('ca7a21ca7a21', 'hex'), now(), 1)`,
  `insert into sms_handover (sms_id, number_hash, at) values (gen_random_uuid(), decode('ca7a21ca7a21', 'hex'), now())`,
]

/** A note about the job and an export with it, as a member of staff makes them in the panel. */
async function plantByStaff(jobId: string): Promise<void> {
  const member = newId()
  await pool.query(`insert into member (id, name, role, language) values ($1, 'Staff', 'staff', 'en')`, [
    member,
  ])
  await pool.query(
    `insert into job_note (id, job_id, author_name, text) values (gen_random_uuid(), $1, 'Canary', 'Canary')`,
    [jobId],
  )
  await pool.query(
    `with written as (
       insert into job_export (id, member_id, filters, with_phones, status)
       values (gen_random_uuid(), $1, '{"search":"Canary"}', true, 'done') returning id
     )
     insert into job_export_chunk (export_id, position, content) select id, 0, 'Canary' from written`,
    [member],
  )
}

const signal = new AbortController().signal
const retention = {
  RETENTION_JOB_DAYS: 180,
  RETENTION_PHOTO_DAYS: 150,
  RETENTION_SMS_DAYS: 30,
  RETENTION_DOCUMENT_DAYS: 30,
  RETENTION_INVOICE_DAYS: 2_190,
}

/** Runs the background tasks that delete data. */
async function tidyUp(): Promise<void> {
  await expireDrafts({ pool })
  await forgetRemovedMethods(app.dray.payments, signal)
  await forgetSignIns(pool)
  await forgetMemberSignIns(pool)
  await forgetHandovers(pool)
  await deleteExpiredGeocodes(kysely)
  await forgetLookUps(kysely)
  await forgetExports(kysely)
  await removeOldData({ kysely, retention, onRemoved: () => {} })
}

test('personal columns contain values of a person before the erasure and none after it and the retention', async () => {
  const customer = await market.person('Canary Ana')
  const carrier = await market.carrier({ name: 'Canary Benito' })
  await liveThroughAll(customer, carrier)
  // As they are written in a text, without the sign.
  const phones = [customer.phone, carrier.phone].map((phone) => phone.slice(3))
  const values = [
    ...phones,
    Buffer.from(phones[0] ?? '').toString('hex'),
    'Canary',
    '43616e617279',
    'Q2FuYXJ5',
    'lcala 7731',
    'anary 7732',
    '2001:db8:ca7',
    'ca7a21ca7a21',
  ]
  const neighbourhoods = phones.map((phone) => phone.slice(0, -2))
  assert.deepEqual(await holding([...values, ...neighbourhoods]), named('erasure', 'age'))

  for (const { accountId } of [customer, carrier]) {
    const erased = await eraseAccount(kysely, { accountId, moneySettled: true })
    assert.equal(erased.outcome, 'erased', JSON.stringify(erased))
  }
  await tidyUp()
  const left = await holding(values)
  const allowed = named('age')
  assert.deepEqual(
    left.filter((name) => !allowed.includes(name)),
    [],
    'at once',
  )
  await passTime(app.db, '3 days')
  await tidyUp()
  assert.deepEqual(await holding(values), [], 'after some days')
})

test('the data of a member of staff ends with the member', async () => {
  const id = newId()
  const statements = [
    `insert into member (id, login_name, name, role, language) values ('${id}', 'canary', 'Canary', 'viewer', 'en')`,
    `insert into member_passkey (id, member_id, credential_id, public_key, counter, transports, name)
     values (gen_random_uuid(), '${id}', '\\x01', '\\x01', 0, '{}', 'Canary')`,
    `insert into member_session (id, member_id, token_hash, device, expires_at)
     values (gen_random_uuid(), '${id}', '\\x01', 'Canary', now() + interval '1 day')`,
    `insert into job_view (id, member_id, name, filters) values (gen_random_uuid(), '${id}', 'Canary', '{}')`,
    `insert into member_mail (member_id, address) values ('${id}', 'Canary@mail.example')`,
    `insert into member_push (id, member_id, session_id, endpoint, p256dh, auth)
     select gen_random_uuid(), member_id, id, 'https://push.example/Canary', 'Canary', 'Canary'
     from member_session where member_id = '${id}'`,
  ]
  for (const statement of statements) await pool.query(statement)
  assert.deepEqual(await holding(['Canary']), named('member'))
  await removeMember({ kysely }, { memberId: id, partnerId: null, by: byOperator('left') })
  assert.deepEqual(await holding(['Canary']), [])
})
