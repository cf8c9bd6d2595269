import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { eraseMe, readErasure, readMe, startSignIn } from '#contract/app/account.ts'
import { acceptJob, deliverJob, giveBackJob, readCarrierJob, saveCarrier } from '#contract/app/carrier.ts'
import { changeNotes, listMyJobs, openDraft, rateCarrier, readMyJob } from '#contract/app/customer.ts'
import { expireDrafts } from '../../server/jobs/drafts/expire-drafts.ts'
import { forgetRemovedMethods } from '../../server/payments/cards/forget.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { startImageHost } from '../support/image-host.ts'
import { envOf } from '../support/json-command.ts'
import { foundAnywhere } from '../support/leftovers.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import { fillWallet, payByCard, readyPayouts, saveCard } from '../support/paying.ts'
import { codeOf, type Person, signIn, stranger } from '../support/person.ts'
import { runCommand } from '../support/process.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* DESIGN 6.8 and decision 21: an account is erased on request; records required by law are kept without the person. */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app } = market
const { pool, kysely } = app.db

const at = (jobId: string) => ({ params: { job_id: jobId } })
const canary = {
  title: 'Canary piano',
  description: 'Canary description',
  pickup: { address: 'Calle de Alcala 7731, 28013 Madrid' },
  dropoff: { address: 'Calle del Pinzon 7732, 50003 Zaragoza' },
  photos: [`${images.url}/red.jpg`],
}

/** Runs the background tasks that complete an erasure. */
async function tidyUp(): Promise<void> {
  await expireDrafts({ pool })
  await collectOrphans({ pool, storage: disk.connect({}, { dataDir: app.dataDir }) })
  await forgetRemovedMethods(app.dray.payments, new AbortController().signal)
}

async function completedJob(customer: Person, carrier: Person): Promise<string> {
  const { job_id } = await market.draft(customer, canary)
  await customer.ok(changeNotes, { ...at(job_id), body: { notes: 'Canary note' } })
  await market.post(customer, job_id)
  await carrier.ok(acceptJob, at(job_id))
  await carrier.ok(deliverJob, { ...at(job_id), body: {} })
  await settleMoney(app)
  await customer.ok(rateCarrier, { ...at(job_id), body: { stars: 4, comment: 'Canary comment' } })
  return job_id
}

async function codeFor(person: Person) {
  const { challenge_id } = await stranger(app).ok(startSignIn, { body: { phone: person.phone } })
  return { challenge_id, code: await codeOf(app, challenge_id) }
}

const erasePerson = async (person: Person) => person.ok(eraseMe, { body: await codeFor(person) })
const erase = ({ accountId }: Person) => eraseAccount(kysely, { accountId, moneySettled: false })

test('a customer deletes the account with a fresh code: nothing that names the person is left anywhere', async () => {
  const customer = await market.person('Canary Ana')
  const carrier = await market.carrier({ name: 'Benito' })
  const id = await completedJob(customer, carrier)
  const open = await market.draft(customer, canary)
  const before = await customer.ok(readMyJob, at(id))
  const photo = before.photos[0]?.url.split('/').at(-1) ?? assert.fail('no photo')
  const books = 'select kind, debit, credit, amount_cents from ledger_transfer where job_id = $1 order by id'
  const booked = (await pool.query(books, [id])).rows
  assert.deepEqual(await customer.ok(readErasure), { blockers: [] })

  await erasePerson(customer)
  await tidyUp()
  const needles = ['Canary', 'lcala 7731', 'inzon 7732', photo, open.job_id]
  assert.deepEqual(await foundAnywhere(app, needles), [])
  // Challenges are kept for a day, so an erasure does not reset the limits on codes.
  await pool.query(`delete from phone_challenge where phone = $1`, [customer.phone])
  assert.deepEqual(await foundAnywhere(app, [customer.phone]), [])
  assert.equal((await customer.refused(readMe)).status, 401)
  assert.deepEqual((await pool.query(books, [id])).rows, booked, 'amounts and dates stay')
  const cards = await pool.query(
    `select last_four, forgotten_at is not null as forgotten from payment_method where account_id = $1`,
    [customer.accountId],
  )
  assert.deepEqual(cards.rows, [{ last_four: '', forgotten: true }])
  const theirs = await carrier.ok(readCarrierJob, at(id))
  assert.deepEqual(
    [theirs.status, theirs.customer.name, theirs.customer.phone, theirs.pickup.address],
    ['completed', null, null, 'Madrid'],
  )
  assert.equal(theirs.earns_cents, before.price.base_cents)
})

