import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FetchGuard, safeDownload } from './safe-download.ts'
import { answer, internet, options, publicAddress, refusal, startCanary, startHost } from './testing.ts'
import { ports, privateIPv4, privateIPv6, privateNames, schemes, spellings, tricks } from './testing-urls.ts'

test('no spelling of a private address, name, port or scheme causes a packet, not even to DNS', async () => {
  await using canary = await startCanary()
  const { dial, dialled } = internet(canary)
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    return answer(publicAddress)
  }
  const hosts = [...privateIPv4.flatMap(spellings), ...privateIPv6, ...privateNames]
  const urls = [
    ...hosts.flatMap((host) => [
      `http://${host}/a.jpg`,
      `https://${host}/a.jpg`,
      `http://${host}:${canary.port}/`,
    ]),
    ...ports.map((port) => `http://photos.example.com:${port}/a.jpg`),
    ...[...schemes, ...tricks],
  ]
  assert.ok(urls.length >= 400, `${urls.length} URLs`)
  await Promise.all(
    urls.map(async (url) => {
      assert.equal(await refusal({ allowed: [], lookup, dial }, url), 'url', url)
      // Again without the test's DNS and connections.
      assert.equal(await refusal({ allowed: [] }, url), 'url', url)
    }),
  )
  assert.deepEqual(asked, [])
  assert.deepEqual(dialled, [])
  assert.deepEqual(canary.hits, [])
})

test('a name is refused if one of its addresses is private', async () => {
  await using canary = await startCanary()
  const { dial, dialled } = internet(canary)
  const twenty = Array.from({ length: 19 }, (_, index) => `93.184.216.${index + 1}`)
  const privates = [
    ...privateIPv4,
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1%eth0',
    '64:ff9b::7f00:1',
    '::7f00:1',
  ]
  const answers = privates.flatMap((ip) => [
    [ip],
    [publicAddress, ip],
    [ip, publicAddress],
    ['2606:4700::1', ip],
    [...twenty, ip],
  ])
  await Promise.all(
    answers.map(async (addresses) => {
      const lookup = async () => answer(...addresses)
      assert.equal(await refusal({ allowed: [], lookup, dial }, 'http://photos.example.com/a.jpg'), 'address')
    }),
  )
  assert.deepEqual(dialled, [])
  assert.deepEqual(canary.hits, [])
})

test('a name without an address is refused, also if the resolver fails or never replies', async () => {
  const url = 'http://photos.example.com/a.jpg'
  assert.equal(await refusal({ allowed: [], lookup: async () => [] }, url), 'dns')
  const failing = () => Promise.reject(new Error('SERVFAIL'))
  assert.equal(await refusal({ allowed: [], lookup: failing }, url), 'dns')
  const silent = () => new Promise<never>(() => {})
  assert.equal(await refusal({ allowed: [], lookup: silent }, url, 100), 'timeout')
})

test('DNS rebinding: a name is resolved once, and the socket connects to the checked address', async () => {
  await using photos = await startHost((_, response) => response.end('photo'))
  const { dial, dialled } = internet(photos)
  const answers = [answer(publicAddress), answer('127.0.0.1')]
  let asked = 0
  const lookup = async () => answers[asked++] ?? []
  const guard: FetchGuard = { allowed: [], lookup, dial }
  const bytes = await safeDownload(guard, 'http://photos.example.com/a.jpg?x=1#top', options)
  assert.equal(bytes.toString(), 'photo')
  assert.equal(asked, 1)
  assert.deepEqual(dialled, [[publicAddress]])
  assert.deepEqual(photos.hits, ['/a.jpg?x=1'])
  assert.equal(await refusal(guard, 'http://photos.example.com/a.jpg'), 'address')
  assert.equal(dialled.length, 1)
})

test('DNS rebinding between two hops: each hop resolves and checks again', async () => {
  await using photos = await startHost((_, response) => response.writeHead(302, { location: '/again' }).end())
  const { dial } = internet(photos)
  const answers = [answer(publicAddress), answer('10.0.0.1')]
  let asked = 0
  const lookup = async () => answers[asked++] ?? []
  assert.equal(await refusal({ allowed: [], lookup, dial }, 'http://photos.example.com/a.jpg'), 'address')
  assert.deepEqual(photos.hits, ['/a.jpg'])
})

test('a socket with another peer than the checked address is closed before the request', async () => {
  await using canary = await startCanary()
  const { dial } = internet(canary, '127.0.0.1')
  const lookup = async () => answer(publicAddress)
  assert.equal(await refusal({ allowed: [], lookup, dial }, 'http://photos.example.com/a.jpg'), 'connection')
  assert.deepEqual(canary.hits, [])
})
