import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Agent, fetch as fetchOverTls } from 'undici'
import { noticeMs } from '../../server/start/stop.ts'
import { type Balancer, balancerFolder, balancers } from '../support/balancers.ts'
import { deployText } from '../support/deploy-files.ts'
import { caller, sofa } from '../support/dray.ts'
import { freePort } from '../support/free-port.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import type { DrayProcess } from '../support/process.ts'
import { missingPrograms, type Program } from '../support/programs.ts'
import { until } from '../support/until.ts'

describe('the balancers of deploy/ before two nodes (decision 57)', () => {
  for (const [name, balancer] of Object.entries(balancers))
    test(
      `${name}: each request is answered while a node stops; clients cannot choose their address`,
      {
        skip: missingPrograms(...balancer.programs),
      },
      () => checkBalancer(balancer),
    )

  test(
    'haproxy: its own errors have the shape of Dray’s',
    { skip: missingPrograms(...balancers.haproxy.programs) },
    ownErrors,
  )

  for (const file of ['haproxy.cfg', 'countries.cfg'])
    test(`haproxy: ${file} leaves a node that stops before it takes no more connections`, () => {
      const [, every = '', faster = '', fall = ''] =
        /check inter (\d+)s fastinter (\d+)ms fall (\d+)/.exec(deployText(`haproxy/${file}`)) ?? []
      // The first check that fails, and the faster ones after it.
      const noticedMs = Number(every) * 1_000 + (Number(fall) - 1) * Number(faster)
      assert.ok(noticedMs > 0 && noticedMs < 0.6 * noticeMs, `noticed after ${noticedMs} ms`)
    })
})

async function ownErrors(): Promise<void> {
  await using scene = await startBehind(balancers.haproxy)
  const { call, send, url, installation, nodes } = scene
  const { apiKey } = await installation.partner({}, { url: nodes[0].url })
  await whenReached(scene)
  const hidden = await call('/metrics')
  assert.equal((hidden.body as { error: string }).error, 'not_found')

  const waiting = send(`${url}/v1/jobs`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...sofa, photos: [installation.photos.heldPhoto] }),
  })
  await until('a node has the request', () => installation.photos.held() === 1)
  for (const node of nodes) await node.kill()
  const answer = await waiting
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('retry-after'), '2')
  assert.equal(((await answer.json()) as { error: string }).error, 'service_unavailable')
}

const whenReached = ({ call, program }: Scene) =>
  until('the balancer reaches a node', async () => {
    assert.ok(!program.hasEnded(), program.output())
    const answer = await call('/health/live').catch(() => null)
    return answer?.status === 200
  })

async function checkBalancer(balancer: Balancer): Promise<void> {
  await using scene = await startBehind(balancer)
  const { call, installation, nodes, program } = scene
  const partner = await installation.partner({}, { url: scene.nodes[0].url })
  const headers = { 'x-api-key': partner.apiKey }
  await whenReached(scene)

  const created = await call('/v1/jobs', { headers, body: sofa })
  assert.equal(created.status, 201, created.text)
  assert.equal((await call('/metrics')).status, 404)

  const remaining = async (address: string) =>
    Number(
      (await call('/v1/jobs/unknown', { headers: { 'x-forwarded-for': address } })).headers.get(
        'x-ratelimit-remaining',
      ),
    )
  // Each node counts for itself, so the third request is at least the second of one node.
  const left = [await remaining('192.0.2.1'), await remaining('192.0.2.2'), await remaining('192.0.2.3')]
  assert.ok(Math.min(...left) <= Math.max(...left) - 1, `counted apart: ${left.join()}`)

  const { job_id } = created.body as { job_id: string }
  const statuses = await whileStopping(nodes[0], async () => {
    const { status } = await call(`/v1/jobs/${job_id}`, { headers })
    return status
  })
  assert.deepEqual(statuses, [200], program.output())

  await nodes[1].kill()
  // Outside `/v1`, whose answers are held to the document: the balancer knows no rate limit.
  const answer = await call('/unknown')
  assert.equal(answer.status, 503, answer.text)
  assert.equal(answer.headers.get('retry-after'), '2')
  assert.equal((answer.body as { error: string }).error, 'service_unavailable')
}

/** The different statuses that four clients see, from before the stop of the node until after its end. */
async function whileStopping(node: DrayProcess, ask: () => Promise<number>): Promise<number[]> {
  const seen = new Set<number>()
  let isOver = false
  const client = async () => {
    while (!isOver) seen.add(await ask())
  }
  const clients = [client(), client(), client(), client()]
  node.signal('SIGTERM')
  const { code } = await node.ended
  for (let i = 0; i < 20; i++) seen.add(await ask())
  isOver = true
  await Promise.all(clients)
  assert.equal(code, 0)
  return [...seen]
}

type Scene = AsyncDisposable & {
  call: ReturnType<typeof caller>
  /** Without the check against the document. */
  send: typeof fetch
  url: string
  installation: Installation
  nodes: [DrayProcess, DrayProcess]
  program: Program
}

async function startBehind(balancer: Balancer): Promise<Scene> {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await createInstallation())
  const env = { NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1', BASE_URL: 'https://dray.example' }
  const first = opened.use(await installation.start('serve', { env }))
  const second = opened.use(await installation.start('serve', { env, port: await freePort() }))
  const folder = opened.use(await balancerFolder())
  const addresses: [string, string] = [`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`]
  const { program, url } = await balancer.start({ folder: folder.path, nodes: addresses })
  opened.use(program)
  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  opened.defer(() => agent.close())
  const send = ((target: string, init: object) =>
    fetchOverTls(target, { ...init, dispatcher: agent })) as unknown as typeof fetch
  const call = caller(url, send)
  const all = opened.move()
  return {
    ...{ call, send, url, installation, program, nodes: [first, second] },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}
