import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FetchGuard, safeDownload } from './safe-download.ts'
import { answer, internet, options, publicAddress, refusal, startCanary, startHost } from './testing.ts'

test('a redirect to a private or non-HTTP target is refused without a request to it', async () => {
  await using canary = await startCanary()
  await using source = await startHost((request, response) => {
    const [code, location] = JSON.parse(decodeURIComponent(request.url?.slice(1) ?? '')) as [number, string]
    response.writeHead(code, { location: location.replace('LONG', 'a'.repeat(2_048)) }).end('moved')
  })
  const targets = [
    ...[
      `http://${canary.authority}/`,
      `//${canary.authority}/`,
      `http://localhost:${canary.port}/`,
      'http://127.0.0.1/',
    ],
    ...[`http://[::ffff:127.0.0.1]:${canary.port}/`, `http://0x7f.1:${canary.port}/`, 'http://2130706433/'],
    ...[`http://0:${canary.port}/`, 'http://[::1]/', 'http://169.254.169.254/latest/', 'http://10.0.0.1/'],
    ...[
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_FLUSHALL',
      'data:image/png;base64,AAAA',
      'ftp://a.com/a',
    ],
    ...[
      'javascript:1',
      'https://[fd00:ec2::254]/',
      `http://user@${canary.authority}/`,
      'http://',
      'http://redis/',
    ],
    ...['http://photos.example.com:22/', 'http://photos.example.com/LONG', 'http://printer.local/'],
  ]
  const guard = { allowed: [source.authority] }
  const asked = [301, 302, 303, 307, 308].flatMap((code) =>
    targets.map((target) => encodeURIComponent(JSON.stringify([code, target]))),
  )
  assert.ok(asked.length >= 100)
  await Promise.all(
    asked.map(async (path) => {
      const reason = await refusal(guard, `http://${source.authority}/${path}`)
      assert.ok(reason === 'url' || reason === 'redirect', `${decodeURIComponent(path)}: ${reason}`)
    }),
  )
  assert.deepEqual(canary.hits, [])
  assert.equal(source.hits.length, asked.length, 'one request each')
})

test('three redirects are followed; a fourth is refused, also in a loop', async () => {
  await using source = await startHost((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) return response.end('photo')
    return response.writeHead(301, { location: `/${left - 1}` }).end()
  })
  const guard = { allowed: [source.authority] }
  const bytes = await safeDownload(guard, `http://${source.authority}/3`, options)
  assert.equal(bytes.toString(), 'photo')
  assert.deepEqual(source.hits, ['/3', '/2', '/1', '/0'])
  assert.equal(await refusal(guard, `http://${source.authority}/4`), 'redirect')
  assert.equal(source.hits.length, 8)
  await using loop = await startHost((_, response) => response.writeHead(302, { location: '/' }).end())
  assert.equal(await refusal({ allowed: [loop.authority] }, `http://${loop.authority}/`), 'redirect')
  assert.equal(loop.hits.length, 4)
})

test('a redirect from http to https is followed; one from https to http is refused', async () => {
  await using photos = await startHost((request, response) => {
    if (request.url === '/up')
      return response.writeHead(302, { location: 'https://b.example.com/photo' }).end()
    if (request.url === '/down')
      return response.writeHead(302, { location: 'http://b.example.com/photo' }).end()
    return response.end('photo')
  })
  const { dial } = internet(photos)
  const guard: FetchGuard = { allowed: [], lookup: async () => answer(publicAddress), dial }
  assert.equal((await safeDownload(guard, 'http://a.example.com/up', options)).toString(), 'photo')
  assert.equal(await refusal(guard, 'https://a.example.com/down'), 'redirect')
  assert.deepEqual(photos.hits, ['/up', '/photo', '/down'])
})

test('a status other than 200 is refused, and its Refresh and Location headers are ignored', async () => {
  await using canary = await startCanary()
  await using source = await startHost((request, response) => {
    const status = Number(request.url?.slice(1))
    response.writeHead(status, {
      refresh: `0; url=http://${canary.authority}/`,
      location: `http://${canary.authority}/`,
    })
    response.end()
  })
  const guard = { allowed: [source.authority] }
  for (const status of [201, 204, 206, 300, 304, 305, 400, 401, 404, 500, 503]) {
    assert.equal(await refusal(guard, `http://${source.authority}/${status}`), 'status', String(status))
  }
  assert.deepEqual(canary.hits, [])
})
