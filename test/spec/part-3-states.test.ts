import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import test, { after } from 'node:test'
import { jobLogSql } from '../../server/jobs/queries/job-log.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { startImageHost } from '../support/image-host.ts'
import { allFiles, foundAnywhere } from '../support/leftovers.ts'
import { until } from '../support/until.ts'

const images = await startImageHost()
const app = await startDray({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await app[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const partner = await app.partner()

const set = (jobId: string, change: string) =>
  app.db.pool.query(`update job set ${change} where id = $1`, [jobId])
const expire = (jobId: string) => set(jobId, 'expires_at = now()')

test('3 a created job is a draft, with its SMS sent and its first event written', async () => {
  const { body } = await partner.create()
  assert.equal(body.status, 'draft')
  assert.equal((await partner.read(body.job_id)).body.status, 'draft')
  const { rows } = await app.db.pool.query(
    `select actor, from_status, to_status from ${jobLogSql} log where job_id = $1`,
    [body.job_id],
  )
  assert.deepEqual(rows, [{ actor: 'partner', from_status: null, to_status: 'draft' }])
})

test('decision 43: a draft of an earlier version, whose creation is a row, has it once in its log', async () => {
  const { body } = await partner.create()
  await app.db.pool.query(
    `insert into job_event (job_id, actor, to_status, reason) values ($1, 'partner', 'draft', 'created')`,
    [body.job_id],
  )
  const { rows } = await app.db.pool.query(`select reason from ${jobLogSql} log where job_id = $1`, [
    body.job_id,
  ])
  assert.deepEqual(rows, [{ reason: 'created' }])
})

test('3 posted, accepted, completed and cancelled are read as they are, by the key that created the job', async () => {
  const { body: created } = await partner.create({ external_reference: 'state-1' })
  for (const status of ['posted', 'accepted', 'completed', 'cancelled'] as const) {
    await set(created.job_id, `status = '${status}', updated_at = clock_timestamp()`)
    const { status: http, body } = await partner.read(created.job_id)
    assert.equal(http, 200)
    assert.equal(body.status, status)
    assert.equal(body.external_reference, 'state-1')
    assert.equal(body.created_at, created.created_at)
    assert.ok(body.updated_at > created.created_at, 'updated_at moves on')
  }
})

test('3 updated_at of a fresh draft is its created_at', async () => {
  const created = await partner.create()
  const { body } = await partner.read(created.body.job_id)
  assert.equal(body.updated_at, body.created_at)
})

test('3 48 hours elapse: the draft is 404 from expires_at on, before any sweep', async () => {
  const { body } = await partner.create()
  await expire(body.job_id)
  const read = await partner.read(body.job_id)
  assert.equal(read.status, 404)
  assert.equal((read.body as unknown as { error: string }).error, 'not_found')
})

test('3 a draft lives as long as DRAFT_LIFETIME_SECONDS says, by the clock', async () => {
  await using brief = await startDray({ DRAFT_LIFETIME_SECONDS: '1' }, { beside: app })
  const other = await brief.partner()
  const { body } = await other.create()
  assert.equal(Date.parse(body.next_steps.expires_at) - Date.parse(body.created_at), 1_000)
  assert.equal((await other.read(body.job_id)).status, 200)
  await until('the draft has expired', async () => (await other.read(body.job_id)).status === 404)
})

test('3 an expired draft is 404 to another key as well, not 403', async () => {
  const { body } = await partner.create()
  const stranger = await app.partner()
  assert.equal((await stranger.read(body.job_id)).status, 403)
  await expire(body.job_id)
  assert.equal((await stranger.read(body.job_id)).status, 404)
})

test('3 only drafts expire: a posted job past that time is read on', async () => {
  const { body } = await partner.create()
  await set(body.job_id, `status = 'posted', expires_at = now() - interval '1 day'`)
  assert.equal((await partner.read(body.job_id)).body.status, 'posted')
})

test('3 the reference of an expired draft is free at once; while the draft lives it is not', async () => {
  const external_reference = 'again'
  const first = await partner.create({ external_reference })
  assert.equal((await partner.create({ external_reference })).status, 400)
  await expire(first.body.job_id)
  const second = await partner.create({ external_reference })
  assert.equal(second.status, 201)
  assert.notEqual(second.body.job_id, first.body.job_id)
})

test('3 the reference of a cancelled or completed job stays taken', async () => {
  for (const status of ['posted', 'completed', 'cancelled']) {
    const external_reference = `kept-${status}`
    const { body } = await partner.create({ external_reference })
    await set(body.job_id, `status = '${status}'`)
    assert.equal((await partner.create({ external_reference })).status, 400)
  }
})

const page = (id: string | undefined) => app.fetch(`/draft/${id}`, { headers: { accept: 'text/html' } })

test('3 the draft page of an expired draft is that of an unknown one', async () => {
  const { body } = await partner.create()
  await expire(body.job_id)
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1]
  const [expired, unknown] = [await page(shortId), await page('Zz0Zz0Zz0Zz0Zz')]
  assert.equal(expired.status, unknown.status)
  assert.equal(expired.text, unknown.text)
})

test('3 the job is deleted: no phone, address, title or photo is left in any table or file', async () => {
  const canary = {
    external_reference: 'canary-reference-7731',
    title: 'Canary piano 7731',
    description: 'canary description 7731',
    customer_phone: '+34655017731',
    pickup: { address: 'Calle Canaria 7731, 28013 Madrid' },
    dropoff: { address: 'Calle del Pinzón 7732, 50003 Zaragoza' },
    photos: [`${images.url}/red.jpg`, `${images.url}/canary-7731/blue.jpg`],
  }
  const { status, body } = await partner.create(canary, { 'idempotency-key': 'canary-idempotency' })
  assert.equal(status, 201)
  const names = body.photos.map((url) => path.basename(url))
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  const needles = [
    'canary-reference',
    '655017731',
    'Canary',
    'canary description',
    'Canaria',
    'Pinz',
    shortId,
    ...names,
  ]
  assert.deepEqual(await foundAnywhere(app, needles), needles, 'the search finds them while the draft lives')
  const stored = (await allFiles(app)).filter((file) => names.includes(path.basename(file)))
  assert.equal(stored.length, 2)
  const bytes = await readFile(stored[0] ?? '')

  await expire(body.job_id)
  await using _tasks = runTasks(app)
  await until('all of it is gone', async () => (await foundAnywhere(app, needles)).length === 0)

  assert.deepEqual(await foundAnywhere(app, needles), [])
  for (const file of await allFiles(app)) assert.notDeepEqual(await readFile(file), bytes, file)
  assert.equal((await partner.read(body.job_id)).status, 404)
})

test('3 the sweep leaves living drafts and everything past the draft alone', async () => {
  const kept = []
  for (const status of ['draft', 'posted', 'accepted', 'completed', 'cancelled']) {
    const { body } = await partner.create({ photos: [`${images.url}/green.jpg`] })
    await set(body.job_id, `status = '${status}'${status === 'draft' ? '' : `, expires_at = now()`}`)
    kept.push(body)
  }
  const gone = await partner.create()
  await expire(gone.body.job_id)
  await using _tasks = runTasks(app)
  const { pool } = app.db
  await until(
    'the expired one is gone',
    async () => (await pool.query('select 1 from job where id = $1', [gone.body.job_id])).rowCount === 0,
  )
  for (const { job_id, photos } of kept) {
    assert.equal((await partner.read(job_id)).status, 200)
    assert.equal((await app.fetch(new URL(photos[0] ?? '').pathname)).status, 200)
  }
})

test('3 an expired draft sends no SMS', async () => {
  const { body } = await partner.create()
  await app.db.pool.query(`update sms set status = 'due', due_at = now() where job_id = $1`, [body.job_id])
  await expire(body.job_id)
  await using _tasks = runTasks(app)
  await until(
    'its text is gone',
    async () => !(await app.texts()).some(({ job_id }) => job_id === body.job_id),
  )
})
