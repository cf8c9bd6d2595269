import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listMyDocuments, uploadDocument } from '#contract/app/documents.ts'
import { upload, uploadOf } from '../support/documents.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { type Person, signIn } from '../support/person.ts'
import { photoFiles } from '../support/photo-files.ts'
import { lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

/*
 * Decision 37: the upload of a carrier's document is stopped at a step, the process is killed there, and a new process
 * starts on the same data.
 */
describe('kill -9 at each step of the upload of a document', { concurrency: 2 }, () => {
  test('before the picture has a row', () => killAndRepeat(beforeRow))

  test('after the picture is stored, before its document', () => killAndRepeat(beforeDocument))

  test('during the commit of the document, which still completes', () => killAndRepeat(duringCommit))
})

type Step = {
  hold: (installation: Installation) => Promise<AsyncDisposable & { reached: () => Promise<void> }>
  /** Whether the document is there after the crash, although its carrier got no answer. */
  isCommitted?: boolean
}

const beforeRow: Step = { hold: ({ db }) => holdAtTable(db, 'photo') }

const beforeDocument: Step = { hold: ({ db }) => holdAtTable(db, 'carrier_document') }

const duringCommit: Step = {
  hold: ({ db }) =>
    holdInTrigger(
      db,
      'after insert on carrier_document deferrable initially deferred for each row',
      'constraint trigger',
    ),
  isCommitted: true,
}

async function holdAtTable({ url }: Installation['db'], table: string) {
  const lock = await lockTable(url, table, 'SHARE ROW EXCLUSIVE')
  return { ...lock, reached: () => lock.reached(1) }
}

async function killAndRepeat({ hold, isCommitted = false }: Step): Promise<void> {
  await using installation = await createInstallation()
  const lost = uploadOf()
  let carrier: Person
  {
    // Without background tasks, so only the upload waits at the step.
    await using first = await installation.start('serve')
    carrier = await newCarrier(installation, first.url)
    await upload(carrier, { kind: 'insurance' })
    await using held = await hold(installation)
    const sent = carrier.call(uploadDocument, lost)
    const isLost = sent.then(
      () => false,
      () => true,
    )
    await Promise.race([held.reached(), answeredEarly(sent)])
    await first.kill()
    assert.ok(await isLost, 'the answer is lost')
  }
  await endOfStatements(installation)
  assert.deepEqual(await documentsWithoutFile(installation), [])
  assert.deepEqual(await filesWithoutRow(installation), [])
  await using _second = await installation.start('start')
  assert.deepEqual(await kindsOf(carrier), isCommitted ? ['insurance', 'licence'] : ['insurance'])
  const repeated = await carrier.ok(uploadDocument, lost)
  assert.deepEqual(await carrier.ok(uploadDocument, lost), repeated, 'a later repeat changes nothing')
  await sweep(installation)
  assert.deepEqual(await kindsOf(carrier), ['insurance', 'licence'])
  assert.deepEqual(await documentsWithoutFile(installation), [])
  const { rows } = await installation.db.pool.query<{ name: string }>('select name from photo')
  assert.equal(rows.length, 2, 'a picture for each document, and no other')
  assert.deepEqual(await photoFiles(installation), rows.map(({ name }) => name).sort())
}

async function newCarrier(installation: Installation, url: string): Promise<Person> {
  const person = await signIn({ ...installation, url })
  await installation.db.pool.query(
    `insert into carrier (account_id, vehicle_size, vehicle, base_address, base_lat, base_lon, radius_km)
     values ($1, 'M', 'van', 'Madrid', 40.4, -3.7, 50)`,
    [person.accountId],
  )
  return person
}

async function answeredEarly(sent: Promise<{ status: number }>): Promise<never> {
  const { status } = await sent
  throw new Error(`the upload was answered before its step was reached: ${status}`)
}

/** PostgreSQL still executes the statements that the killed process had sent. */
async function endOfStatements({ db: { pool } }: Installation): Promise<void> {
  const atWork = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and (state = 'active' or state like 'idle in transaction%')`
  await until(
    'the killed process has no statement left',
    async () => (await pool.query(atWork)).rowCount === 0,
  )
}

async function documentsWithoutFile(installation: Installation): Promise<string[]> {
  const files = await photoFiles(installation)
  const { rows } = await installation.db.pool.query<{ id: string; name: string | null }>(
    'select carrier_document.id, photo.name from carrier_document left join photo on photo.document_id = carrier_document.id',
  )
  return rows.filter(({ name }) => name === null || !files.includes(name)).map(({ id }) => id)
}

async function filesWithoutRow(installation: Installation): Promise<string[]> {
  const { rows } = await installation.db.pool.query<{ name: string }>('select name from photo')
  const known = new Set(rows.map(({ name }) => name))
  return (await photoFiles(installation)).filter((name) => !known.has(name))
}

const kindsOf = async (carrier: Person): Promise<string[]> =>
  (await carrier.ok(listMyDocuments)).documents.map(({ kind }) => kind).sort()

/** Lets the pictures that belong to nothing be an hour old, and waits until the background has deleted them. */
async function sweep({ db: { pool } }: Installation): Promise<void> {
  await pool.query(`update photo set created_at = now() - interval '2 hours' where document_id is null`)
  await until('stray pictures are deleted', async () => {
    const { rowCount } = await pool.query('select from photo where document_id is null')
    return rowCount === 0
  })
}