test('the same number signs up again as a new account without data of the old one', async () => {
  const customer = await signIn(app)
  const carrier = await market.carrier()
  await completedJob(customer, carrier)
  await erase(customer)
  await pool.query('delete from phone_challenge where phone = $1', [customer.phone])
  const again = await signIn(app, customer.phone)
  assert.notEqual(again.accountId, customer.accountId)
  assert.deepEqual((await again.ok(listMyJobs)).jobs, [])
  assert.equal((await again.ok(readMe)).name, null)
})

test('a carrier is erased: the customer keeps the job, without the person', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier({ name: 'Canary Benito' })
  await readyPayouts(app, carrier)
  const body = {
    name: 'Canary Benito',
    vehicle_size: 'XL' as const,
    vehicle: 'Canary van',
    base_address: 'Calle de Alcala 7733, 28013 Madrid',
    radius_km: 300,
  }
  await carrier.ok(saveCarrier, { body })
  const id = await completedJob(customer, carrier)
  await pool.query(
    `insert into delivery_doubt (job_id, earliest_at, reason) values ($1, now(), 'Canary doubt')
     on conflict (job_id) do update set reason = excluded.reason`,
    [id],
  )
  const given = await market.accepted(await market.person('Eva'), carrier)
  await carrier.ok(giveBackJob, { ...at(given.job_id), body: { reason: 'Canary reason' } })
  await settleMoney(app)
  const needles = [
    'Canary Benito',
    'Canary van',
    'lcala 7733',
    'Canary comment',
    'Canary doubt',
    'Canary reason',
  ]
  assert.deepEqual(await foundAnywhere(app, needles), needles)
  await erasePerson(carrier)
  await tidyUp()
  assert.deepEqual(await foundAnywhere(app, needles), [])
  const mine = await customer.ok(readMyJob, at(id))
  assert.deepEqual([mine.title, mine.carrier?.name, mine.carrier?.phone], [canary.title, null, null])
  const { rows } = await pool.query('select reference from payout_account where carrier_id = $1', [
    carrier.accountId,
  ])
  assert.equal(rows.length, 1, 'the payout reference stays for the accounts')
  await erase(customer)
})

test('erasure with open jobs, payments, problems, wallet or earnings: refused with the blockers, nothing changed', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.posted(customer)
  const reasons = async (person: Person) =>
    (await person.ok(readErasure)).blockers.map(({ reason }) => reason)
  assert.deepEqual(await reasons(customer), ['open_jobs', 'payments'])
  await carrier.ok(acceptJob, at(job_id))
  assert.deepEqual(await reasons(carrier), ['deliveries'])
  await carrier.ok(deliverJob, { ...at(job_id), body: {} })
  await settleMoney(app)
  assert.deepEqual(await reasons(customer), [])
  const [owed] = (await carrier.ok(readErasure)).blockers
  assert.equal(owed?.reason, 'earnings')
  assert.ok((owed?.cents ?? 0) > 0)
  await pool.query(`insert into money_block (job_id, cause) values ($1, 'dispute')`, [job_id])
  await pool.query(
    `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents)
     select processor, 'du_open', 'dispute', id, 'needs_response', 'fraudulent', amount_cents from payment where job_id = $1`,
    [job_id],
  )
  assert.deepEqual(await reasons(customer), ['problems'])
  await pool.query('update money_block set lifted_at = now() where job_id = $1', [job_id])
  await fillWallet(customer, 2_500)
  const code = await codeFor(customer)
  const refused = await customer.refused(eraseMe, { body: code })
  assert.deepEqual([refused.status, refused.body.error], [409, 'wrong_state'])
  assert.match(refused.body.message, /€25\.00 in the wallet: spend it, or write to support/)
  const spanish = await customer.refused(eraseMe, { body: code, headers: { 'accept-language': 'es' } })
  assert.match(spanish.body.message, /25,00\s€ en el monedero/)
  assert.equal((await customer.ok(readMe)).phone, customer.phone)

  const env = envOf(app)
  const said = ['account', 'erase', customer.accountId, '--reason', 'asked by letter']
  const blocked = await runCommand(said, env)
  assert.deepEqual([blocked.code, blocked.stdout], [1, ''])
  assert.match(blocked.stderr, /money in its wallet: pay it back.*--money-settled \(2500 cents\)/)
  const done = { account_id: customer.accountId, erased: true }
  const settled = await runCommand([...said, '--money-settled', '--json'], env)
  assert.deepEqual(JSON.parse(settled.stdout), { ...done, erased_before: false })
  const audit = await pool.query(`select act, reason from audit_event where act = 'account.erase'`)
  assert.deepEqual(audit.rows, [{ act: 'account.erase', reason: 'asked by letter' }])
  const repeated = await runCommand([...said, '--json'], env)
  assert.deepEqual(JSON.parse(repeated.stdout), { ...done, erased_before: true })
})

