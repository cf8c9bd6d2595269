import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import items from '../../examples/express-classifieds/items.json' with { type: 'json' }
import { hiddenFields, home, orderDelivery, startScene } from '../support/classifieds-scene.ts'
import { startDray } from '../support/dray.ts'
import { installClassifieds } from '../support/express-classifieds.ts'
import { freePort } from '../support/free-port.ts'
import { closedPort, serveLocally } from '../support/local-server.ts'
import { phoneOf } from '../support/sandbox.ts'
import { visitSite } from '../support/site-visitor.ts'
import { until } from '../support/until.ts'

const photoPort = await freePort()
const example = await installClassifieds()
const app = await startDray({ PHOTO_SOURCES_ALLOWED: `127.0.0.1:${photoPort}` })
after(async () => {
  await app[Symbol.asyncDispose]()
  await example[Symbol.asyncDispose]()
})
const options = { skip: example.missing ?? false }
const nowhere = 'Xyzzyqwv 12, Plugghtown Qqqq'

type JobRow = { id: string; external_reference: string; status: string }

/** Jobs and SMS of the partner's key. */
async function made({ keyId }: { keyId: string }): Promise<{ jobs: JobRow[]; texts: string[] }> {
  const { rows } = await app.db.pool.query<JobRow>(
    'select id, external_reference, status from job where key_id = $1',
    [keyId],
  )
  const ids = new Set(rows.map(({ id }) => id))
  const texts = (await app.texts()).filter(({ job_id }) => ids.has(job_id)).map(({ body }) => body)
  return { jobs: rows, texts }
}

test('the list leads to a page for each item, with its photo and the form', options, async () => {
  await using scene = await startScene(app, example)
  const { html } = await scene.buyer.get('/')
  for (const { id, title, pickup } of items) {
    assert.ok(html.includes(`href="/items/${id}"`))
    const page = (await scene.buyer.get(`/items/${id}`)).html
    assert.ok(page.includes(`<h1>${title}</h1>`))
    assert.ok(!page.includes(pickup.address), 'the address of the seller is not public')
    const photo = await fetch(`${scene.site.url}/${id}.webp`)
    assert.equal(photo.headers.get('content-type'), 'image/webp')
  }
})

test('the estimate is the one of Dray to the cent, with its disclaimer', options, async () => {
  await using scene = await startScene(app, example)
  for (const [item, elevator, has_elevator] of [
    ['bookcase', '', false],
    ['washing-machine', 'on', true],
  ] as const) {
    const { size, pickup } = items.find(({ id }) => id === item) ?? assert.fail()
    const dropoff = { address: home.address, floor: 2, has_elevator }
    const { body } = await scene.user.estimate({ size: size as 'M', pickup, dropoff })
    const { status, html } = await scene.buyer.post(`/items/${item}/price`, { ...home, elevator })
    assert.equal(status, 200)
    assert.ok(html.includes(`Delivery: €${body.total_customer_pays_eur.toFixed(2)}<`), html)
    assert.ok(html.includes(body.disclaimer))
  }
  assert.equal((await made(scene.user)).jobs.length, 0)
})

