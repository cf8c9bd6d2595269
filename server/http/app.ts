import type { IncomingMessage, Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { legalPaths } from '#contract/company.ts'
import type { LinkSettings } from '../jobs/links.ts'
import { newId } from '../lib/ids.ts'
import { lazy } from '../lib/lazy.ts'
import type { Problem } from '../lib/problem.ts'
import { type AdminApiNeeds, mountAdminApi } from './admin/index.ts'
import { type Api, apis } from './apis.ts'
import { type AppApiNeeds, mountAppApi } from './app-api/index.ts'
import { appErrorBody, partnerErrorBody } from './errors/error-bodies.ts'
import {
  createErrorHandler,
  errorBody,
  MethodNotAllowed,
  malformed,
  maxBodyBytes,
  notFound,
} from './errors/errors.ts'
import { createBodyBudget } from './limits/body-budget.ts'
import { createClientErrorHandler } from './limits/client-errors.ts'
import { limitConnections, tooManyConnections } from './limits/connections.ts'
import { createRawRefusal, type RefuseRaw } from './limits/raw-refusal.ts'
import { boundUnread, boundWaits, clientTimeouts } from './limits/timeouts.ts'
import { continueWhenRead, type Discarding, discardUnreadBodies } from './limits/unread-bodies.ts'
import { createUploads, type Uploads } from './limits/uploads.ts'
import { type HealthNeeds, mountHealth } from './observability/health.ts'
import { type MetricsNeeds, mountMetrics } from './observability/metrics.ts'
import { observeRequests, type RequestObservers } from './observability/request-log.ts'
import { followTraces } from './observability/traces.ts'
import { mountPages, type PagesNeeds } from './pages/index.ts'
import { wantsPage } from './pages/not-found-page.ts'
import { type AdmissionNeeds, type Admit, createAdmission } from './partner/admission.ts'
import { mountPartnerApi, type PartnerNeeds } from './partner/index.ts'
import { mountPartnerPanel, type PartnerPanelNeeds } from './partner-panel/index.ts'
import { mountPhotos, type PhotoNeeds } from './photos.ts'
import { pathPattern, plainTarget } from './requests/paths.ts'
import { answerPlainJsonType, dataPolicy, securityHeaders } from './responses/headers.ts'
import { mountSandboxApi, type SandboxApiNeeds } from './sandbox/index.ts'
import { serializerCompiler } from './schema/compile-schema.ts'
import { mountWebhooks, type WebhookNeeds } from './webhooks.ts'

/** Dependencies of the server, and of each API and the pages, by group. */
export type AppNeeds = {
  server: ServerNeeds
  partner: AdmissionNeeds & Omit<PartnerNeeds, 'admit' | 'bodies'>
  sandbox: Omit<SandboxApiNeeds, 'bodies'>
  app: Omit<AppApiNeeds, 'bodies'>
  admin: Omit<AdminApiNeeds, 'bodies'>
  partnerPages: Omit<PartnerPanelNeeds, 'bodies'>
  webhooks: Omit<WebhookNeeds, 'bodies'>
  pages: PagesNeeds
}

type ServerNeeds = HealthNeeds &
  MetricsNeeds &
  PhotoNeeds &
  RequestObservers &
  Pick<AdmissionNeeds, 'limiter' | 'addressLimit'> & {
    log: FastifyBaseLogger
    links: LinkSettings
    supportContact: string | null
    trustProxy: number | string[] | false
    connectionsPerAddress: number
    onConnectionRefused: () => void
  }

const prefixesWith = (errors: Api['errors']): string[] =>
  Object.values<Api>(apis).flatMap((api) => (api.errors === errors ? [api.prefix] : []))

const panels = prefixesWith('app')
const ofPartners = prefixesWith('partner')

const isOfPartners = (url: string): boolean => ofPartners.some((prefix) => url.startsWith(`${prefix}/`))

/** Errors outside the APIs of the app and the panels have the shape of the partner API. */
function errorHandler({ supportContact, links }: Pick<ServerNeeds, 'supportContact' | 'links'>) {
  const bodyOfPanels = appErrorBody(supportContact ?? `${links.baseUrl}${legalPaths.help}`)
  return createErrorHandler({
    bodyFor: (url) => (panels.some((path) => url.startsWith(path)) ? bodyOfPanels : partnerErrorBody),
    languagesFor: (url) => (url.startsWith(apis.app.prefix) ? apis.app : apis.partner).languages,
    isInGuide: isOfPartners,
  })
}

/** Builds the Fastify instance with all APIs and pages; the caller starts listening. */
export async function buildApp({ server: needs, ...of }: AppNeeds): Promise<FastifyInstance> {
  const admit = createAdmission(of.partner)
  const answerError = errorHandler(needs)
  const headers = securityHeaders(needs.links.baseUrl)
  const dataHeaders = { ...headers, ...dataPolicy }
  const discarding = lazy(() => discardUnreadBodies(app.server))
  const refuseRaw = createRawRefusal({ ...needs, discarding, headers: dataHeaders })
  const uploads = createUploads(refuseRaw)
  const given = { ...needs, discarding, uploads, refuseRaw, headers: dataHeaders, answerError }
  const app: FastifyInstance = Fastify(serverOptions(given, admit))
  discarding()
  app.setErrorHandler(answerError)
  app.setSerializerCompiler(serializerCompiler)
  const { isOverLimit } = limitConnections(app.server, needs)
  followTraces(app, isOfPartners)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(isData(request.url) ? dataHeaders : headers)
    // During shutdown, close keep-alive connections, so the next request of the client reaches another node.
    if (needs.isStopping()) reply.header('connection', 'close')
    if (isOverLimit(request.raw.socket)) {
      reply.header('connection', 'close')
      refuseCounted(admit, { request, reply, refusal: tooManyConnections, done })
    } else if (hasRightHosts(request.raw)) done()
    else refuseCounted(admit, { request, reply, refusal: malformed, done })
  })
  continueWhenRead(app)
  answerPlainJsonType(app)
  boundUnread(app)
  boundWaits(app, { uploads, refuse: answerError })
  observeRequests(app, needs)
  const pages: string[] = []
  app.addHook('onRoute', ({ url }) => {
    if (!isOfAnApi(url)) pages.push(url)
  })
  app.decorateRequest('bodyPlace', null)
  const bodies = createBodyBudget()
  await mountPartnerApi(app, { ...of.partner, admit, bodies })
  await mountSandboxApi(app, { ...of.sandbox, bodies })
  await mountAppApi(app, { ...of.app, bodies })
  await mountAdminApi(app, { ...of.admin, bodies })
  await mountPartnerPanel(app, { ...of.partnerPages, bodies })
  await mountWebhooks(app, { ...of.webhooks, bodies })
  mountHealth(app, needs)
  mountMetrics(app, needs)
  mountPhotos(app, needs)
  const { answerNotFound } = mountPages(app, of.pages)
  // A browser gets a page for an unknown URL, a program gets the usual JSON error.
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? answerNotFound(request, reply) : answerError(notFound, request, reply),
  )
  app.addHook('onRequest', refuseOtherMethods(pages))
  return app
}

