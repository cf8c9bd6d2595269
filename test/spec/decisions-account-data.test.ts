import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import test, { after } from 'node:test'
import { startSignIn } from '#contract/app/account.ts'
import { acceptJob, deliverJob, rateCustomer, saveCarrier } from '#contract/app/carrier.ts'
import { changeNotes, rateCarrier, reportProblem } from '#contract/app/customer.ts'
import { type AccountData, downloadMyData } from '#contract/app/data.ts'
import { newId } from '../../server/lib/ids.ts'
import { startImageHost } from '../support/image-host.ts'
import { envOf } from '../support/json-command.ts'
import { openMarket } from '../support/market.ts'
import { readyPayouts } from '../support/paying.ts'
import { codeOf, type Person, stranger } from '../support/person.ts'
import { runCommand } from '../support/process.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Decision 21: people can read all data that is stored about them, and no data of other people. */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app } = market
const { pool } = app.db
const env = envOf(app)

const at = (jobId: string) => ({ params: { job_id: jobId } })
const pickup = 'Calle de Alcala 7731, 28013 Madrid'
const dropoff = 'Calle del Pinzon 7732, 50003 Zaragoza'
const customerJob = {
  title: 'Piano of Ana',
  description: 'From her mother',
  pickup: { address: pickup },
  dropoff: { address: dropoff },
  photos: [`${images.url}/red.jpg`],
}
const base = {
  name: 'Benito Prieto',
  vehicle_size: 'XL' as const,
  vehicle: 'Blue van of Benito',
  base_address: 'Calle de Alcala 7733, 28013 Madrid',
  radius_km: 300,
}

/** Creates a completed job with texts and ratings of both sides, and a problem that staff dismissed. */
async function completedJob() {
  const customer = await market.person('Ana Ruiz')
  const carrier = await market.carrier({ name: base.name })
  await readyPayouts(app, carrier)
  await carrier.ok(saveCarrier, { body: base })
  await pool.query(`update carrier set status = 'approved' where account_id = $1`, [carrier.accountId])
  const { job_id } = await market.draft(customer, customerJob)
  await customer.ok(changeNotes, { ...at(job_id), body: { notes: 'Ring at Sanz' } })
  await market.post(customer, job_id)
  await carrier.ok(acceptJob, at(job_id))
  await carrier.ok(deliverJob, { ...at(job_id), body: {} })
  await settleMoney(app)
  await customer.ok(rateCarrier, { ...at(job_id), body: { stars: 4, comment: 'Came late' } })
  await carrier.ok(rateCustomer, { ...at(job_id), body: { stars: 5, comment: 'Helped to carry' } })
  const problem = { problem_id: newId(), kind: 'damaged' as const, text: 'A key is loose' }
  await customer.ok(reportProblem, { ...at(job_id), body: problem })
  await pool.query(
    `update job_problem set status = 'dismissed', resolution = 'Seen by staff', resolved_at = now()`,
  )
  await pool.query('update money_block set lifted_at = now()')
  return { customer, carrier, jobId: job_id }
}

const codeTo = async ({ phone }: Person): Promise<string> => {
  const { challenge_id } = await stranger(app).ok(startSignIn, { body: { phone } })
  return codeOf(app, challenge_id)
}

/** The processor's references of people, cards and payments. */
async function processorSecrets(): Promise<string[]> {
  const { rows } = await pool.query<{ reference: string }>(
    `select reference from payer union select reference from payment_method
     union select reference from payment where reference is not null
     union select reference from payment_effect where reference is not null
     union select reference from payout_account`,
  )
  return rows.map(({ reference }) => reference)
}

const said = (data: AccountData, words: string[]): string[] => {
  const text = JSON.stringify(data)
  return words.filter((word) => text.includes(word))
}

