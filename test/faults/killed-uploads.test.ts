import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listMyDocuments, uploadDocument } from '#contract/app/documents.ts'
import { readSignUp, uploadCarrierPhoto } from '#contract/app/sign-up.ts'
import { photoOf, uploadPhotoOf } from '../support/carrier-photos.ts'
import { upload, uploadOf } from '../support/documents.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { type Person, signIn } from '../support/person.ts'
import { photoFiles } from '../support/photo-files.ts'
import { lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

/*
 * Decisions 37 and 81: the upload of a carrier's document or photo is stopped at a step, the process is killed there,
 * and a new process starts on the same data.
 */
for (const [name, upload] of Object.entries(uploads()))
  describe(`kill -9 at each step of the upload of a ${name}`, { concurrency: 2 }, () => {
    test('before the picture has a row', () => killAndRepeat(upload, beforeRow))

    test('after the picture is stored, before its row', () => killAndRepeat(upload, beforeDocument))

    test('during the commit of the row, which still completes', () => killAndRepeat(upload, duringCommit))
  })

test('kill -9 after a retake has deleted the oldest photo: its file is deleted too', async () => {
  await using installation = await createInstallation()
  const { pool } = installation.db
  let carrier: Person
  {
    await using first = await installation.start('serve')
    carrier = await newCarrier(installation, first.url)
    for (let each = 0; each < 20; each++) await uploadPhotoOf(carrier)
    await pool.query(`update carrier_document set created_at = created_at - interval '2 hours'`)
    await using held = await duringCommit.hold(installation)
    const lost = carrier.call(uploadCarrierPhoto, photoOf()).catch(() => null)
    await held.reached()
    await first.kill()
    assert.equal(await lost, null)
  }
  await endOfStatements(installation)
  await using _second = await installation.start('start')
  await until('the file of the deleted photo is deleted', async () => {
    const { rows } = await pool.query<{ name: string }>('select name from photo')
    return rows.length === 20 && (await photoFiles(installation)).length === 20
  })
  assert.deepEqual(await documentsWithoutFile(installation), [])
  await uploadPhotoOf(carrier)
})

type Upload = {
  /** Uploads another document or photo, which stays. */
  other: (carrier: Person) => Promise<unknown>
  /** The upload whose answer is lost: `call` returns any answer, `ok` the saved thing. */
  lost: () => {
    call: (carrier: Person) => Promise<{ status: number }>
    ok: (carrier: Person) => Promise<unknown>
  }
  kindsOf: (carrier: Person) => Promise<string[]>
  /** The kinds that the carrier has without the lost upload, and with it. */
  kinds: { without: string[]; with: string[] }
}

function uploads(): Record<'document' | 'photo', Upload> {
  return {
    document: {
      other: (carrier) => upload(carrier, { kind: 'insurance' }),
      lost: () => {
        const input = uploadOf()
        return {
          call: (carrier) => carrier.call(uploadDocument, input),
          ok: (carrier) => carrier.ok(uploadDocument, input),
        }
      },
      kindsOf: async (carrier) =>
        (await carrier.ok(listMyDocuments)).documents.map(({ kind }) => kind).sort(),
      kinds: { without: ['insurance'], with: ['insurance', 'licence'] },
    },
    photo: {
      other: (carrier) => uploadPhotoOf(carrier, { kind: 'vehicle' }),
      lost: () => {
        const input = photoOf()
        return {
          call: (carrier) => carrier.call(uploadCarrierPhoto, input),
          ok: (carrier) => carrier.ok(uploadCarrierPhoto, input),
        }
      },
      kindsOf: async (carrier) => (await carrier.ok(readSignUp)).photos.map(({ kind }) => kind).sort(),
      kinds: { without: ['vehicle'], with: ['portrait', 'vehicle'] },
    },
  }
}

type Step = {
  hold: (installation: Installation) => Promise<AsyncDisposable & { reached: () => Promise<void> }>
  /** Whether the row is there after the crash, although its carrier got no answer. */
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

async function killAndRepeat(kind: Upload, { hold, isCommitted = false }: Step): Promise<void> {
  await using installation = await createInstallation()
  const lost = kind.lost()
  let carrier: Person
  {
    // Without background tasks, so only the upload waits at the step.
    await using first = await installation.start('serve')
    carrier = await newCarrier(installation, first.url)
    await kind.other(carrier)
    await using held = await hold(installation)
    const sent = lost.call(carrier)
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
  assert.deepEqual(await kind.kindsOf(carrier), isCommitted ? kind.kinds.with : kind.kinds.without)
  const repeated = await lost.ok(carrier)
  assert.deepEqual(await lost.ok(carrier), repeated, 'a later repeat changes nothing')
  await sweep(installation)
  assert.deepEqual(await kind.kindsOf(carrier), kind.kinds.with)
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

/** Lets the pictures that belong to nothing be an hour old, and waits until the background has deleted them. */
async function sweep({ db: { pool } }: Installation): Promise<void> {
  await pool.query(`update photo set created_at = now() - interval '2 hours' where document_id is null`)
  await until('stray pictures are deleted', async () => {
    const { rowCount } = await pool.query('select from photo where document_id is null')
    return rowCount === 0
  })
}
