import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveLocally } from '../../test/support/local-server.ts'
import { NotAnImage, type PhotoDecoder } from './decoder.ts'
import { createPhotoFetcher } from './fetch-photo.ts'

const decoder: PhotoDecoder = {
  decode: () => Promise.reject(new NotAnImage({ why: 'format', found: null })),
  stop: async () => {},
}

test('2A the request for a photo names the service and the formats it reads, and has no other headers', async () => {
  const received: object[] = []
  await using host = await serveLocally((request, response) => {
    received.push(request.headers)
    response.end('not an image')
  })
  const guard = { allowed: [host.host] }
  const fetchPhoto = createPhotoFetcher({ guard, decoder, report: () => {}, timeoutMs: 5_000 })
  assert.deepEqual(await fetchPhoto(`${host.url}/a.jpg`, AbortSignal.timeout(5_000)), {
    why: 'format',
    found: null,
  })
  assert.deepEqual(received, [
    {
      host: host.host,
      connection: 'keep-alive',
      'user-agent': 'Dray photo fetcher',
      accept: 'image/jpeg, image/png, image/webp, image/gif;q=0.8',
      'accept-encoding': 'identity',
    },
  ])
})
