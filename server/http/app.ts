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
import { createClientErrorHandler } from './client-errors.ts'
import { answerError, MethodNotAllowed, malformed, notFound } from './errors.ts'
import { type HealthNeeds, mountHealth } from './health.ts'
import { type MetricsNeeds, mountMetrics } from './metrics.ts'
import { mountPages, type PagesNeeds } from './pages/index.ts'
import { wantsPage } from './pages/not-found-page.ts'
import { type AdmissionNeeds, type Admit, createAdmission } from './partner/admission.ts'
import { mountPartnerApi, type PartnerNeeds } from './partner/index.ts'
import { pathPattern } from './path-pattern.ts'
import { mountPhotos, type PhotoNeeds } from './photos.ts'
import { observeRequests, type RequestObservers } from './request-log.ts'
import { mountWebhooks, type WebhookNeeds } from './webhooks.ts'

export type AppNeeds = AdmissionNeeds &
  Omit<PartnerNeeds, 'admit'> &
  Omit<AppApiNeeds, 'baseUrl'> &
  HealthNeeds &
  MetricsNeeds &
  PhotoNeeds &
  RequestObservers &
  WebhookNeeds &
  Omit<PagesNeeds, 'baseUrl' | 'appScheme'> & {
    log: FastifyBaseLogger
    trustProxy: number | string[] | false
  }

/** Every door of Dray on one Fastify instance; nothing listens yet. */
export async function buildApp(needs: AppNeeds): Promise<FastifyInstance> {
  const admit = createAdmission(needs)
  const app: FastifyInstance = Fastify(serverOptions(needs, admit))
  app.setErrorHandler(answerError)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // So that a caller on an open connection comes back to another node, and not to one that is just closing it.
    if (needs.isStopping()) reply.header('connection', 'close')
    if (hasRightHosts(request.raw)) done()
    else refuseCounted(admit, { request, reply, refusal: malformed, done })
  })
  // RFC 9110, 10.1.1: an expectation nobody knows may be ignored. Left alone, Node answers 417 with nothing in it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  observeRequests(app, needs)
  const pages: string[] = []
  app.addHook('onRoute', ({ url }) => {
    if (!isOfAnApi(url)) pages.push(url)
  })
  await mountPartnerApi(app, { ...needs, admit })
  await mountAppApi(app, { ...needs, ...needs.links })
  await mountWebhooks(app, needs)
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

function serverOptions(needs: AppNeeds, admit: Admit): FastifyHttpOptions<Server> {
  return {
    loggerInstance: needs.log,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: a child per request costs more than the rest of the bookkeeping. Lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    trustProxy: trusting(needs.trustProxy),
    // How long a caller may take to send: header 5 s, whole request 8 s. Checked each second, or a dripping client lives on.
    requestTimeout: 8_000,
    // A missing Host is answered by us (`hasRightHosts`), in our shape.
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    keepAliveTimeout: 72_000,
    clientErrorHandler: createClientErrorHandler(needs),
    // A call that comes on a connection still in use while we stop is answered like any other, with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => answerUnroutable(admit, { request, reply }),
    routerOptions: { maxParamLength: 512 },
  }
}

const isOfAnApi = (url: string): boolean => url.startsWith('/v1') || url.startsWith('/app/v1')

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
  reply.header('x-request-id', request.id)
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
