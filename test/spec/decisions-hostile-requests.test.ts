import assert from 'node:assert/strict'
import http from 'node:http'
import test, { after } from 'node:test'
import { runTasks, startDray, type TestDray } from '../support/dray.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import { hostileMembers, hostileQueries } from '../support/hostile-members.ts'
import {
  type HostileRequest,
  hostileBodies,
  hostileHeaders,
  hostileMethods,
  hostilePaths,
  noResponse,
  sendHostile,
  usualPath,
} from '../support/hostile-requests.ts'
import { inNewBrowser, sessionCookies } from '../support/member-browsers.ts'
import { type MountedRoute, withRoutes } from '../support/mounted-routes.ts'
import { joinAsPartner } from '../support/partner-people.ts'
import { signIn } from '../support/person.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { joinAsOwner, origin } from '../support/staff.ts'

const wide = { TRUST_PROXY: '1', CONNECTIONS_PER_ADDRESS: '0' }
const { started: app, routes } = await withRoutes(() => startDray(wide))
// Stripe, Twilio and https, because only then their webhooks are mounted.
const stripe = await startFakeStripe()
const twilio = await startSmsProvider()
const connected = { ...wide, ...stripe.env, ...twilio.env, BASE_URL: 'https://dray.test' }
const { started: hooked, routes: withHooks } = await withRoutes(() => startDray(connected))
const { started: worker, routes: ofWorker } = await withRoutes(async () => app.dray.workerApp())
const workerUrl = await worker.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' })
const tasks = runTasks(app)
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
after(async () => {
  agent.destroy()
  await tasks[Symbol.asyncDispose]()
  await worker.close()
  await app[Symbol.asyncDispose]()
  await hooked[Symbol.asyncDispose]()
  await twilio[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

const partner = await app.partner({ mode: 'test' })
const owner = await joinAsOwner(app)
const member = await joinAsPartner(app, partner.partnerId, 'admin')

type Headers = Record<string, string>

/** A caller that the surface admits, so the handlers are reached too. Sessions are made again for each route. */
const callers: Record<string, () => Promise<Headers>> = {
  v1: async () => ({ 'x-api-key': partner.apiKey }),
  sandbox: async () => ({ 'x-api-key': partner.apiKey }),
  app: async () => ({ ...(await signIn(app)).headers, origin }),
  admin: async () => cookieOf('admin', await inNewBrowser(app, owner, 'admin')),
  partner: async () => cookieOf('partner', await inNewBrowser(app, member, 'partner')),
}

const cookieOf = (surface: 'admin' | 'partner', { cookies }: { cookies: Map<string, string> }): Headers => ({
  cookie: `${sessionCookies[surface]}=${cookies.get(sessionCookies[surface])}`,
  origin,
})

const surfaceOf = ({ url }: MountedRoute): string => url.split('/')[1] ?? ''

let address = 0

/** A separate network for each request: the limits of an address would answer instead of the handlers. */
const elsewhere = (): Headers => ({ 'x-forwarded-for': `2001:db8:${(++address).toString(16)}::1` })

let turn = 0

const seenKinds = new Set<string>()

/** Whether a route, or a member of one, is the first of its kind. */
function isFirst(kind: string): boolean {
  const isNew = !seenKinds.has(kind)
  seenKinds.add(kind)
  return isNew
}

const isOfAnApi = (url: string): boolean => /^(\/\w+)?\/v1\//.test(url)

/**
 * Routes of a kind share the code that reads paths, methods, headers and bodies: the first route gets each input, the
 * others a share, in turn.
 */
const kindOf = ({ method, url }: MountedRoute, takesBody: boolean): string =>
  [
    isOfAnApi(url) ? url.replace(/\/v1\/.*/, '/v1') : (/^\/\w*/.exec(url)?.[0] ?? ''),
    url.match(/:\w+|\*/g)?.length ?? 0,
    /\.\w+$/.exec(url)?.[0] ?? '',
    takesBody || method,
  ].join(' ')

async function hostileTo(route: MountedRoute, admitted: Headers): Promise<HostileRequest[]> {
  const { method, url } = route
  const takesBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const isWhole = isFirst(kindOf(route, takesBody))
  const share = <T>(all: T[], shares: number): T[] =>
    all.filter((_, at) => isWhole || at % shares === turn % shares)
  turn += 1
  const path = (await fileUnder(url)) ?? usualPath(url)
  const json = takesBody ? { 'content-type': route.takesPhoto ? 'image/jpeg' : 'application/json' } : {}
  const usual = { method, path, headers: { ...admitted, ...json }, ...(takesBody && { body: '{}' }) }
  const browser = { ...usual, headers: { ...usual.headers, accept: 'text/html' } }
  const readers = isOfAnApi(url) ? [usual] : [usual, browser]
  const bodies = takesBody ? [...share(hostileBodies, 4), ...hostileMembers(route, isFirst, turn)] : []
  const all = [
    usual,
    ...share(hostilePaths(route), 8).flatMap((each) => readers.map((by) => ({ ...by, path: each }))),
    ...share(hostileMethods, 12).map((each) => ({ method: each, path, headers: admitted })),
    ...share(hostileHeaders(turn), 24).map((each) => ({ ...usual, headers: { ...usual.headers, ...each } })),
    ...hostileQueries(route, isFirst, turn).map((each) => ({ ...usual, path: path + each })),
    ...bodies.map((body) => ({ ...usual, body })),
  ]
  return all.map((each) => ({ ...each, headers: { ...elsewhere(), ...each.headers } }))
}

/** A file that a page of ours loads from such a folder, because readers of `Range` and the like need one. */
async function fileUnder(url: string): Promise<string | null> {
  if (!url.endsWith('/*')) return null
  for (const page of ['/app', '/admin', '/docs/sandbox', '/docs/sdks']) {
    const text = (await app.fetch(page)).text
    const start = text.indexOf(url.slice(0, -1))
    if (start >= 0) return /^[\w./-]+/.exec(text.slice(start))?.[0] ?? null
  }
  return null
}

const shown = ({ method, path, headers, body }: HostileRequest, status: unknown): string =>
  `${String(status)} ${method} ${path.slice(0, 150)} ${JSON.stringify(headers).slice(0, 300)} ${String(body ?? '').slice(0, 150)}`

type Server = Pick<TestDray, 'url' | 'logged'>

async function faultsOf({ url, logged }: Server, route: MountedRoute): Promise<string[]> {
  const admitted = (await callers[surfaceOf(route)]?.()) ?? {}
  const before = logged.length
  const requests = await hostileTo(route, admitted)
  const answers = await Promise.all(requests.map((each) => sendHostile(url, agent, each)))
  const failed = answers.flatMap((status, at) =>
    Number(status) >= 500 || status === noResponse ? [shown(requests[at] as HostileRequest, status)] : [],
  )
  const errors = logged.splice(before).filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
  return [...failed, ...errors]
}

const isHook = (route: MountedRoute): boolean => surfaceOf(route) === 'webhooks'
const walked = [
  ...routes.filter((route) => !isHook(route)).map((route) => ({ dray: app, route })),
  ...withHooks.filter(isHook).map((route) => ({ dray: hooked, route })),
  ...ofWorker.map((route) => ({ dray: { url: workerUrl, logged: app.logged }, route })),
]
const surfaces = [...new Set(walked.map(({ route }) => surfaceOf(route)))]

for (const surface of surfaces) {
  test(`6.16 nothing under /${surface} answers 5xx or logs an error because of what a stranger sends`, async () => {
    const faults: string[] = []
    for (const { dray, route } of walked)
      if (surfaceOf(route) === surface) faults.push(...(await faultsOf(dray, route)))
    assert.equal(faults.length, 0, `${faults.length} faults:\n${faults.slice(0, 40).join('\n')}`)
  })
}

test('6.16 every surface is among the routes that were walked', () => {
  for (const surface of [
    'v1',
    'sandbox',
    'app',
    'admin',
    'partner',
    'webhooks',
    'health',
    'docs',
    'panel',
    'photos',
  ])
    assert.ok(surfaces.includes(surface), surface)
})