type Given = ServerNeeds & {
  discarding: () => Discarding
  uploads: Uploads
  refuseRaw: RefuseRaw
  headers: Record<string, string>
  answerError: ReturnType<typeof createErrorHandler>
}

function serverOptions(needs: Given, admit: Admit): FastifyHttpOptions<Server> {
  return {
    loggerInstance: needs.log,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: a child logger per request is expensive, and our log lines have the request id.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    rewriteUrl: ({ url = '/' }) => plainTarget(url),
    trustProxy: trusting(needs.trustProxy),
    bodyLimit: maxBodyBytes,
    ...clientTimeouts,
    // We respond to a missing Host ourselves (`hasRightHosts`), with our error body.
    http: { ...clientTimeouts.http, requireHostHeader: false },
    clientErrorHandler: createClientErrorHandler(needs),
    // During shutdown, a request on an open connection gets a normal response with `Connection: close` instead of a
    // 503.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id).headers(needs.headers)
      answerUnroutable(admit, { request, reply, answerError: needs.answerError })
    },
    routerOptions: { maxParamLength: 512 },
  }
}

const isOfAnApi = (url: string): boolean => [...ofPartners, ...panels].some((path) => url.startsWith(path))

// One expression instead of a list, because it runs for every request.
const dataPath = new RegExp(
  `^(?:${[...ofPartners, ...panels, '/health/', '/metrics', '/webhooks/', '/photos/'].join('|')})`,
)

const isData = (url: string): boolean => dataPath.test(url)

/** Outside the APIs only GET and HEAD exist: responds with 405 (or 404) before a body is read. */
function refuseOtherMethods(pages: string[]) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const { method, url, is404 } = request
    if (!is404 || method === 'GET' || method === 'HEAD' || isOfAnApi(url)) return done()
    const path = url.split('?', 1)[0] ?? ''
    const isKnown = pages.some((page) => pathPattern(page).test(path))
    done(isKnown ? new MethodNotAllowed(['GET', 'HEAD']) : notFound)
  }
}

/** A path that the router rejects (`%zz`, a very long id) skips the hooks; it is counted and gets the usual 404. */
function answerUnroutable(
  admit: Admit,
  {
    request,
    reply,
    answerError,
  }: Pick<Given, 'answerError'> & { request: FastifyRequest; reply: FastifyReply },
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

/** Refuses a request before its route. Under `/v1` it is still counted: every response there has rate limit headers. */
function refuseCounted(admit: Admit, { request, reply, refusal, done }: Refused): void {
  if (!request.url.startsWith('/v1')) return done(refusal)
  admit(request, reply, (error) => done(error ?? refusal))
}

/** A number is the count of trusted hops, starting at this server; entries beyond it may be forged by the client. */
const trusting = (proxies: number | string[] | false) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** RFC 9112, 3.2: exactly one Host header; only HTTP/1.0 may omit it. Node silently keeps the first of several. */
function hasRightHosts({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** HTTP app of a worker: only `/health` and `/metrics`, as on a server. */
export function buildWorkerApp(
  needs: HealthNeeds & MetricsNeeds & { log: FastifyBaseLogger },
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: needs.log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    ...clientTimeouts,
    bodyLimit: 1_024,
    // A probe with an open connection must not block the shutdown.
    forceCloseConnections: true,
  })
  discardUnreadBodies(app.server)
  const answerError = createErrorHandler({ bodyFor: () => errorBody })
  app.setErrorHandler(answerError)
  boundUnread(app)
  boundWaits(app, { uploads: null, refuse: answerError })
  app.setNotFoundHandler((request, reply) => answerError(notFound, request, reply))
  mountHealth(app, needs)
  mountMetrics(app, needs)
  return app
}
