import assert from 'node:assert/strict'
import net from 'node:net'
import test, { after } from 'node:test'
import { openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

/* Decision 83: a photo whose phone closes the connection is not an error, and is counted as what it is. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const route = '/app/v1/photos'

type Line = { level: number; status?: number; route?: string }

const linesSince = (start: number): Line[] => app.logged.slice(start).map((line) => JSON.parse(line) as Line)

/** How many requests to upload a photo were counted, by status. */
async function counted(): Promise<Record<string, number>> {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  const counts = text.matchAll(/^dray_http_request_seconds_count\{(.*)\} (\d+)$/gm)
  return Object.fromEntries(
    [...counts]
      .filter(([, labels = '']) => labels.includes(`route="${route}"`))
      .map(([, labels = '', count]) => [/status="(\d+)"/.exec(labels)?.[1] ?? '', Number(count)]),
  )
}

/** Sends the headers of a photo of 1 MB and a part of it, which arrives at the server. */
async function beginUpload(): Promise<net.Socket> {
  const { headers } = await market.person('Ana')
  const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => {})
  const lines = Object.entries({ host: 'dray', 'content-type': 'image/jpeg', ...headers })
  const head = [
    `POST ${route} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    'content-length: 1000000',
    // Without an answer to this the server has not seen the request.
    'expect: 100-continue',
  ]
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once('data', () => resolve())
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await promise
  socket.write(Buffer.alloc(100_000))
  return socket
}

const ways: Record<string, (socket: net.Socket) => void> = {
  closes: (socket) => void socket.destroy(),
  resets: (socket) => void socket.resetAndDestroy(),
}

let seen = 0

for (const [how, close] of Object.entries(ways))
  test(`decision 83: a client that ${how} the connection in the middle of a photo is counted as 499, without a line of the log at info`, async () => {
    const start = app.logged.length
    close(await beginUpload())
    seen++
    await until('the upload is counted', async () => (await counted())['499'] === seen)
    assert.deepEqual(await counted(), { 499: seen }, 'and as nothing else')
    const debug = 20
    assert.deepEqual(
      linesSince(start).filter(({ level }) => level > debug),
      [],
    )
    assert.deepEqual(
      linesSince(start)
        .filter((line) => line.route === route)
        .map(({ status }) => status),
      [499],
    )
  })
