import assert from 'node:assert/strict'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { postmasterPid, tempFolder } from '#lib/embedded-postgres/testing.ts'
import { caller, newPartner, sofa, type TestPartner } from '../support/dray.ts'
import { freshGet } from '../support/fresh-get.ts'
import { createInstallation } from '../support/installation.ts'
import { allFiles, countRows } from '../support/leftovers.ts'
import { newPhone } from '../support/no-secrets.ts'
import { startPhotoHost } from '../support/photo-host.ts'
import { type DrayProcess, launchProcess, startProcess } from '../support/process.ts'
import { descendantsOf, stillThere } from '../support/process-tree.ts'
import { shareData } from '../support/shared-data.ts'
import { until } from '../support/until.ts'

describe('a stop cuts no call and leaves nothing running (DESIGN 6.7)', { concurrency: 2 }, () => {
  test('SIGTERM in production: not ready at once, and calls are taken for a while longer', () =>
    stopUnderLoad({
      signal: 'SIGTERM',
      env: { NODE_ENV: 'production' },
      async whileStopping(dray, partner) {
        await until('it says that it stops', async () => (await freshGet(`${dray.url}/health/ready`)) === 503)
        assert.equal(await freshGet(`${dray.url}/health/live`), 200)
        assert.equal((await partner.create({ customer_phone: newPhone() })).status, 201)
      },
    }))

  test('SIGINT', () => stopUnderLoad({ signal: 'SIGINT', env: {}, whileStopping: async () => {} }))

  test(
    'a call that follows another on its connection while we stop is answered like any other',
    requestsDuringTheStop,
  )

  test(
    'stop during a create that waits for a photo: 503 before the connection is closed',
    createThatWaitsForAPhoto,
  )

  test('SIGTERM during the first start', stopDuringFirstStart)
})

