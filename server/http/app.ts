import type { IncomingMessage, Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { newId } from '../lib/ids.ts'
import type { Problem } from '../lib/problem.ts'
import { type AppApiNeeds, mountAppApi } from './app-api/index.ts'
import { createBodyBudget } from './body-budget.ts'
import { createClientErrorHandler } from './client-errors.ts'
import { limitConnections, tooManyConnections } from './connection-limits.ts'
import { answerError, MethodNotAllowed, malformed, notFound } from './errors.ts'
import { type HealthNeeds, mountHealth } from './health.ts'
import { answerPlainJsonType } from './json-type.ts'
import { type MetricsNeeds, mountMetrics } from './metrics.ts'
import { mountPages, type PagesNeeds } from './pages/index.ts'
import { wantsPage } from './pages/not-found-page.ts'
import { type AdmissionNeeds, type Admit, createAdmission } from './partner/admission.ts'
import { mountPartnerApi, type PartnerNeeds } from './partner/index.ts'
import { pathPattern } from './path-pattern.ts'
import { mountPhotos, type PhotoNeeds } from './photos.ts'
import { observeRequests, type RequestObservers } from './request-log.ts'
import { plainTarget } from './request-target.ts'
import { dataPolicy, securityHeaders } from './security-headers.ts'
import { mountWebhooks, type WebhookNeeds } from './webhooks.ts'

export type AppNeeds = AdmissionNeeds &
  Omit<PartnerNeeds, 'admit' | 'bodies'> &
  Omit<AppApiNeeds, 'baseUrl' | 'bodies'> &
  HealthNeeds &
  MetricsNeeds &
  PhotoNeeds &
  RequestObservers &
  Omit<WebhookNeeds, 'bodies'> &
  Omit<PagesNeeds, 'baseUrl' | 'appScheme'> & {
    log: FastifyBaseLogger
    trustProxy: number | string[] | false
    connectionsPerAddress: number
    onConnectionRefused: () => void
  }

/** Every door of Dray on one Fastify instance; nothing listens yet. */
export async function buildApp(needs: AppNeeds): Promise<FastifyInstance> {
  const admit = createAdmission(needs)
  const headers = securityHeaders(needs.links.baseUrl)
  const dataHeaders = { ...headers, ...dataPolicy }
  const app: FastifyInstance = Fastify(serverOptions({ ...needs, headers: dataHeaders }, admit))
  app.setErrorHandler(answerError)
  const { isOverLimit } = limitConnections(app.server, needs)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(isData(request.url) ? dataHeaders : headers)
    // So that a caller on an open connection comes back to another node, and not to one that is just closing it.
    if (needs.isStopping()) reply.header('connection', 'close')
    if (isOverLimit(request.raw.socket)) {
      reply.header('connection', 'close')
      refuseCounted(admit, { request, reply, refusal: tooManyConnections, done })
    } else if (hasRightHosts(request.raw)) done()
    else refuseCounted(admit, { request, reply, refusal: malformed, done })
  })
  // RFC 9110, 10.1.1: an expectation nobody knows may be ignored. Left alone, Node answers 417 with nothing in it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  answerPlainJsonType(app)
  observeRequests(app, needs)
  const pages: string[] = []
  app.addHook('onRoute', ({ url }) => {
    if (!isOfAnApi(url)) pages.push(url)
  })
  app.decorateRequest('bodyPlace', null)
  const bodies = createBodyBudget()
  await mountPartnerApi(app, { ...needs, admit, bodies })
  await mountAppApi(app, { ...needs, ...needs.links, bodies })
  await mountWebhooks(app, { ...needs, bodies })
  mountHealth(app, needs)
  mountMetrics(app, needs)
  mountPhotos(app, needs)
  const { answerNotFound } = mountPages(app, { ...needs, ...needs.links })
  // People who mistyped an address get a page, programs the usual body.
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? answerNotFound(request, reply) : answerError(notFound, request, reply),
  )
  app.addHook('onRequest', refuseOtherMethods(pages))
  return app
}

type ServerNeeds = AppNeeds & { headers: Record<string, string> }

function serverOptions(needs: ServerNeeds, admit: Admit): FastifyHttpOptions<Server> {
  return {
    loggerInstance: needs.log,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: a child per request costs more than the rest of the bookkeeping. Lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    rewriteUrl: ({ url = '/' }) => plainTarget(url),
    trustProxy: trusting(needs.trustProxy),
    // How long a caller may take to send: header 5 s, whole request 8 s. Checked each second, or a dripping client lives on.
    requestTimeout: 8_000,
    // A missing Host is answered by us (`hasRightHosts`), in our shape.
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    keepAliveTimeout: 72_000,
    // A client that takes nothing of its answer for so long is cut; one that reads slowly is not. Streams beat every 20 s.
    connectionTimeout: 30_000,
    clientErrorHandler: createClientErrorHandler(needs),
    // A call that comes on a connection still in use while we stop is answered like any other, with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id).headers(needs.headers)
      answerUnroutable(admit, { request, reply })
    },
    routerOptions: { maxParamLength: 512 },
  }
}

const isOfAnApi = (url: string): boolean => url.startsWith('/v1') || url.startsWith('/app/v1')

const isData = (url: string): boolean =>
  isOfAnApi(url) || ['/health/', '/metrics', '/webhooks/', '/photos/'].some((path) => url.startsWith(path))

/** What is served outside `/v1` and `/app/v1` is read only. Said before a body is looked at, as nobody here would read it. */
function refuseOtherMethods(pages: string[]) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const { method, url, is404 } = request
    if (!is404 || method === 'GET' || method === 'HEAD' || isOfAnApi(url)) return done()
    const path = url.split('?', 1)[0] ?? ''
    const isKnown = pages.some((page) => pathPattern(page).test(path))
    done(isKnown ? new MethodNotAllowed(['GET', 'HEAD']) : notFound)
  }
}

/** A path the router cannot read (`%zz`, an endless id) reaches no hook, and is still counted and answered like any 404. */
function answerUnroutable(
  admit: Admit,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  const done = (error: Error) => void answerError(error, request, reply)
  refuseCounted(admit, { request, reply, refusal: notFound, done })
}

type Refused = {
  request: FastifyRequest
  reply: FastifyReply
  refusal: Problem
  done: (error: Error) => void
}

/** What is refused before it comes to its door is counted there all the same: every answer under `/v1` shows a counter. */
function refuseCounted(admit: Admit, { request, reply, refusal, done }: Refused): void {
  if (!request.url.startsWith('/v1')) return done(refusal)
  admit(request, reply, (error) => done(error ?? refusal))
}

/** A number of hops counts from us outwards; whatever stands further in the header is the caller's own claim. */
const trusting = (proxies: number | string[] | false) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** RFC 9112, 3.2: one Host, no more and no less; only HTTP/1.0 may do without. Node keeps the first and says nothing. */
function hasRightHosts({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