test('erasure with a wrong, used or foreign code deletes nothing; two deletions at once both succeed', async () => {
  const [customer, other] = [await market.person('Ana'), await market.person('Eva')]
  const body = await codeFor(customer)
  const wrong = body.code === '000000' ? '000001' : '000000'
  const refused = await customer.refused(eraseMe, { body: { ...body, code: wrong } })
  assert.deepEqual([refused.status, refused.body.error], [422, 'code_wrong'])
  assert.equal((await other.refused(eraseMe, { body })).body.error, 'code_expired')
  const answers = await Promise.all([customer.call(eraseMe, { body }), customer.call(eraseMe, { body })])
  assert.ok(
    answers.some(({ status }) => status === 204),
    JSON.stringify(answers.map(({ body: said }) => said)),
  )
  assert.ok(answers.every(({ status }) => [204, 401, 422].includes(status)))
})

test('erase × publish: the payment commits first and blocks, or publish is refused because the account is erased', async () => {
  for (const first of ['erase', 'publish'] as const) {
    const customer = await market.person('Ana')
    const draft = await market.draft(customer)
    const methodId = await saveCard(customer, 'success', draft.job_id)
    const publishing = () => payByCard(customer, draft, { methodId }).then((job) => job.status, String)
    const acts = first === 'erase' ? [erase(customer), publishing()] : [publishing(), erase(customer)]
    const results = await Promise.all(acts)
    const erased = results.find((result) => typeof result === 'object')
    const { rows } = await pool.query('select status from payment where account_id = $1', [
      customer.accountId,
    ])
    if (erased?.outcome === 'erased') assert.deepEqual(rows, [])
    else assert.equal(rows.length, 1, JSON.stringify(results))
  }
})

test('erase × publish: a request that was admitted before the erasure writes nothing after it', async () => {
  const customer = await market.person('Ana')
  const draft = await market.draft(customer)
  const methodId = await saveCard(customer, 'success', draft.job_id)
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from account where id = $1 for update', [customer.accountId])
    const publishing = payByCard(customer, draft, { methodId }).then(
      () => 'published',
      (error: unknown) => String(error),
    )
    await lockAwaited(app)
    await holder.query('update account set phone = null, name = null, erased_at = now() where id = $1', [
      customer.accountId,
    ])
    await holder.query('commit')
    assert.match(await publishing, /401.*signed_out/)
  } finally {
    holder.release()
  }
  const { rows } = await pool.query('select id from payment where account_id = $1', [customer.accountId])
  assert.deepEqual(rows, [])
})

test('erase × accept: the carrier has the job and is not erased, or is erased and has no job', async () => {
  const customer = await market.person('Ana')
  for (let round = 0; round < 3; round += 1) {
    const carrier = await market.carrier()
    const { job_id } = await market.posted(customer)
    const [accepted, erased] = await Promise.all([carrier.call(acceptJob, at(job_id)), erase(carrier)])
    const { rows } = await pool.query<{ carrier_id: string | null }>(
      'select carrier_id from job where id = $1',
      [job_id],
    )
    assert.equal(rows[0]?.carrier_id === null, erased.outcome === 'erased', String(accepted.status))
    assert.equal(accepted.status === 200, erased.outcome === 'blocked')
  }
})

test('erase × sign-in: the session belongs to a living account, old or new', async () => {
  for (let round = 0; round < 3; round += 1) {
    const customer = await market.person('Ana')
    const [signedIn] = await Promise.allSettled([signIn(app, customer.phone), erase(customer)])
    if (signedIn.status === 'fulfilled') {
      const me = await signedIn.value.call(readMe)
      assert.ok([200, 401].includes(me.status))
      // The erasure deletes the texts of the number, also the one with the code.
    } else assert.equal((signedIn.reason as Error).message, 'no code was sent')
    const { rows } = await pool.query(
      `select from session s join account a on a.id = s.account_id
       where a.id = $1 and a.erased_at is not null and s.ended_at is null`,
      [customer.accountId],
    )
    assert.deepEqual(rows, [])
  }
})

test('a draft that the number has not opened yet still waits for it, and belongs to the new account', async () => {
  const customer = await market.person('Ana')
  const created = await market.partner.create({ customer_phone: customer.phone })
  await erase(customer)
  const again = await signIn(app, customer.phone)
  const shortId = /draft\/(\w+)/.exec(created.body.deep_link_url)?.[1] ?? ''
  assert.equal((await again.ok(openDraft, { params: { short_id: shortId } })).status, 'draft')
})
