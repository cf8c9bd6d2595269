import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { sendFile } from './send-file.ts'

/* Over real connections: what a client sees of a file that cannot be sent to its end. */
const app = Fastify()
after(() => app.close())

type Source = { parts: () => AsyncGenerator<string>; read: number; ended: PromiseWithResolvers<void> }
let source: Source = sourceOf(async function* () {})
app.get('/file', (_request, reply) =>
  sendFile(reply, { name: 'dray-test', type: 'csv', parts: source.parts() }),
)
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const url = `http://127.0.0.1:${port}/file`

/** Counts the parts that are read, and tells when the source has ended. */
function sourceOf(parts: () => AsyncGenerator<string>): Source {
  const made: Source = {
    read: 0,
    ended: Promise.withResolvers(),
    async *parts() {
      try {
        for await (const part of parts()) {
          made.read++
          yield part
        }
      } finally {
        made.ended.resolve()
      }
    },
  }
  return made
}

/** Larger than what the sockets between server and client hold. */
const large = 'x'.repeat(4_000_000)

test('a file has its name and type, and every part in order', async () => {
  source = sourceOf(async function* () {
    yield* ['a\r\n', 'b\r\n', 'c\r\n']
  })
  const response = await fetch(url)
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="dray-test.csv"')
  assert.equal(await response.text(), 'a\r\nb\r\nc\r\n')
})

test('a failure before the first part is an ordinary error response, not a file', async () => {
  source = sourceOf(async function* () {
    yield await Promise.reject<string>(new Error('the list cannot be read'))
  })
  const response = await fetch(url)
  assert.equal(response.status, 500)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(response.headers.get('content-disposition'), null)
})

test('a failure in the middle breaks the download off: no client takes the part for the whole', async () => {
  source = sourceOf(async function* () {
    yield 'a\r\n'
    throw new Error('the list cannot be read')
  })
  const response = await fetch(url)
  assert.equal(response.status, 200)
  await assert.rejects(response.text())
  await source.ended.promise
})

test('nothing more is read once the client has left', async () => {
  source = sourceOf(async function* () {
    for (;;) yield large
  })
  const request = http.get(url)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  await once(response, 'readable')
  response.destroy()
  await source.ended.promise
  const { read } = source
  await new Promise(setImmediate)
  assert.equal(source.read, read)
})

test('a client that leaves before the first part ends the source too', async () => {
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  source = sourceOf(async function* () {
    asked.resolve()
    await left.promise
    for (;;) yield large
  })
  app.server.once('request', (incoming: http.IncomingMessage) => incoming.once('close', left.resolve))
  const request = http.get(url)
  request.on('error', () => {})
  await asked.promise
  request.destroy()
  await source.ended.promise
  assert.ok(source.read <= 2, String(source.read))
})

test('HEAD has the headers of the file and does not read it', async () => {
  source = sourceOf(async function* () {
    for (;;) yield 'a\r\n'
  })
  const response = await fetch(url, { method: 'HEAD' })
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="dray-test.csv"')
  await source.ended.promise
  assert.equal(source.read, 1)
})
