import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { createInstallation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

test('Reliability: the disk of the photos is full: creates with photos are 503, others go on', async (t) => {
  await using installation = await createInstallation()
  const { dataDir, db, photos } = installation
  const folder = path.join(dataDir, 'full')
  using disk = mountSmallDisk(folder, 1)
  if (!disk) return t.skip('NOT RUN: this machine lets no test mount a small disk')
  await using dray = await installation.start('start', { env: { PHOTO_DIR: folder } })
  const partner = await installation.partner()
  const withPhoto = (reference: string) =>
    partner.create({
      customer_phone: newPhone(),
      external_reference: reference,
      photos: [photos.photo],
    })
  const before = await withPhoto('before')
  assert.equal(before.status, 201, before.text)

  disk.fill()
  for (let tries = 0; tries < 3; tries++) {
    const refused = await withPhoto('order')
    assert.equal(refused.status, 503, refused.text)
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  }
  assert.equal((await partner.create({ customer_phone: newPhone() })).status, 201)
  assert.equal((await partner.read(before.body.job_id)).status, 200)

  disk.free()
  const { status, body } = await withPhoto('order')
  assert.equal(status, 201, 'the reference is free')
  const [url = ''] = body.photos
  assert.equal((await fetch(url.replace(/^https?:\/\/[^/]+/, dray.url))).status, 200)
  const { rows } = await db.pool.query('select external_reference as name from job order by created_at')
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['before', null, 'order'],
  )
})
