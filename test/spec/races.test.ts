import assert from 'node:assert/strict'
import path from 'node:path'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'
import { startImageHost } from '../support/image-host.ts'
import { allFiles, countRows } from '../support/leftovers.ts'

const images = await startImageHost()
const app = await startDray({ PHOTO_SOURCES_ALLOWED: images.host })
const second = await startDray({ PHOTO_SOURCES_ALLOWED: images.host }, { beside: app })
after(async () => {
  await second[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})

const fifty = <T>(call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 50 }, (_, index) => call(index)))
const storedFiles = async () =>
  (await allFiles(app)).filter((file) => file.endsWith('.jpg')).map((file) => path.basename(file))

function growth(before: Awaited<ReturnType<typeof countRows>>, now: Awaited<ReturnType<typeof countRows>>) {
  return { jobs: now.jobs - before.jobs, texts: now.texts - before.texts, photos: now.photos - before.photos }
}

test('the same reference × 50: one 201, 49 duplicates that name it, one SMS, no stray photo', async () => {
  const partner = await app.partner()
  const before = await countRows(app)
  const photos = [`${images.url}/red.jpg`]
  const answers = await fifty(() => partner.create({ external_reference: 'race', photos }))
  const [made, ...others] = answers.toSorted((a, b) =>
    b.status - a.status === 0 ? 0 : a.status === 201 ? -1 : 1,
  )
  assert.equal(made?.status, 201)
  for (const { status, body, headers } of others) {
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body), ['detail'])
    assert.equal(headers.get('location'), `/v1/jobs/${made?.body.job_id}`)
  }
  assert.deepEqual(growth(before, await countRows(app)), { jobs: 1, texts: 1, photos: 1 })
  assert.deepEqual(
    await storedFiles(),
    made?.body.photos.map((url) => path.basename(url)),
  )
})

test('the same reference × 50 over two nodes: one 201, 49 duplicates, one SMS', async () => {
  const partner = await app.partner()
  const before = await countRows(app)
  const headers = { 'x-api-key': partner.apiKey }
  const input = {
    title: 'Sofa',
    size: 'L',
    pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
    dropoff: { address: 'Calle Real 3, 40001 Segovia' },
    customer_phone: '+34612345678',
    external_reference: 'cafe\u0301',
  }
  const answers = await fifty((index) => {
    const reference = index % 3 === 0 ? input.external_reference : 'caf\u00e9'
    const node = index % 2 === 0 ? app : second
    return node.fetch('/v1/jobs', { body: { ...input, external_reference: reference }, headers })
  })
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 400).length, 49)
  assert.deepEqual(growth(before, await countRows(app)), { jobs: 1, texts: 1, photos: 0 })
})

test('the same Idempotency-Key × 50: one job and one SMS; each response is that job or 409 in progress', async () => {
  const partner = await app.partner()
  const before = await countRows(app)
  const files = (await storedFiles()).length
  const headers = { 'idempotency-key': 'race' }
  const photos = [`${images.url}/blue.jpg`]
  const answers = await fifty(() => partner.create({ photos }, headers))
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(new Set(made.map(({ body }) => body.job_id)).size, 1)
  assert.equal(made.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
  assert.deepEqual(
    [...new Set(answers.map(({ status }) => status))].filter((status) => status !== 201 && status !== 409),
    [],
  )
  assert.deepEqual(growth(before, await countRows(app)), { jobs: 1, texts: 1, photos: 1 })
  assert.equal((await storedFiles()).length, files + 1)
  assert.equal((await partner.create({ photos }, headers)).body.job_id, made[0]?.body.job_id)
})

test('fifty different creates at once: fifty jobs, fifty texts, each with its own', async () => {
  const partner = await app.partner()
  const answers = await fifty((index) =>
    partner.create({
      external_reference: `r-${index}`,
      title: `Item ${index}`,
      customer_phone: `+346123451${String(index).padStart(2, '0')}`,
    }),
  )
  assert.equal(new Set(answers.map(({ body }) => body.job_id)).size, 50)
  const texts = new Map((await app.texts()).map((text) => [text.job_id, text]))
  for (const [index, { status, body }] of answers.entries()) {
    assert.equal(status, 201)
    assert.equal(body.external_reference, `r-${index}`)
    const text = texts.get(body.job_id)
    assert.equal(text?.to_phone, `+346123451${String(index).padStart(2, '0')}`)
    assert.ok(text?.body.includes(`Item ${index},`), text?.body)
    assert.ok(text?.body.includes(/draft\/\w+/.exec(body.deep_link_url)?.[0] ?? '-'), 'its own link')
  }
})

test('an expired draft’s reference × 50: it is free for exactly one', async () => {
  const partner = await app.partner()
  const first = await partner.create({ external_reference: 'expired' })
  await app.db.pool.query('update job set expires_at = now() where id = $1', [first.body.job_id])
  const answers = await fifty(() => partner.create({ external_reference: 'expired' }))
  const made = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 400)
  assert.deepEqual([made.length, refused.length], [1, 49])
  for (const { headers } of refused) assert.equal(headers.get('location'), `/v1/jobs/${made[0]?.body.job_id}`)
})