async function requestsDuringTheStop(): Promise<void> {
  await using installation = await createInstallation()
  const { photos } = installation
  const { apiKey } = await installation.partner()
  await using dray = await installation.start('serve')
  const body = JSON.stringify({ ...sofa, customer_phone: newPhone(), photos: [photos.heldPhoto] })
  const key = `X-API-Key: ${apiKey}`
  const first = ['POST /v1/jobs HTTP/1.1', 'Host: dray', key, 'Content-Type: application/json']
  const second = ['GET /v1/jobs/none HTTP/1.1', 'Host: dray', key, '', '']
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let received = ''
  const socket = net.connect(dray.port, '127.0.0.1')
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => (received += text))
    .on('close', () => resolve())
  socket.write([...first, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
  await until('the first call has come to its photo', () => photos.held() === 1)
  dray.signal('SIGTERM')
  await until('nothing new is taken', async () => (await freshGet(dray.url)) === 'ECONNREFUSED')
  socket.write(second.join('\r\n'))
  photos.stopHolding()
  await closed
  const [created = '', read = ''] = received.split(/(?=HTTP\/1\.1 )/)
  assert.match(created, /^HTTP\/1\.1 201 /)
  assert.match(read, /^HTTP\/1\.1 404 [^]*x-ratelimit-remaining: [^]*"error":"not_found"/, read)
  await assertEndsWell(dray)
}

async function createThatWaitsForAPhoto(): Promise<void> {
  await using installation = await createInstallation()
  const { photos } = installation
  const partner = await installation.partner()
  await using dray = await installation.start('serve')
  const waiting = partner.create({
    customer_phone: newPhone(),
    external_reference: 'sample-order-1',
    photos: [photos.photo, photos.heldPhoto],
  })
  await until('the call has come to its photo', () => photos.held() === 1)
  dray.signal('SIGTERM')
  const answer = await waiting
  assert.equal(answer.status, 503, answer.text)
  assert.match(answer.text, /"error":"service_unavailable"/)
  assert.equal(answer.headers.get('retry-after'), '2')
  await assertEndsWell(dray)
  assert.deepEqual(await countRows(installation), { jobs: 0, texts: 0, photos: 0, events: 0 })
  const files = (await allFiles(installation)).map((file) => path.basename(file))
  assert.deepEqual(files, ['secret.key'], 'no photo')
}

async function stopDuringFirstStart(): Promise<void> {
  await using folder = tempFolder()
  await using dray = await launchProcess({
    role: 'start',
    env: { DATA_DIR: folder.data },
    isFirstStart: true,
  })
  await until('PostgreSQL starts', () => dray.hasEnded() || postmasterPid(folder.data) !== undefined)
  const children = descendantsOf(dray.pid)
  dray.signal('SIGTERM')
  await assertEndsWell(dray)
  assert.deepEqual(stillThere(children), [])
  assert.equal(postmasterPid(folder.data), undefined)
}

type Stop = {
  signal: 'SIGTERM' | 'SIGINT'
  env: Record<string, string>
  whileStopping: (dray: DrayProcess, partner: TestPartner) => Promise<void>
}

async function stopUnderLoad({ signal, env, whileStopping }: Stop): Promise<void> {
  await using folder = tempFolder()
  await using photos = await startPhotoHost()
  await using dray = await startProcess({
    role: 'start',
    env: { DATA_DIR: folder.data, ...photos.env, ...env },
    isFirstStart: true,
  })
  const partner = await partnerOf(dray, folder.data)
  const agent = await idleConnections(dray.url)
  const held = Array.from({ length: 6 }, () =>
    partner.create({ customer_phone: newPhone(), photos: [photos.photo, photos.heldPhoto] }),
  )
  await until('every call has come to its photo', () => photos.held() >= 2)
  const chat = talkUntilClosed(partner)
  await until('the talk goes on', () => chat.answered() > 0)
  const children = descendantsOf(dray.pid)
  assert.ok(children.length >= 2, 'PostgreSQL and a decoder')
  dray.signal(signal)
  await whileStopping(dray, partner)
  await until('nothing new is taken', async () => (await freshGet(dray.url)) === 'ECONNREFUSED')
  dray.signal(signal)
  photos.stopHolding()
  for (const answer of await Promise.all(held)) assert.equal(answer.status, 201, answer.text)
  await assertEndsWell(dray)
  await chat.over
  agent.destroy()
  assert.deepEqual(stillThere(children), [])
  assert.equal(postmasterPid(folder.data), undefined)
}

async function partnerOf({ url }: DrayProcess, dataDir: string): Promise<TestPartner> {
  await using data = await shareData(dataDir)
  return await newPartner(data, 'dray', { options: { mode: 'test' }, call: caller(url) })
}

/** Idle keep-alive connections, each after one request; a stopping server must not wait for them. */
async function idleConnections(url: string): Promise<http.Agent> {
  const agent = new http.Agent({ keepAlive: true })
  const used = Array.from({ length: 5 }, async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    http
      .get(`${url}/health/live`, { agent }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
    await promise
  })
  await Promise.all(used)
  return agent
}

/**
 * Sends sequential calls until the connection is closed. `estimate` checks each response against the document, so an
 * error response of the framework would be found.
 */
function talkUntilClosed(partner: TestPartner): { answered: () => number; over: Promise<void> } {
  let answered = 0
  const over = (async () => {
    for (;;) {
      const answer = await partner.estimate({}).catch(nullIfCut)
      if (!answer) return
      assert.equal(answer.status, 200, answer.text)
      answered++
    }
  })()
  return { answered: () => answered, over }
}

/** Maps the `TypeError` of `fetch` for a closed connection to null. */
function nullIfCut(error: unknown): null {
  if (error instanceof TypeError) return null
  throw error
}

async function assertEndsWell({ ended, output }: DrayProcess): Promise<void> {
  const late = sleep(15_000, null, { ref: false })
  const exit = await Promise.race([ended, late])
  assert.deepEqual(exit, { code: 0, signal: null }, `within 15 s of the signal; it wrote: ${output.stderr}`)
}
