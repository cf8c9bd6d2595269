import assert from 'node:assert/strict'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Dial } from './checked-connection.ts'
import { type FetchGuard } from './safe-download.ts'
import { answer, listen, publicAddress, refusal } from './testing.ts'

const ok = 'HTTP/1.1 200 OK\r\n'

/** Responses of a hostile server; some never end. */
const abuses: Record<string, (socket: net.Socket) => void> = {
  'a header line of 64 KB': (socket) => socket.write(`${ok}x: ${'a'.repeat(65_536)}\r\n\r\nphoto`),
  '10,000 headers': (socket) =>
    socket.write(
      `${ok}${Array.from({ length: 10_000 }, (_, index) => `x-${index}: y`).join('\r\n')}\r\n\r\n`,
    ),
  'no status line': (socket) => socket.end('photo'),
  'HTTP/0.9': (socket) => socket.end('<html>'),
  'a negative length': (socket) => socket.end(`${ok}content-length: -1\r\n\r\nphoto`),
  'two lengths': (socket) => socket.end(`${ok}content-length: 5\r\ncontent-length: 6\r\n\r\nphoto!`),
  'a length and chunks': (socket) =>
    socket.end(`${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nphoto\r\n0\r\n\r\n`),
  'a length it does not keep': (socket) => socket.end(`${ok}content-length: 500\r\n\r\nphoto`),
  'a length over the limit and no body': (socket) => socket.write(`${ok}content-length: 2097153\r\n\r\n`),
  'no answer': () => {},
  'a reset': (socket) => socket.resetAndDestroy(),
  'half a header': (socket) => socket.write(`${ok}x: `),
  'no end': (socket) => repeat(socket, `${ok}\r\n`, Buffer.alloc(65_536)),
  'chunks without end': (socket) =>
    repeat(
      socket,
      `${ok}transfer-encoding: chunked\r\n\r\n`,
      Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`),
    ),
  'interim answers without end': (socket) =>
    repeat(socket, '', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n')),
  'one byte at a time': (socket) => repeat(socket, `${ok}content-length: 1000\r\n\r\n`, Buffer.from('a'), 20),
  'most of the photo and then silence': (socket) =>
    socket.write(
      Buffer.concat([Buffer.from(`${ok}content-length: 2000000\r\n\r\n`), Buffer.alloc(1_990_000)]),
    ),
}

function repeat(socket: net.Socket, head: string, part: Buffer, pauseMs = 1): void {
  socket.write(head)
  const timer = setInterval(() => socket.write(part), pauseMs)
  socket.once('close', () => clearInterval(timer))
}

for (const [name, abuse] of Object.entries(abuses)) {
  test(`a host that sends ${name} is refused by the deadline`, async () => {
    const server = net.createServer((socket) => socket.once('data', () => abuse(socket)))
    await using _ = await listen(server)
    const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const reason = await refusal({ allowed: [authority] }, `http://${authority}/a.jpg`, 400)
    assert.ok(['connection', 'timeout', 'size'].includes(reason), reason)
  })
}

test('a connection that is never established ends at the deadline', async () => {
  const dial: Dial = () => () => {}
  const guard: FetchGuard = { allowed: [], lookup: async () => answer(publicAddress), dial }
  assert.equal(await refusal(guard, 'http://photos.example.com/', 100), 'timeout')
})