test('account export: own data only; no data of the other side, no code and no processor reference', async () => {
  const { customer, carrier, jobId } = await completedJob()
  const code = await codeTo(customer)
  const [mine, theirs] = [await customer.ok(downloadMyData), await carrier.ok(downloadMyData)]
  const ofCustomer = [customer.phone, 'Ana Ruiz', pickup, dropoff, 'Piano of Ana', 'From her mother']
  const ofCustomerToo = ['Ring at Sanz', 'A key is loose']
  const ofCarrier = [carrier.phone, base.name, base.vehicle, base.base_address]
  const ofBoth = ['Came late', 'Helped to carry', jobId]
  const all = [...ofCustomer, ...ofCustomerToo, ...ofCarrier, ...ofBoth, code, 'Seen by staff']
  const secrets = [...(await processorSecrets()), customer.token, carrier.token]
  assert.ok(secrets.length > 5)
  assert.deepEqual(said(mine, all), [...ofCustomer, ...ofCustomerToo, ...ofBoth])
  assert.deepEqual(said(theirs, all), [...ofCarrier, ...ofBoth])
  assert.deepEqual([said(mine, secrets), said(theirs, secrets)], [[], []])

  const [job] = mine.jobs
  assert.deepEqual(
    [job?.job_id, job?.status, job?.photos.length, job?.problems[0]?.text],
    [jobId, 'completed', 1, 'A key is loose'],
  )
  assert.deepEqual(
    [mine.payments[0]?.captured_cents, mine.cards[0]?.last_four, mine.carried_jobs.length],
    [job?.total_cents, '4242', 0],
  )
  assert.ok(mine.texts.some(({ body }) => body?.includes('Piano of Ana')))
  const [carried] = theirs.carried_jobs
  assert.deepEqual([carried?.job_id, carried?.from, carried?.to], [jobId, 'Madrid', 'Zaragoza'])
  assert.equal(theirs.ledger[0]?.amount_cents, carried?.earns_cents)
  assert.deepEqual([theirs.jobs.length, theirs.carrier?.payouts.length, mine.carrier], [0, 1, null])
})

test('dray account export writes the same document to a new file with mode 0600, with an audit event', async () => {
  const { customer } = await completedJob()
  const file = path.join(app.dataDir, 'ana.json')
  const args = ['account', 'export', customer.accountId, file, '--reason', 'asked by letter', '--json']
  const written = await runCommand(args, env)
  assert.equal(written.code, 0, written.stderr)
  const [{ size, mode }, text] = [await stat(file), await readFile(file, 'utf8')]
  assert.deepEqual(JSON.parse(written.stdout), { account_id: customer.accountId, file, bytes: size })
  assert.equal(mode & 0o777, 0o600)
  // The file and the response are created at different times.
  const lasting = (data: AccountData) => ({ ...data, exported_at: '', sessions: [] })
  assert.deepEqual(lasting(JSON.parse(text) as AccountData), lasting(await customer.ok(downloadMyData)))
  const audit = await pool.query(`select targets, reason from audit_event where act = 'account.export'`)
  assert.deepEqual(audit.rows, [
    { targets: [{ type: 'account', id: customer.accountId }], reason: 'asked by letter' },
  ])

  const again = await runCommand(args, env)
  assert.deepEqual([again.code, again.stdout], [1, ''])
  assert.match(again.stderr, /ana\.json exists already/)
  assert.equal(await readFile(file, 'utf8'), text)
  const unknown = await runCommand(['account', 'export', newId(), `${file}2`], env)
  assert.match(unknown.stderr, /There is no account/)
  await assert.rejects(stat(`${file}2`))
  assert.equal((await pool.query(`select from audit_event where act = 'account.export'`)).rowCount, 1)
})

test('long lists are complete, ordered and without duplicates over all pages', async () => {
  const person = await market.person('Ana')
  await pool.query(
    `insert into notice (account_id, kind, created_at, told_at)
     select $1, 'job_nearby', to_timestamp(1700000000 + n), now() from generate_series(1, 350) n`,
    [person.accountId],
  )
  const { notices } = await person.ok(downloadMyData)
  const expected = Array.from({ length: 350 }, (_, n) => new Date((1_700_000_001 + n) * 1_000).toISOString())
  assert.deepEqual(
    notices.map(({ created_at }) => created_at),
    expected,
  )
})

test('a draft for the own number is included; drafts for other numbers are not', async () => {
  const person = await market.person('Ana')
  await market.partner.create({ customer_phone: person.phone, title: 'Waits for Ana' })
  await market.partner.create({ customer_phone: '+34611999888', title: 'Waits for another' })
  const data = await person.ok(downloadMyData)
  assert.deepEqual(
    data.drafts_waiting.map(({ title }) => title),
    ['Waits for Ana'],
  )
})

test('an account may ask for it twice a minute; others are not held back by that', async () => {
  const [person, other] = [await market.person('Ana'), await market.person('Eva')]
  for (const _ of [1, 2]) await person.ok(downloadMyData)
  const refused = await person.refused(downloadMyData)
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limit_exceeded'])
  assert.ok((refused.body.retry_after_seconds ?? 0) > 0)
  const { headers } = await other.call(downloadMyData)
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="dray-my-data\.json"$/)
})
