import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test, { after } from 'node:test'
import { acceptJob, collectJob, deliverJob, readCarrier, saveCarrier } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { listMyDocuments } from '#contract/app/documents.ts'
import { deleteMyCarrierPhoto, readSignUp, uploadCarrierPhoto } from '#contract/app/sign-up.ts'
import { judgeCarrier } from '../../server/accounts/carriers/judge.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { maxUploadBytes } from '../../server/photos/limits.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { byOperator } from '../support/by-operator.ts'
import {
  fileOf,
  knownCarrier,
  photoOf,
  profileOf,
  savePlate,
  uploadPhotoOf,
} from '../support/carrier-photos.ts'
import { upload } from '../support/documents.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { sandboxUser } from '../support/sandbox.ts'

/* Decision 81: a customer sees who comes, from the acceptance until the contact time ends; no other person does. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const collection = { pool, storage: disk.connect({}, { dataDir: app.dataDir }) }

const ownPath = (id: string) => `/app/v1/carrier/photos/${id}`
const jobPath = (job: string, id: string) => `/app/v1/jobs/${job}/carrier-photos/${id}`

async function pictureFor(person: Person | null, path: string) {
  const answer = await fetch(app.url + path, { headers: person?.headers ?? {} })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, bytes, headers: answer.headers }
}

const actsOn = async (person: Person) => {
  const { rows } = await pool.query<{ act: string }>(
    `select act from audit_event where targets @> $1::jsonb order by id`,
    [JSON.stringify([{ type: 'account', id: person.accountId }])],
  )
  return rows.map(({ act }) => act)
}

test('decision 81: the customer sees face, vehicle and plate from the acceptance until the contact time ends', async () => {
  const { carrier, portrait, vehicle } = await knownCarrier(market)
  const [customer, other] = [await market.person('Ana'), await market.person('Eva')]
  const { job_id } = await market.posted(customer)
  const params = { job_id }
  assert.equal((await customer.ok(readMyJob, { params })).carrier, null)
  assert.equal((await pictureFor(customer, jobPath(job_id, portrait))).status, 404, 'before the acceptance')

  await carrier.ok(acceptJob, { params })
  const seen = (await customer.ok(readMyJob, { params })).carrier
  assert.deepEqual(
    [seen?.name, seen?.plate, seen?.portrait_id, seen?.vehicle_photo_id],
    ['Luis', '1234 bcd', portrait, vehicle],
  )
  const picture = await pictureFor(customer, jobPath(job_id, portrait))
  assert.deepEqual([picture.status, picture.headers.get('cache-control')], [200, 'private, no-store'])
  assert.equal((await pictureFor(customer, jobPath(job_id, vehicle))).status, 200)
  for (const [who, status] of [
    [other, 404],
    [carrier, 404],
    [null, 401],
  ] as const)
    assert.equal((await pictureFor(who, jobPath(job_id, portrait))).status, status)
  assert.equal((await app.fetch(`/photos/${await fileOf(pool, portrait)}`)).status, 404, 'no public address')

  await carrier.ok(collectJob, { params, body: {} })
  await pool.query(`update job set collected_at = now() - interval '9 hours' where id = $1`, [job_id])
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  assert.equal((await customer.ok(readMyJob, { params })).status, 'completed')
  assert.equal((await pictureFor(customer, jobPath(job_id, portrait))).status, 200)

  await pool.query(`update job set completed_at = now() - interval '8 days' where id = $1`, [job_id])
  const later = (await customer.ok(readMyJob, { params })).carrier
  assert.deepEqual([later?.plate, later?.portrait_id, later?.vehicle_photo_id], [null, null, null])
  assert.equal((await pictureFor(customer, jobPath(job_id, portrait))).status, 404)
})

test('decision 81: the customer of a cancelled job does not see the carrier', async () => {
  const { carrier, portrait } = await knownCarrier(market)
  const customer = await market.person('Ana')
  const { job_id } = await market.accepted(customer, carrier)
  await customer.ok(cancelMyJob, { params: { job_id }, body: { fee_cents: 0 } })
  const { carrier: seen } = await customer.ok(readMyJob, { params: { job_id } })
  assert.deepEqual([seen?.name, seen?.plate, seen?.portrait_id], ['Luis', null, null])
  assert.equal((await pictureFor(customer, jobPath(job_id, portrait))).status, 404)
})

test('decision 81: a photo that was replaced or deleted is not shown, and another carrier is not shown', async () => {
  const { carrier, portrait } = await knownCarrier(market)
  const stranger = await knownCarrier(market)
  const customer = await market.person('Ana')
  const { job_id } = await market.accepted(customer, carrier)
  assert.equal((await pictureFor(customer, jobPath(job_id, stranger.portrait))).status, 404)
  const next = await uploadPhotoOf(carrier)
  assert.equal((await pictureFor(customer, jobPath(job_id, portrait))).status, 404)
  assert.equal((await pictureFor(carrier, ownPath(portrait))).status, 404)
  assert.equal((await pictureFor(customer, jobPath(job_id, next.picture_id))).status, 200)
  const params = { picture_id: next.picture_id }
  assert.equal((await customer.refused(deleteMyCarrierPhoto, { params })).status, 404)
  await carrier.ok(deleteMyCarrierPhoto, { params })
  assert.equal((await customer.ok(readMyJob, { params: { job_id } })).carrier?.portrait_id, null)
  assert.equal((await carrier.refused(deleteMyCarrierPhoto, { params })).status, 404)
})

test('decision 81: a plate is letters and digits, kept as typed and compared without case, spaces and hyphens', async () => {
  const carrier = await market.carrier()
  for (const plate of ['1234 BCD', 'b-mw 123', 'ÑU 77', 'AB-12-CD', 'ΑΒΓ-1234'])
    assert.equal((await savePlate(carrier, ` ${plate} `)).plate, plate)
  const { rows } = await pool.query('select plate_key from carrier where account_id = $1', [
    carrier.accountId,
  ])
  assert.deepEqual(rows, [{ plate_key: 'ΑΒΓ1234' }])
  const odd = [
    '🚚 1234',
    'A'.repeat(40),
    'A',
    '12  34',
    '-1234',
    '1234-',
    '12_34',
    "12';--",
    '12\n34',
    '\u202e1234',
  ]
  for (const plate of odd) {
    const { status, body } = await carrier.refused(saveCarrier, { body: profileOf({ plate }) })
    assert.deepEqual([status, Object.keys(body.details ?? {})], [400, ['plate']], JSON.stringify(plate))
  }
  const told = await carrier.refused(saveCarrier, { body: profileOf({ plate: '12_34' }) })
  assert.match(told.body.details?.plate ?? '', /letters and digits/)
  assert.equal((await carrier.ok(saveCarrier, { body: profileOf() })).plate, 'ΑΒΓ-1234', 'absent: it stays')
  assert.equal((await savePlate(carrier, '')).plate, null)
})

test('decision 81: what is not a picture, is too large, or has the id of another is refused, and nothing changes', async () => {
  const [carrier, other] = [await market.carrier(), await market.carrier()]
  const mine = await uploadPhotoOf(carrier)
  const noPicture = await carrier.refused(uploadCarrierPhoto, photoOf({ bytes: randomBytes(500) }))
  assert.deepEqual([noPicture.status, Object.keys(noPicture.body.details ?? {})], [400, ['body']])
  const large = await carrier.refused(uploadCarrierPhoto, photoOf({ bytes: randomBytes(maxUploadBytes + 1) }))
  assert.equal(large.status, 413)
  const kindless = { ...photoOf(), query: { kind: 'selfie' as 'portrait' } }
  assert.equal((await carrier.refused(uploadCarrierPhoto, kindless)).status, 400)
  const theirs = await other.refused(uploadCarrierPhoto, photoOf({ pictureId: mine.picture_id }))
  assert.equal(theirs.status, 404)
  const document = await upload(carrier)
  const asDocument = await carrier.refused(uploadCarrierPhoto, photoOf({ pictureId: document.document_id }))
  assert.equal(asDocument.status, 404, 'the id of a document')
  assert.equal((await pictureFor(carrier, ownPath(document.document_id))).status, 404)
  const { photos } = await carrier.ok(readSignUp)
  assert.deepEqual(
    photos.map(({ picture_id, kind, state }) => [picture_id, kind, state]),
    [[mine.picture_id, 'portrait', 'shown']],
  )
  const listed = await carrier.ok(listMyDocuments)
  assert.deepEqual(
    listed.documents.map(({ kind }) => kind),
    ['licence'],
    'a photo is not a document',
  )
})

test('decision 81: a repeated upload is one photo, and of two at once the later one is shown', async () => {
  const carrier = await market.carrier()
  const input = photoOf()
  const same = await Promise.all([1, 2].map(() => carrier.ok(uploadCarrierPhoto, input)))
  assert.equal(new Set(same.map(({ created_at }) => created_at)).size, 1)
  const [first, second] = await Promise.all([uploadPhotoOf(carrier), uploadPhotoOf(carrier)])
  const { photos } = await carrier.ok(readSignUp)
  assert.equal(photos.length, 1)
  const late = await carrier.ok(uploadCarrierPhoto, input)
  assert.equal(late.state, 'replaced', 'a repeat after a newer one changes nothing')
  assert.ok([first.picture_id, second.picture_id].includes(photos[0]?.picture_id ?? ''))
  const { rows } = await pool.query<{ status: string; count: number }>(
    `select status, count(*)::int as count from carrier_document where account_id = $1 group by 1 order by 1`,
    [carrier.accountId],
  )
  assert.deepEqual(rows, [
    { status: 'accepted', count: 1 },
    { status: 'replaced', count: 2 },
  ])
  await pool.query(
    `update photo set created_at = now() - interval '2 hours' where document_id is null and job_id is null`,
  )
  await collectOrphans(collection)
  const left = await pool.query('select from photo where document_id is null and job_id is null')
  assert.equal(left.rows.length, 0, 'the pictures of the lost attempts are gone')
})

test('decision 81: a person who is not a carrier yet has steps, and may send the portrait first', async () => {
  const person = await market.person()
  const before = await person.ok(readSignUp)
  assert.deepEqual(
    before.steps.map(({ step, state }) => `${step} ${state}`),
    ['you to_do', 'vehicle to_do', 'documents to_do', 'tax_data to_do', 'payouts to_do'],
  )
  const at = await Promise.all([1, 2].map(() => uploadPhotoOf(person)))
  assert.equal(at.length, 2)
  await person.ok(saveCarrier, { body: profileOf({ plate: '1234 BCD' }) })
  const after = await person.ok(readSignUp)
  assert.deepEqual(
    after.steps.map(({ state }) => state),
    ['sent', 'sent', 'to_do', 'to_do', 'to_do'],
  )
  assert.deepEqual([after.rule, after.may_accept], ['asked', false])
  assert.ok(
    await judgeCarrier(kysely, { accountId: person.accountId, judgement: 'approve', by: byOperator(null) }),
  )
  const approved = await person.ok(readSignUp)
  assert.deepEqual([approved.steps[0]?.state, approved.may_accept], ['accepted', true])
})

test('decision 81: a change after the approval is recorded, and the carrier goes on working', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  await uploadPhotoOf(carrier)
  await savePlate(carrier, '1234 BCD')
  assert.deepEqual(await actsOn(carrier), [], 'before the approval staff look at it anyway')
  assert.ok(
    await judgeCarrier(kysely, { accountId: carrier.accountId, judgement: 'approve', by: byOperator(null) }),
  )
  await savePlate(carrier, '1234-bcd')
  await uploadPhotoOf(carrier)
  await uploadPhotoOf(carrier, { kind: 'vehicle' })
  await Promise.all(['9999 XYZ', '8888 XYZ'].map((plate) => savePlate(carrier, plate)))
  assert.deepEqual(await actsOn(carrier), [
    'carrier.approve',
    'carrier.change_portrait',
    'carrier.change_vehicle_photo',
    'carrier.change_plate',
    'carrier.change_plate',
  ])
  const { rows } = await pool.query(`select from audit_event where changes::text ~ '(9999|8888)'`)
  assert.equal(rows.length, 0, 'the log outlives an erasure, so it has no plate')
  assert.equal((await carrier.ok(readCarrier)).status, 'approved')
  const customer = await market.person('Ana')
  await market.accepted(customer, carrier)
})

test('decision 81: an approval of a face that was changed meanwhile is refused', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  const { rows } = await pool.query<{ updated_at: Date }>(
    `update carrier set updated_at = now() - interval '1 minute' where account_id = $1 returning updated_at`,
    [carrier.accountId],
  )
  await uploadPhotoOf(carrier)
  const seenAt = rows[0]?.updated_at ?? assert.fail()
  const judged = { accountId: carrier.accountId, judgement: 'approve' as const, by: byOperator(null), seenAt }
  assert.equal(await judgeCarrier(kysely, judged), null)
})

test('decision 81: a robot of the sandbox has a plate and drawn photos, for the customer of its job only', async () => {
  const user = await sandboxUser(app)
  const [customer, other] = [await market.person('Ana'), await market.person('Eva')]
  const { body } = await user.create()
  const { job_id } = body
  for (const move of ['sign_in', 'pay', 'publish', 'accept'] as const) await user.move(job_id, move)
  // Robots have no session.
  await pool.query('update job set customer_id = $1 where id = $2', [customer.accountId, job_id])
  const { carrier } = await customer.ok(readMyJob, { params: { job_id } })
  assert.equal(carrier?.plate, '0000 BBB')
  for (const id of [carrier?.portrait_id, carrier?.vehicle_photo_id]) {
    const picture = await pictureFor(customer, jobPath(job_id, id ?? ''))
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png'])
    assert.equal(picture.bytes.subarray(1, 4).toString('latin1'), 'PNG')
    assert.equal((await pictureFor(other, jobPath(job_id, id ?? ''))).status, 404)
  }
  const { rows } = await pool.query(
    `select from carrier_document where account_id in (select carrier_id from job where id = $1)`,
    [job_id],
  )
  assert.equal(rows.length, 0, 'nothing is stored')
})
