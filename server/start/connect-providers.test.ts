import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDray } from '../../test/support/dray.ts'
import { serveLocally } from '../../test/support/local-server.ts'

test('metrics show the results of photos, reasons of refusals, and photos in progress', async () => {
  await using host = await serveLocally((_, response) => response.writeHead(404).end())
  await using app = await startDray({ PHOTO_SOURCES_ALLOWED: host.host })
  const partner = await app.partner()
  await partner.create({ photos: [`${host.url}/a.jpg`] })
  const shown = await app.dray.app.inject('/metrics')
  const lines = shown.body.split('\n')
  for (const line of [
    'dray_photos_total{result="fetch_refused",reason="status"} 1',
    'dray_photo_seconds_count{result="fetch_refused"} 1',
    'dray_photos_under_way 0',
  ]) {
    assert.ok(lines.includes(line), shown.body)
  }
})
