import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test, { after } from 'node:test'
import { startMyJob } from '#contract/app/customer.ts'
import { deleteMyDocument, listMyDocuments, uploadDocument } from '#contract/app/documents.ts'
import { acceptDocument, refuseDocument } from '../../server/accounts/documents/decide-document.ts'
import { warnOfExpiry } from '../../server/accounts/documents/expiry.ts'
import { newId } from '../../server/lib/ids.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { removeOldData } from '../../server/privacy/retention.ts'
import { byOperator } from '../support/by-operator.ts'
import { dayIn, scan, upload, uploadOf } from '../support/documents.ts'
import { sofa } from '../support/dray.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { joinAs, joinAsOwner, origin, type Staff } from '../support/staff.ts'

/* Decision 37: a document of a carrier is seen by its carrier and by staff, and by nobody else. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const collection = { pool, storage: disk.connect({}, { dataDir: app.dataDir }) }
const owner = await joinAsOwner(app)

const pathOf = (id: string) => `/app/v1/carrier/documents/${id}/picture`
const statusesOf = async (person: Person) =>
  (await person.ok(listMyDocuments)).documents.map(({ kind, state }) => `${kind} ${state}`)

async function photoOf(documentId: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select name from photo where document_id = $1', [
    documentId,
  ])
  return rows[0]?.name ?? assert.fail('no picture')
}

async function isStored(name: string): Promise<boolean> {
  const found = await collection.storage.read(name)
  found?.stream.destroy()
  return found !== null
}

async function pictureFor(headers: Record<string, string>, path: string) {
  const answer = await fetch(app.url + path, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, bytes, headers: answer.headers }
}

const cookiesOf = ({ cookies }: Staff) => ({
  origin,
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})

test('a picture is seen by its carrier and by staff, and is at no public address', async () => {
  const [carrier, other] = [await market.carrier(), await market.carrier()]
  const { document_id } = await upload(carrier)
  const mine = await pictureFor(carrier.headers, pathOf(document_id))
  assert.equal(mine.status, 200)
  assert.equal(mine.headers.get('cache-control'), 'private, no-store')
  assert.equal(mine.headers.get('content-type'), 'image/jpeg')
  assert.match(mine.headers.get('content-security-policy') ?? '', /sandbox/)
  assert.equal((await pictureFor(other.headers, pathOf(document_id))).status, 404)
  assert.equal((await pictureFor({}, pathOf(document_id))).status, 401)
  assert.equal((await app.fetch(`/photos/${await photoOf(document_id)}`)).status, 404)

  const staffPath = `/admin/v1/carriers/${carrier.accountId}/documents/${document_id}/picture`
  const viewer = await joinAs(app, owner, 'viewer')
  const seen = await pictureFor(cookiesOf(owner), staffPath)
  assert.deepEqual([seen.status, seen.headers.get('cache-control')], [200, 'private, no-store'])
  assert.deepEqual(seen.bytes, mine.bytes)
  assert.equal((await pictureFor(cookiesOf(viewer), staffPath)).status, 403)
  assert.equal((await pictureFor(carrier.headers, staffPath)).status, 401)
  const elsewhere = staffPath.replace(carrier.accountId, other.accountId)
  assert.equal((await pictureFor(cookiesOf(owner), elsewhere)).status, 404)
})

test('a repeated upload is one document, also at once; of one kind one waits', async () => {
  const carrier = await market.carrier()
  const input = uploadOf()
  const answers = await Promise.all([1, 2].map(() => carrier.ok(uploadDocument, input)))
  assert.equal(new Set(answers.map(({ created_at }) => created_at)).size, 1)
  await Promise.all([1, 2].map(() => upload(carrier, { kind: 'insurance' })))
  assert.deepEqual((await statusesOf(carrier)).sort(), ['insurance waiting', 'licence waiting'])
  const other = await market.carrier()
  assert.equal((await other.refused(uploadDocument, input)).status, 404)
  await pool.query(`update photo set created_at = now() - interval '2 hours' where document_id is null`)
  await collectOrphans(collection)
  const { rows } = await pool.query('select from photo where document_id is null and job_id is null')
  assert.equal(rows.length, 0, 'the pictures of the lost attempts are gone')
})

test('what is not a picture, or has no last day or a past one, is not stored', async () => {
  const carrier = await market.carrier()
  const noPicture = await carrier.refused(uploadDocument, uploadOf({ bytes: randomBytes(500) }))
  assert.deepEqual([noPicture.status, Object.keys(noPicture.body.details ?? {})], [400, ['body']])
  const { query, ...rest } = uploadOf()
  for (const expires_on of [undefined, dayIn(-1), '2099-02-30']) {
    const { status, body } = await carrier.refused(uploadDocument, {
      ...rest,
      query: { kind: query.kind, ...(expires_on && { expires_on }) },
    })
    assert.equal(status, 400)
    assert.ok(body.details?.expires_on)
  }
  assert.deepEqual(await statusesOf(carrier), [])
})

test('a picture that no document got is deleted within the hour, one of a document never', async () => {
  const carrier = await market.carrier()
  const { document_id } = await upload(carrier)
  const name = await photoOf(document_id)
  // As after a crash between storing the picture and the row of the document.
  const orphan = `${'a'.repeat(27)}.jpg`
  await collection.storage.put(orphan, scan)
  await pool.query(`insert into photo (name, bytes, width, height, position) values ($1, 1, 1, 1, -100)`, [
    orphan,
  ])
  await pool.query(`update photo set created_at = now() - interval '61 minutes'`)
  await collectOrphans(collection)
  assert.deepEqual([await isStored(orphan), await isStored(name)], [false, true])
  // Its name does not make it a photo of a job either.
  const { title, size, pickup, dropoff } = sofa
  const body = { job_id: newId(), title, size, pickup, dropoff, photo_ids: [name] }
  assert.equal((await carrier.refused(startMyJob, { body })).status, 400)
})

test('a carrier deletes what waits or was refused, with its file; an accepted one stays', async () => {
  const carrier = await market.carrier()
  const [licence, papers] = [await upload(carrier), await upload(carrier, { kind: 'other' })]
  const name = await photoOf(papers.document_id)
  const paramsOf = ({ document_id }: { document_id: string }) => ({ params: { document_id } })
  await carrier.ok(deleteMyDocument, paramsOf(papers))
  await collectOrphans(collection)
  assert.equal(await isStored(name), false)
  assert.equal((await carrier.refused(deleteMyDocument, paramsOf(papers))).status, 404)
  const by = byOperator(null)
  const { accountId } = carrier
  await acceptDocument(kysely, { accountId, documentId: licence.document_id, expiresOn: dayIn(9), by })
  assert.equal((await carrier.refused(deleteMyDocument, paramsOf(licence))).status, 409)
})

test('a carrier is told once, 14 days before a document ends', async () => {
  const carrier = await market.carrier()
  const { accountId } = carrier
  const told = async () => {
    await Promise.all([1, 2].map(() => warnOfExpiry(kysely, new AbortController().signal)))
    const { rowCount } = await pool.query(
      `select from notice where account_id = $1 and kind = 'document_expires'`,
      [accountId],
    )
    return rowCount
  }
  const { document_id: documentId } = await upload(carrier)
  await acceptDocument(kysely, { accountId, documentId, expiresOn: dayIn(15), by: byOperator(null) })
  assert.equal(await told(), 0)
  await pool.query('update carrier_document set expires_on = expires_on - 1 where id = $1', [documentId])
  assert.deepEqual([await told(), await told()], [1, 1])
})

test('the picture of a refused document is deleted after RETENTION_DOCUMENT_DAYS; the carrier still reads why', async () => {
  const carrier = await market.carrier()
  const { accountId } = carrier
  const { document_id: documentId } = await upload(carrier)
  const name = await photoOf(documentId)
  await refuseDocument(kysely, { accountId, documentId, by: byOperator('borrosa') })
  const retention = {
    RETENTION_JOB_DAYS: 180,
    RETENTION_PHOTO_DAYS: 150,
    RETENTION_SMS_DAYS: 30,
    RETENTION_DOCUMENT_DAYS: 30,
    RETENTION_INVOICE_DAYS: 2_190,
  }
  const remove = async (days: number) => {
    await pool.query(
      `update carrier_document set decided_at = now() - make_interval(days => $2) where id = $1`,
      [documentId, days],
    )
    await removeOldData({ kysely, retention, onRemoved: () => {} })
    await collectOrphans(collection)
    return isStored(name)
  }
  assert.deepEqual([await remove(29), await remove(31)], [true, false])
  const [mine] = (await carrier.ok(listMyDocuments)).documents
  assert.deepEqual([mine?.state, mine?.has_picture, mine?.reason], ['refused', false, 'borrosa'])
  assert.equal((await pictureFor(carrier.headers, pathOf(documentId))).status, 404)
})

test('an erasure deletes documents and their files', async () => {
  const carrier = await market.carrier()
  const { document_id } = await upload(carrier)
  const name = await photoOf(document_id)
  const { accountId } = carrier
  assert.equal((await eraseAccount(kysely, { accountId, moneySettled: false })).outcome, 'erased')
  await collectOrphans(collection)
  assert.equal(await isStored(name), false)
  const { rowCount } = await pool.query('select from carrier_document where account_id = $1', [accountId])
  assert.equal(rowCount, 0)
})

test('a carrier has 20 pictures at most', async () => {
  const carrier = await market.carrier()
  const { document_id } = await upload(carrier)
  await pool.query(
    `with more as (
       insert into carrier_document (id, account_id, kind, status, decided_at)
       select gen_random_uuid(), account_id, kind, 'replaced', now() from carrier_document, generate_series(1, 19)
       where id = $1 returning id)
     insert into photo (name, bytes, width, height, position, document_id)
     select substr(md5(random()::text), 1, 27) || '.jpg', 1, 1, 1, 0, id from more`,
    [document_id],
  )
  const refused = await carrier.refused(uploadDocument, uploadOf({ kind: 'other' }))
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limit_exceeded'])
})
