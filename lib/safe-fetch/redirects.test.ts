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

test('eight redirects are followed; a ninth is refused, also in a loop', async () => {
  await using source = await startHost((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) return response.end('photo')
    return response.writeHead(301, { location: `/${left - 1}` }).end()
  })
  const guard = { allowed: [source.authority] }
  const bytes = await safeDownload(guard, `http://${source.authority}/8`, options)
  assert.equal(bytes.toString(), 'photo')
  assert.deepEqual(source.hits, ['/8', '/7', '/6', '/5', '/4', '/3', '/2', '/1', '/0'])
  assert.equal(await refusal(guard, `http://${source.authority}/9`), 'redirect')
  assert.equal(source.hits.length, 18)
  await using loop = await startHost((_, response) => response.writeHead(302, { location: '/' }).end())
  assert.equal(await refusal({ allowed: [loop.authority] }, `http://${loop.authority}/`), 'redirect')
  assert.equal(loop.hits.length, 9)
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

test('the eighth redirect is guarded as the first: a private target gets no request', async () => {
  await using canary = await startCanary()
  await using source = await startHost((request, response) => {
    const left = Number(request.url?.slice(1))
    const location = left === 1 ? `http://${canary.authority}/` : `/${left - 1}`
    response.writeHead(302, { location }).end()
  })
  assert.equal(await refusal({ allowed: [source.authority] }, `http://${source.authority}/8`), 'url')
  assert.equal(source.hits.length, 8)
  assert.deepEqual(canary.hits, [])
})

test('a Location in raw UTF-8 or with spaces is followed as browsers do', async () => {
  const names = ['/sof\u00e1 \u{1f6cb}.jpg', '/\u5bb6\u5177.png?\u00f1=1', '/already%20coded.jpg']
  await using source = await startHost((request, response) => {
    if (!request.url?.startsWith('/go/')) return response.end('photo')
    const name = names[Number(request.url.slice(4))] ?? ''
    // Node writes header values as latin1, so these are the bytes of UTF-8.
    return response.writeHead(302, { location: Buffer.from(name).toString('latin1') }).end()
  })
  const guard = { allowed: [source.authority] }
  for (const [at, name] of names.entries()) {
    const bytes = await safeDownload(guard, `http://${source.authority}/go/${at}`, options)
    assert.equal(bytes.toString(), 'photo')
    assert.equal(source.hits.at(-1), encodeURI(decodeURI(name)))
  }
  // A latin1 byte is not UTF-8: the request has the replacement character, and no address changes by it.
  await using old = await startHost((request, response) =>
    request.url === '/' ? response.writeHead(302, { location: '/\u00e1.jpg' }).end() : response.end('photo'),
  )
  assert.equal(
    String(await safeDownload({ allowed: [old.authority] }, `http://${old.authority}/`, options)),
    'photo',
  )
  assert.deepEqual(old.hits, ['/', '/%EF%BF%BD.jpg'])
})
