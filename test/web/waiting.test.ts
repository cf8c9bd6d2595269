import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after, before } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { contractValues } from '../../web/build/contract-values.ts'
import { launchBrowser } from '../support/browser.ts'
import { savedActs } from '../support/saved-answers.ts'
import { until } from '../support/until.ts'

const kit = path.join(import.meta.dirname, '../../web/src/kit/waiting.ts')
let browser: Browser
let built: string
before(async () => {
  browser = await launchBrowser()
  built = await buildKit()
})
after(async () => {
  await browser.close()
  await rm(built, { recursive: true, force: true })
})

/** The queue with its real store, lock and fetch, and nothing of the app around it. */
async function buildKit(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dray-kit-'))
  const entry = path.join(folder, 'entry.ts')
  await writeFile(
    entry,
    `export { sendReliably, sendWithPhoto, forgetWaiting, sendWaiting } from ${JSON.stringify(kit)}\n`,
  )
  await build({
    root: path.join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'silent',
    plugins: [contractValues()],
    publicDir: false,
    build: {
      outDir: path.join(folder, 'out'),
      lib: { entry, formats: ['es'], fileName: 'kit' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return folder
}

/** A server that knows keys: it does nothing twice and writes down what it did, and may break off first. */
async function serve() {
  const done: string[] = []
  const requests: string[] = []
  type Fault = 'before' | 'after' | null
  const trouble = { now: (_request: IncomingMessage): Fault | Promise<Fault> => null }
  const script = await readFile(path.join(built, 'out/kit.js'))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/kit.js') return response.setHeader('content-type', 'text/javascript').end(script)
    if (!request.url?.startsWith('/app/v1/'))
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>kit</title>')
    const key = String(request.headers['idempotency-key'])
    requests.push(key)
    const fault = await trouble.now(request)
    if (fault === 'before') return request.socket.destroy()
    const act = `${key} ${request.url}`
    if (!done.includes(act)) done.push(act)
    if (fault === 'after') return request.socket.destroy()
    return response.setHeader('content-type', 'application/json').end('{"status":"accepted"}')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    trouble,
    /** The paths of what was done, in order. */
    did: () => done.map((act) => act.split(' ')[1]),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function openTab(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  await page.evaluate(`import('/kit.js').then((kit) => { globalThis.kit = kit })`)
  return page
}

/** Begins an act and does not wait for its answer. */
const begin = (page: Page, job: string, step: string): Promise<unknown> =>
  page.evaluate(
    `void kit.sendReliably(
      { operationId: '${step}', method: 'POST', url: '/app/v1/jobs/:job_id/${step}' },
      { params: { job_id: '${job}' } },
      '${job}',
    ).then((answer) => { globalThis.answered = answer }, () => {})`,
  )

test('offline queue: requests survive the page and are sent in order by the next page', async () => {
  await using server = await serve()
  await using context = await browser.newContext()
  const page = await openTab(context, server.origin)
  await context.setOffline(true)
  for (const step of ['collect', 'deliver', 'rating']) await begin(page, 'a', step)
  await until('three acts are kept', async () => (await savedActs(page)) === 3)
  // Closing a page ends its offline mode first, and the queue would send at once.
  await page.goto('about:blank')
  await page.close()
  assert.deepEqual(server.requests, [])
  await context.setOffline(false)
  const next = await openTab(context, server.origin)
  await next.evaluate('kit.sendWaiting()')
  assert.deepEqual(server.did(), [
    '/app/v1/jobs/a/collect',
    '/app/v1/jobs/a/deliver',
    '/app/v1/jobs/a/rating',
  ])
  assert.equal(server.requests.length, 3)
  assert.equal(await savedActs(next), 0)
})

test('a request with a lost response is retried with the same key, and acts once', async () => {
  await using server = await serve()
  await using context = await browser.newContext()
  let lost = 0
  server.trouble.now = () => (lost++ < 1 ? 'after' : null)
  const page = await openTab(context, server.origin)
  await begin(page, 'a', 'deliver')
  await until('it is answered', () => page.evaluate<boolean>('Boolean(globalThis.answered)'))
  assert.deepEqual(server.did(), ['/app/v1/jobs/a/deliver'])
  assert.equal(new Set(server.requests).size, 1)
  assert.ok(server.requests.length >= 2)
  assert.deepEqual(await page.evaluate('answered'), { status: 'accepted' })
})

test('offline queue: sent at once when the connection returns; two windows send nothing twice', async () => {
  await using server = await serve()
  await using context = await browser.newContext()
  const first = await openTab(context, server.origin)
  const second = await openTab(context, server.origin)
  await context.setOffline(true)
  await begin(first, 'a', 'collect')
  await until('it is kept', async () => (await savedActs(first)) === 1)
  await begin(second, 'b', 'collect')
  await until('both are kept', async () => (await savedActs(second)) === 2)
  await context.setOffline(false)
  await until('nothing waits', async () => (await savedActs(first)) === 0)
  assert.equal(server.did().length, 2)
  assert.deepEqual(new Set(server.did()), new Set(['/app/v1/jobs/a/collect', '/app/v1/jobs/b/collect']))
  assert.equal(new Set(server.requests).size, 2)
})

test('offline queue: requests that the person deletes on signing out are not sent', async () => {
  await using server = await serve()
  await using context = await browser.newContext()
  const page = await openTab(context, server.origin)
  await context.setOffline(true)
  await begin(page, 'a', 'collect')
  await until('it is kept', async () => (await savedActs(page)) === 1)
  await page.evaluate('kit.forgetWaiting(null)')
  await context.setOffline(false)
  const next = await openTab(context, server.origin)
  await next.evaluate('kit.sendWaiting()')
  assert.equal(await savedActs(next), 0)
})

test('offline queue: a sign-out while a photo uploads leaves nothing on the device, and the act is not sent', async () => {
  await using server = await serve()
  await using context = await browser.newContext()
  const page = await openTab(context, server.origin)
  const [uploading, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  server.trouble.now = async ({ url }) => {
    if (!url?.endsWith('/photos')) return null
    uploading.resolve()
    await goOn.promise
    return null
  }
  await page.evaluate(
    `void kit.sendWithPhoto(
      { operationId: 'collect', method: 'POST', url: '/app/v1/jobs/:job_id/collect' },
      { params: { job_id: 'a' } },
      { lane: 'a', photo: new Blob(['picture'], { type: 'image/png' }) },
    )`,
  )
  await uploading.promise
  await page.evaluate('kit.forgetWaiting(null)')
  goOn.resolve()
  await page.evaluate('kit.sendWaiting()')
  await begin(page, 'b', 'collect')
  await until('a later act is sent', () => server.did().includes('/app/v1/jobs/b/collect'))
  await until('nothing is left', async () => (await savedActs(page)) === 0)
  assert.equal(server.did().includes('/app/v1/jobs/a/collect'), false)
})

test('offline queue: a photo has time for a slow uplink, an act without one has 30 s', async () => {
  await using server = await serve()
  await using context = await browser.newContext()
  const page = await openTab(context, server.origin)
  await page.evaluate(
    `globalThis.waits = []
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => { waits.push(ms); return timeout.call(AbortSignal, ms) }
    void kit.sendWithPhoto(
      { operationId: 'collect', method: 'POST', url: '/app/v1/jobs/:job_id/collect' },
      { params: { job_id: 'a' } },
      { lane: 'a', photo: new Blob([new Uint8Array(400 * 1024)], { type: 'image/png' }) },
    ).then(() => { globalThis.answered = true })`,
  )
  await until('it is answered', () => page.evaluate<boolean>('Boolean(globalThis.answered)'))
  assert.deepEqual(await page.evaluate('waits'), [63_000, 30_000])
})