test(
  'an order is one job with its id as reference and idempotency key, photos and one SMS',
  options,
  async () => {
    const env = { SITE_URL: `http://127.0.0.1:${photoPort}` }
    await using scene = await startScene(app, example, { port: photoPort, env })
    const { status, location } = await orderDelivery(scene.buyer, 'armchair')
    const [, id = ''] = /^\/orders\/([\w-]{36})$/.exec(location) ?? []
    const { jobs, texts } = await made(scene.user)
    assert.deepEqual([status, jobs.map((job) => job.external_reference), scene.proxy.keys], [303, [id], [id]])
    assert.equal(texts.length, 1)
    assert.match(texts[0] ?? '', /^Sample Partner: .*Armchair with wooden legs/)
    const photos = await app.db.pool.query('select from photo where job_id = $1', [jobs[0]?.id])
    assert.equal(photos.rowCount, 1)
    const { html } = await scene.buyer.get(location)
    assert.match(html, /Waiting for you/)
    assert.match(html, /sent a text with the link to \+34612345678/)
    assert.doesNotMatch(html, /\/draft\//)
    assert.match((await scene.buyer.get('/items/armchair')).html, /See your delivery/)
  },
)

test('without an SMS the page shows the link', options, async () => {
  await using scene = await startScene(app, example)
  const { location } = await orderDelivery(scene.buyer, 'bicycle', { ...home, phone: phoneOf('sms_refused') })
  const { html } = await scene.buyer.get(location)
  assert.match(html, /href="https?:\/\/[^"]+\/draft\/\w{14}\?phone=%2B447700900020"/)
})

test('a double click is one order, one job and one SMS', options, async () => {
  await using scene = await startScene(app, example)
  const form = hiddenFields(await scene.buyer.post('/items/bookcase/price', home))
  const press = () => scene.buyer.post('/items/bookcase/order', form)
  const both = await Promise.all([press(), press()])
  const later = await press()
  assert.equal(new Set([...both, later].map(({ location }) => location)).size, 1)
  assert.match(later.location, /^\/orders\//)
  const { jobs, texts } = await made(scene.user)
  assert.deepEqual([jobs.length, texts.length], [1, 1])
})

test(
  'of two buyers of one item the second reads that it is reserved, until the draft expires',
  options,
  async () => {
    await using scene = await startScene(app, example)
    const second = visitSite(scene.site)
    await second.get('/')
    const [theirs, mine] = await Promise.all([
      orderDelivery(second, 'bookcase', { ...home, phone: phoneOf('never_opened') }),
      orderDelivery(scene.buyer, 'bookcase', { ...home, phone: phoneOf('never_opened') }),
    ])
    assert.deepEqual(new Set([theirs.status, mine.status]), new Set([303, 409]))
    const [loser, refused] = theirs.status === 409 ? [second, theirs] : [scene.buyer, mine]
    assert.match(refused.html, /Somebody else has ordered it/)
    assert.match((await loser.get('/')).html, /Madrid · reserved/)
    assert.equal((await made(scene.user)).jobs.length, 1)
    await scene.user.clock({ advance_seconds: 49 * 3_600 })
    scene.forgetChecks()
    const [winner, { location }] = theirs.status === 409 ? [scene.buyer, mine] : [second, theirs]
    assert.match((await winner.get(location)).html, /Not paid within 48 hours/)
    assert.equal((await orderDelivery(loser, 'bookcase')).status, 303)
  },
)

test('an address that is not found leads to its field, before and after the estimate', options, async () => {
  await using scene = await startScene(app, example)
  for (const step of ['price', 'order']) {
    const form = { ...home, address: nowhere }
    const { status, html } = await scene.buyer.post(`/items/bookcase/${step}`, form)
    assert.equal(status, 422)
    assert.match(html, /href="#address">We do not know “Plugghtown Qqqq”/)
    assert.match(html, /id="address-error">We do not know “Plugghtown Qqqq”/)
    assert.match(html, new RegExp(`name="address" value="${nowhere}"`), 'what was written stays')
  }
  assert.equal((await made(scene.user)).jobs.length, 0)
  assert.equal((await orderDelivery(scene.buyer, 'bookcase')).status, 303)
})

test('a phone and a floor that are not valid lead to their fields', options, async () => {
  await using scene = await startScene(app, example)
  const floor = await scene.buyer.post('/items/bookcase/price', { ...home, floor: 'second' })
  assert.equal(floor.status, 422)
  assert.match(floor.html, /id="floor-error">Floor must be a number\./)
  const phone = await orderDelivery(scene.buyer, 'bookcase', { ...home, phone: '612 345' })
  assert.equal(phone.status, 422)
  assert.match(phone.html, /id="phone-error">Mobile phone must be a phone number in E\.164 format/)
  assert.equal((await orderDelivery(scene.buyer, 'bookcase')).status, 303)
  assert.equal((await made(scene.user)).jobs.length, 1)
})

test(
  'lost answers: the buyer sees one order, and the site gets the whole answer later',
  options,
  async () => {
    await using scene = await startScene(app, example)
    scene.proxy.lose('POST /v1/jobs', 'cut')
    const once = await orderDelivery(scene.buyer, 'bookcase')
    assert.match((await scene.buyer.get(once.location)).html, /Waiting for you/)
    scene.proxy.lose('POST /v1/jobs', 'cut', 'half', 'cut')
    const { location } = await orderDelivery(scene.buyer, 'bicycle')
    assert.match((await scene.buyer.get(location)).html, /We are arranging it/)
    scene.forgetChecks()
    const { html } = await scene.buyer.get(location)
    assert.match(html, /Waiting for you/)
    assert.match(html, /<dt>Price<\/dt>/)
    const { jobs, texts } = await made(scene.user)
    assert.deepEqual([jobs.length, texts.length, new Set(scene.proxy.keys).size], [2, 2, 2])
  },
)

test('an answer that was lost more than a day ago is recovered by the reference', options, async () => {
  await using scene = await startScene(app, example)
  scene.proxy.lose('POST /v1/jobs', 'cut', 'cut', 'cut')
  const { location } = await orderDelivery(scene.buyer, 'bookcase')
  await app.db.pool.query('delete from idempotency_key where key_id = $1', [scene.user.keyId])
  scene.forgetChecks()
  assert.match((await scene.buyer.get(location)).html, /Waiting for you/)
  assert.equal((await made(scene.user)).jobs.length, 1)
})

test('a restart between the row of the order and the answer: the job is created once', options, async () => {
  await using silent = await serveLocally(() => {})
  await using scene = await startScene(app, example)
  const form = hiddenFields(await scene.buyer.post('/items/bookcase/price', home))
  await scene.site.kill()
  await using deaf = await scene.restart({ dray: { url: silent.url, apiKey: scene.user.apiKey } })
  const lost = scene.buyer.post('/items/bookcase/order', form).catch(() => 'the connection was closed')
  await until('the order is sent', () => silent.asked.includes('POST /v1/jobs'))
  await deaf.kill()
  assert.equal(await lost, 'the connection was closed')
  assert.equal((await made(scene.user)).jobs.length, 0)
  await using _again = await scene.restart()
  await until('the job is created', async () => (await made(scene.user)).jobs.length > 0)
  const { location } = await scene.buyer.post('/items/bookcase/order', form)
  assert.match((await scene.buyer.get(location)).html, /Waiting for you/)
  const { jobs, texts } = await made(scene.user)
  assert.deepEqual(
    [jobs.map((job) => `/orders/${job.external_reference}`), texts.length, new Set(scene.proxy.keys).size],
    [[location], 1, 1],
  )
})

test(
  'an order that is refused after a restart says why, and its item can be ordered again',
  options,
  async () => {
    await using silent = await serveLocally(() => {})
    await using scene = await startScene(app, example)
    await scene.site.kill()
    await using deaf = await scene.restart({ dray: { url: silent.url, apiKey: scene.user.apiKey } })
    await scene.buyer.get('/')
    void scene.buyer.post('/items/bookcase/order', { ...home, address: nowhere }).catch(() => {})
    await until('the order is sent', () => silent.asked.includes('POST /v1/jobs'))
    const { html } = await scene.buyer.get('/items/bookcase')
    const [, order = ''] = /href="(\/orders\/[\w-]+)"/.exec(html) ?? []
    await deaf.kill()
    await using _again = await scene.restart()
    const isRefused = async () => (await scene.buyer.get(order)).html.includes('could not be arranged')
    await until('the order is refused', isRefused)
    assert.match((await scene.buyer.get(order)).html, /dropoff\.address: We do not know “Plugghtown Qqqq”/)
    assert.equal((await orderDelivery(scene.buyer, 'bookcase')).status, 303)
  },
)

test('a restart loses no order', options, async () => {
  await using scene = await startScene(app, example)
  const { location } = await orderDelivery(scene.buyer, 'bookcase')
  await scene.site.kill()
  await using _again = await scene.restart()
  assert.match((await scene.buyer.get(location)).html, /Waiting for you/)
})

test(
  'the status follows the job until it is delivered, and is read every five minutes at most',
  options,
  async () => {
    await using scene = await startScene(app, example)
    const { location } = await orderDelivery(scene.buyer, 'bookcase', { ...home, phone: phoneOf('happy') })
    const reads = () => scene.proxy.asked.filter((request) => request.startsWith('GET /v1/jobs/')).length
    const statusNow = async () => /<dd><strong>([^<]*)/.exec((await scene.buyer.get(location)).html)?.[1]
    const seen = [await statusNow()]
    for (let next = true; next; ) {
      next = (await scene.user.clock({ to: 'next' })).next !== null
      assert.equal(await statusNow(), seen.at(-1), 'the page shows what was read before')
      scene.forgetChecks()
      const before = reads()
      seen.push(await statusNow())
      await statusNow()
      assert.ok(reads() - before <= 1)
    }
    assert.deepEqual(
      [...new Set(seen)].map((words) => words?.split(/[:.]/)[0]),
      ['Waiting for you', 'Paid for', 'A carrier is on the way', 'Delivered'],
    )
    assert.match(
      (await scene.buyer.get('/')).html,
      /Madrid · reserved/,
      'a delivered item is not offered again',
    )
  },
)

test('while Dray does not answer, the buyer can try again, and an order waits', options, async () => {
  await using scene = await startScene(app, example)
  await scene.site.kill()
  const nobody = `http://127.0.0.1:${await closedPort()}`
  await using lonely = await scene.restart({ dray: { url: nobody, apiKey: scene.user.apiKey } })
  const priced = await scene.buyer.post('/items/bookcase/price', home)
  assert.equal(priced.status, 503)
  assert.match(priced.html, /does not answer\. Nothing was ordered/)
  const { location } = await scene.buyer.post('/items/bookcase/order', home)
  assert.match((await scene.buyer.get(location)).html, /We are arranging it/)
  assert.ok(!lonely.output().includes(scene.user.apiKey))
})
