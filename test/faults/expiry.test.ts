import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createInstallation } from '../support/installation.ts'
import { foundAnywhere } from '../support/leftovers.ts'
import { newPhone } from '../support/no-secrets.ts'
import { until } from '../support/until.ts'

test('an expired draft is 404 from that instant on, and soon no trace of it is left (spec 3, DESIGN 6.8)', async () => {
  await using installation = await createInstallation()
  const { photos } = installation
  await using dray = await installation.start('start', { env: { DRAFT_LIFETIME_SECONDS: '2' } })
  const partner = await installation.partner()
  const phone = newPhone()
  const order = {
    external_reference: 'reference-of-an-expired-draft',
    title: 'Wardrobe of the late aunt',
    description: 'Handle with uncommon care',
    pickup: { address: 'Calle de la Colegiata 7, 28012 Madrid' },
    customer_phone: phone,
    photos: [photos.photo],
  }
  const created = await partner.create(order, { 'idempotency-key': 'key-of-an-expired-draft' })
  assert.equal(created.status, 201, created.text)
  const { body } = created
  const photo = body.photos[0]?.split('/').at(-1) ?? ''
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  // Without the id: it is not personal, and rows that refer to it (the idempotency key's) may outlive the draft.
  const needles = [
    phone.slice(1),
    order.external_reference,
    order.title,
    order.description,
    order.pickup.address,
    photo,
    shortId,
  ]
  assert.deepEqual(await foundAnywhere(installation, needles), needles, 'while it lives all of it is there')

  // All processes use the clock of this machine; the 5 ms cover the rounding in the response.
  await sleep(Math.max(0, Date.parse(body.next_steps.expires_at) + 5 - Date.now()))
  const [read, page, picture] = await Promise.all([
    partner.read(body.job_id),
    partner.call(`/draft/${shortId}`),
    partner.call(`/photos/${photo}`),
  ])
  assert.equal(read.status, 404)
  assert.equal(picture.status, 404)
  assert.ok(!page.text.includes(order.title))

  await until('no trace is left', async () => (await foundAnywhere(installation, needles)).length === 0)
  const again = await partner.create(
    { ...order, photos: [] },
    { 'idempotency-key': 'key-of-an-expired-draft' },
  )
  assert.equal(again.status, 201, 'reference and key are free')
  assert.notEqual(again.body.job_id, body.job_id)
  assert.ok(!dray.hasEnded())
})
