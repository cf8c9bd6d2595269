import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JobInput } from '#contract/partner.ts'
import type { Answer, TestPartner } from '../support/dray.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { photoFiles } from '../support/photo-files.ts'
import { kind } from '../support/sms-provider.ts'
import { type LockMode, lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

/*
 * A create is stopped at a step by blocking the resource that the step uses (a table, a photo, the SMS provider); the
 * process is killed there, and a new process starts on the same data.
 */
describe('kill -9 at each step of a create', { concurrency: 4 }, () => {
  // First, because it waits longest.
  test(
    'the lease of a killed sender expires, and the SMS is sent within 60 s of the restart',
    leaseOfKilledSender,
  )

  test('while the addresses are located', (t) => killAndRetry(t.name, whileLocating))

  test('while a photo is fetched', (t) => killAndRetry(t.name, whileFetching))

  test('after the photos are stored, before the insert', (t) => killAndRetry(t.name, beforeInsert))

  test('during the insert, whose statement still completes', (t) => killAndRetry(t.name, duringInsert))

  test('after the commit, before the SMS is delivered', (t) => killAndRetry(t.name, beforeSms))

  test('after the SMS was delivered, before that is stored', (t) => killAndRetry(t.name, afterSms))
})

async function leaseOfKilledSender(): Promise<void> {
  await using installation = await createInstallation()
  const { sms } = installation
  const [taken, notTaken] = [newPhone(), newPhone()]
  const partner = await installation.partner()
  {
    await using first = await installation.start('start')
    sms.behaviour = { taken: true, answer: 'nothing' }
    const calls = [ignoringLoss(partner.create({ customer_phone: taken }))]
    await until('the first text is sent', () => sms.sentTo(taken) === 1)
    sms.behaviour = { taken: false, answer: 'nothing' }
    calls.push(ignoringLoss(partner.create({ customer_phone: notTaken })))
    await until('the second text is offered', () => sms.asked.length === 2)
    await first.kill()
    await Promise.all(calls)
  }
  sms.behaviour = kind
  await using _second = await installation.start('start')
  await until('the text that was not taken is sent', () => sms.sentTo(notTaken) === 1, 60_000)
  await until('no text waits any more', async () => (await unsettledTexts(installation)) === 0)
  assert.equal(sms.sentTo(notTaken), 1)
  assert.equal(sms.sentTo(taken), 2, 'one repeat of an unknown outcome, no more')
}

type Step = {
  env?: (installation: Installation) => Record<string, string>
  photos?: (installation: Installation) => string[]
  /** Blocks the step; called when the server is running, so its start is not blocked. */
  hold: (installation: Installation) => Promise<Held>
  maxTexts?: number
}

const whileLocating: Step = {
  env: ({ geocoder }) => geocoder.env,
  hold: async ({ geocoder }) => {
    geocoder.hold()
    return {
      reached: () => until('both addresses are asked for', () => geocoder.held() === 2),
      [Symbol.asyncDispose]: async () => geocoder.stopHolding(),
    }
  },
}

const whileFetching: Step = {
  photos: ({ photos }) => [photos.photo, photos.heldPhoto],
  hold: async ({ photos }) => ({
    reached: () => until('both photos are asked for', () => photos.held() === 2),
    [Symbol.asyncDispose]: async () => photos.stopHolding(),
  }),
}

const beforeInsert: Step = {
  photos: ({ photos }) => [photos.photo, photos.photo],
  hold: async (installation) => {
    // One statement may carry both drafts.
    const held = await holdAtTable(installation, {
      table: 'job',
      mode: 'SHARE ROW EXCLUSIVE',
      statements: 1,
    })
    const reached = async () => {
      await held.reached()
      await until('all photos are on the disk', async () => (await photoFiles(installation)).length === 4)
    }
    return { ...held, reached }
  },
}

const duringInsert: Step = {
  photos: ({ photos }) => [photos.photo],
  // One statement may carry both drafts.
  hold: (installation) =>
    holdAtTable(installation, { table: 'job', mode: 'SHARE ROW EXCLUSIVE', statements: 1 }),
}

const beforeSms: Step = {
  photos: ({ photos }) => [photos.photo],
  hold: async ({ sms }) => {
    sms.behaviour = { taken: false, answer: 'nothing' }
    return {
      reached: () => until('both texts are offered', () => sms.asked.length === 3),
      [Symbol.asyncDispose]: async () => void (sms.behaviour = kind),
    }
  },
}

const afterSms: Step = {
  maxTexts: 2,
  hold: async ({ sms }) => {
    sms.behaviour = { taken: true, answer: 'nothing' }
    return {
      reached: () => until('both texts are sent', () => sms.ledger.length === 3),
      [Symbol.asyncDispose]: async () => void (sms.behaviour = kind),
    }
  },
}

/** Releases the step on dispose. */
type Held = AsyncDisposable & { reached: () => Promise<void> }

async function holdAtTable(
  { db }: Installation,
  { table, mode, statements }: { table: string; mode: LockMode; statements: number },
): Promise<Held> {
  const lock = await lockTable(db.url, table, mode)
  return { ...lock, reached: () => lock.reached(statements) }
}

async function killAndRetry(name: string, step: Step): Promise<void> {
  await using installation = await createInstallation()
  const partner = await installation.partner()
  const env = step.env?.(installation) ?? {}
  const photos = step.photos ? { photos: step.photos(installation) } : {}
  // New addresses: with a cached address the first step would be skipped.
  const order = (kind: string, street: string) => ({
    external_reference: `${kind}, ${name}`,
    customer_phone: newPhone(),
    pickup: { address: `${street}, 28013 Madrid` },
    ...photos,
  })
  const plain = order('plain', 'Calle del Arenal 3')
  const keyed = order('keyed', 'Calle de Toledo 8')
  const idempotent = { 'idempotency-key': 'first-try' }
  let acknowledged: string
  {
    // Without background tasks, so only the two calls wait at the step.
    await using first = await installation.start('serve', { env })
    acknowledged = await createWithRetry(partner, {
      external_reference: 'before',
      customer_phone: newPhone(),
    })
    await using held = await step.hold(installation)
    const calls = [create(partner, plain), create(partner, keyed, idempotent)]
    const outcomes = Promise.allSettled(calls)
    await Promise.race([held.reached(), answeredEarly(calls)])
    await first.kill()
    const lost = (await outcomes).every(({ status }) => status === 'rejected')
    assert.ok(lost, 'both answers are lost')
  }
  await passTime(installation)
  await using _second = await installation.start('start', { env })
  const ids = [await retryPlain(partner, plain), await retryKeyed(partner, keyed, idempotent)]
  for (const id of [acknowledged, ...ids]) assert.equal((await partner.read(id)).status, 200)
  await assertOneEach(installation, step.maxTexts ?? 1)
}

async function createWithRetry(partner: TestPartner, input: Partial<JobInput>): Promise<string> {
  const answer = await create(partner, input)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.job_id
}

/** Retries a 503, which a busy machine may answer. */
async function create(partner: TestPartner, ...input: Parameters<TestPartner['create']>) {
  let answer = await partner.create(...input)
  await until('a create is not refused', async () => {
    if (answer.status === 503) answer = await partner.create(...input)
    return answer.status !== 503
  })
  return answer
}

const ignoringLoss = (call: Promise<unknown>): Promise<unknown> => call.catch(() => {})

/** Makes leases expire and unused photos old, by moving their times into the past. */
async function passTime({ db: { pool } }: Installation): Promise<void> {
  const atWork = `select 1 from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`
  // PostgreSQL still executes the statements that the killed process had sent; the leases exist only after that.
  await until('the dead one has no statement left', async () => (await pool.query(atWork)).rowCount === 0)
  await pool.query(`update sms set due_at = now() where status = 'running'`)
  await pool.query('update idempotency_key set lease_until = now() where job_id is null')
  await pool.query(`update photo set created_at = now() - interval '2 hours' where job_id is null`)
}

async function answeredEarly(calls: Promise<Answer<unknown>>[]): Promise<never> {
  const { status, text } = await Promise.race(calls)
  throw new Error(`a call was answered before its step was reached: ${status} ${text}`)
}

/** @returns the id of the job: created by this retry, or found by the `Location` of the duplicate. */
async function retryPlain(partner: TestPartner, input: Partial<JobInput>): Promise<string> {
  const again = await partner.create(input)
  const id = locationOf(again)
  if (again.status !== 201) {
    assert.equal(again.status, 400, again.text)
    assert.deepEqual(Object.keys(again.body), ['detail'])
  }
  return id
}

async function retryKeyed(
  partner: TestPartner,
  input: Partial<JobInput>,
  headers: Record<string, string>,
): Promise<string> {
  let again = await partner.create(input, headers)
  // A retry gets a 409 while the background task sends the SMS of the killed request.
  await until('the repeat is answered', async () => {
    if (again.status === 409) again = await partner.create(input, headers)
    return again.status !== 409
  })
  assert.equal(again.status, 201, again.text)
  assert.equal(again.body.photos.length, input.photos?.length ?? 0)
  const replayed = await partner.create(input, headers)
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  assert.equal(replayed.body.job_id, again.body.job_id)
  assert.equal(await retryPlain(partner, input), again.body.job_id)
  return again.body.job_id
}

function locationOf({ headers }: Answer<unknown>): string {
  return /^\/v1\/jobs\/(.+)$/.exec(headers.get('location') ?? '')?.[1] ?? ''
}

async function assertOneEach(installation: Installation, maxTexts: number): Promise<void> {
  const { db, sms } = installation
  const { rows } = await db.pool.query<{ external_reference: string; customer_phone: string }>(
    'select external_reference, customer_phone from job',
  )
  assert.equal(rows.length, 3, 'one job for each reference')
  await until('no text waits any more', async () => (await unsettledTexts(installation)) === 0)
  for (const { customer_phone: phone, external_reference: reference } of rows) {
    const texts = sms.sentTo(phone)
    assert.ok(texts >= 1 && texts <= maxTexts, `${texts} texts for "${reference}"`)
  }
  await until('stray photos are collected', async () => (await strayPhotos(installation)) === 0)
  const kept = await db.pool.query<{ name: string }>('select name from photo order by name')
  assert.deepEqual(await photoFiles(installation), kept.rows.map(({ name }) => name).sort())
}

async function unsettledTexts({ db }: Installation): Promise<number> {
  const { rows } = await db.pool.query(`select 1 from sms where status in ('due', 'running')`)
  return rows.length
}

async function strayPhotos({ db }: Installation): Promise<number> {
  const { rows } = await db.pool.query('select 1 from photo where job_id is null')
  return rows.length
}
