import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sofa } from '../support/dray.ts'
import { freePort } from '../support/free-port.ts'
import { freshGet } from '../support/fresh-get.ts'
import { createInstallation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { until } from '../support/until.ts'

test('slow clients are closed with 408 and affect no other request; nor does a reset in mid-body', async () => {
  await using installation = await createInstallation()
  await using dray = await installation.start('serve')
  const partner = await installation.partner({ mode: 'test' })
  const start = ['POST /v1/jobs HTTP/1.1', 'Host: dray', `X-API-Key: ${partner.apiKey}`]
  const typed = [...start, 'Content-Type: application/json']
  const inHeader = Array.from({ length: 30 }, () => drip(dray.port, start.join('\r\n'), 'X-More: x\r\n'))
  const inBody = Array.from({ length: 30 }, () =>
    drip(dray.port, [...typed, 'Content-Length: 5000', '', '{'].join('\r\n'), ' '),
  )
  const slow = [...inHeader, ...inBody]

  await until('others are served, and are served until the last is cut', async () => {
    const created = await partner.create({ customer_phone: newPhone() })
    assert.equal(created.status, 201, created.text)
    assert.equal((await partner.read(created.body.job_id)).status, 200)
    return slow.every(({ isOver }) => isOver())
  })
  for (const { received } of slow) {
    assert.match(received(), /^HTTP\/1\.1 408 [^]*x-ratelimit-remaining: [^]*"error":"request_timeout"/)
    assert.equal(received().match(/HTTP\/1\.1/g)?.length, 1, 'one answer, not two')
  }

  const jobsBefore = await countJobs(installation)
  await Promise.all(Array.from({ length: 20 }, () => resetInMidBody(dray.port, typed)))
  assert.equal((await partner.create({ customer_phone: newPhone() })).status, 201)
  assert.equal(await countJobs(installation), jobsBefore + 1)
  assert.equal(await freshGet(`${dray.url}/health/ready`), 200)
  assert.ok(!dray.hasEnded())
  assert.doesNotMatch(dray.output.stderr, /"level":(50|60)/, 'no error of ours')
})

type SlowClient = { received: () => string; isOver: () => boolean }

/** Sends the beginning immediately and then a little every 100 ms, until the server closes the connection. */
function drip(port: number, beginning: string, more: string): SlowClient {
  let received = ''
  let over = false
  const socket = net.connect(port, '127.0.0.1')
  // Node buffers it until the connection is there, so the request line is sent first.
  socket.write(beginning)
  const timer = setInterval(() => socket.writable && socket.write(more), 100)
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(timer)
    over = true
  })
  return { received: () => received, isOver: () => over }
}

async function resetInMidBody(port: number, headers: string[]): Promise<void> {
  const body = JSON.stringify({ ...sofa, customer_phone: newPhone() })
  const head = [...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n')
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = net.connect(port, '127.0.0.1', () =>
    socket.write(head + body.slice(0, 50), () => socket.resetAndDestroy()),
  )
  socket.on('error', () => {}).on('close', () => resolve())
  await promise
}

async function countJobs({
  db,
}: Pick<Awaited<ReturnType<typeof createInstallation>>, 'db'>): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>('select count(*) from job')
  return rows[0]?.count ?? 0
}

test('who reads nothing of a response is disconnected, at a server and at a worker', async () => {
  await using installation = await createInstallation()
  await using server = await installation.start('serve')
  await using worker = await installation.start('work', { port: await freePort() })
  const ends = [
    unread(server.port, 'GET /docs/openapi.json HTTP/1.1\r\nHost: dray\r\n\r\n'.repeat(400)),
    unread(server.port, 'GET /v1/nothing HTTP/1.1\r\nHost: dray\r\n\r\n'.repeat(40_000)),
    unread(server.port, 'POST /v1/jobs HTTP/1.1\r\nHost: dray\r\nContent-Length: 50\r\n\r\n'),
    unread(worker.port, 'GET /metrics HTTP/1.1\r\nHost: dray\r\n\r\n'.repeat(2_000)),
  ]
  // Node alone extends its timeout of 30 s once, and a worker had none.
  assert.deepEqual(await Promise.all(ends), ['closed', 'closed', 'closed', 'closed'])
})

/** Sends the requests, reads nothing for 38 s, and then looks whether the server has closed the connection. */
async function unread(port: number, requests: string): Promise<'closed' | 'open'> {
  const socket = net.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause().on('error', () => {})
  socket.write(requests)
  await sleep(38_000)
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  socket.resume()
  // An open connection answers everything and stays open for the next request.
  const outcome = await Promise.race([closed, sleep(10_000, 'open' as const)])
  socket.destroy()
  return outcome
}
