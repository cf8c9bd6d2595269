import assert from 'node:assert/strict'
import net from 'node:net'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDray } from '../support/dray.ts'
import { until } from '../support/until.ts'

// DESIGN 6 promise 9: connections per client are limited, and clients that never read a response are disconnected.

type Client = { received: () => string; isOver: () => boolean; end: () => void }

/** Opens a connection that stays open and sends one request, or none if `path` is null. */
function connect(url: string, path: string | null = '/health/live'): Client {
  let received = ''
  let over = false
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => {
    if (path) socket.write(`GET ${path} HTTP/1.1\r\nHost: dray\r\n\r\n`)
  })
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.on('error', () => {}).on('close', () => (over = true))
  return { received: () => received, isOver: () => over, end: () => socket.destroy() }
}

const isServed = ({ received }: Client) => received().startsWith('HTTP/1.1 200')

test('connections per address are limited: the next gets 503 and is closed, a flood is closed without a response', async () => {
  await using app = await startDray({ CONNECTIONS_PER_ADDRESS: '4' })
  const four = [1, 2, 3, 4].map(() => connect(app.url))
  await until('four are served', () => four.every(isServed))
  const fifth = connect(app.url, '/v1/jobs/none')
  await until('the fifth is told and closed', () => fifth.isOver())
  assert.match(fifth.received(), /^HTTP\/1\.1 (503|401)[^]*\r\nconnection: close\r\n/i)
  const sixth = connect(app.url)
  await until('so is the next', () => sixth.isOver())
  assert.match(sixth.received(), /^HTTP\/1\.1 503 [^]*retry-after: 2\r\n[^]*"error":"service_unavailable"/i)
  const flood = Array.from({ length: 60 }, () => connect(app.url, null))
  await until('all of a flood are closed', () => flood.every(({ isOver }) => isOver()))
  assert.ok(
    flood.some(({ received }) => received() === ''),
    'some without an answer',
  )
  assert.ok(
    four.every(({ isOver }) => !isOver()),
    'those that were there stay',
  )
  four[0]?.end()
  await until('the place of one that left is free', async () => {
    const next = connect(app.url)
    await until('it is answered', () => next.received() !== '' || next.isOver())
    next.end()
    return isServed(next)
  })
  const { text } = await app.dray.app.inject('/metrics').then(({ body }) => ({ text: body }))
  assert.match(text, /dray_connections_refused_total [1-9]/)
})

test('connections of trusted proxies are not counted; 0 disables the limit', async () => {
  for (const env of [
    { CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: '127.0.0.1' },
    { CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: '127.0.0.0/8' },
    { CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: '1' },
    { CONNECTIONS_PER_ADDRESS: '0' },
  ]) {
    await using app = await startDray(env)
    const many = Array.from({ length: 8 }, () => connect(app.url))
    await until('all are served', () => many.every(isServed))
    for (const { end } of many) end()
  }
  await using other = await startDray({ CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: '192.0.2.1' })
  const many = Array.from({ length: 8 }, () => connect(other.url))
  await until('other addresses than the proxy are counted', () =>
    many.some(({ received }) => received().includes(' 503 ')),
  )
  for (const { end } of many) end()
})

test('a client that never reads its responses is closed; a slow reader gets all of them', async () => {
  await using app = await startDray()
  const { server } = app.dray.app
  assert.equal(server.timeout, 30_000)
  // A short timeout for the test; it applies to new connections, and a response gets half of it.
  server.timeout = 4_000
  const asked = 400
  const requests = 'GET /docs/openapi.json HTTP/1.1\r\nHost: dray\r\n\r\n'.repeat(asked)
  const port = Number(new URL(app.url).port)
  const unread = net.connect(port, '127.0.0.1', () => unread.write(requests))
  unread.pause().on('error', () => {})
  const slow = net.connect(port, '127.0.0.1', () => slow.write(requests))
  const ok = 'HTTP/1.1 200'
  let answers = 0
  slow.on('error', () => {})
  const reading = (async () => {
    let bytes = 0
    // The start of a response may arrive in two chunks.
    let tail = ''
    for await (const chunk of slow) {
      const text = tail + String(chunk)
      answers += text.split(ok).length - 1
      if (answers === asked) break
      tail = text.slice(1 - ok.length)
      bytes += chunk.length
      // Many pauses, each shorter than the timeout, together longer.
      if (bytes > 1_000_000) {
        bytes = 0
        await sleep(200)
      }
    }
  })()
  const connections = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)))
  await reading
  assert.equal(answers, asked, 'the slow one has read every response')
  slow.destroy()
  await until('the one that does not read is cut', async () => (await connections()) === 0)
  unread.destroy()
})
