import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ListedAppOperation } from '#contract/app/index.ts'
import type { OpenLineNeeds } from '../../jobs/calls/open-line.ts'
import { Problem } from '../../lib/problem.ts'
import { maxUploadBytes } from '../../photos/limits.ts'
import { apis } from '../apis.ts'
import { readJsonOnly } from '../body/json.ts'
import { unsupportedMediaType } from '../errors/errors.ts'
import type { Handlers } from '../mount.ts'
import { type ApiNeeds, mountApi } from '../mount-api.ts'
import { type AccountNeeds, accountHandlers, type PrivacyNeeds, privacyHandlers } from './account/handlers.ts'
import { type AppAdmissionNeeds, createAppAdmission, createAppMeter, type MeterNeeds } from './admission.ts'
import { carriersCallHandlers } from './carrier/calls.ts'
import { feedHandlers } from './carrier/feed.ts'
import { type CarrierNeeds, carrierHandlers } from './carrier/handlers.ts'
import { positionHandlers } from './carrier/positions.ts'
import { carriersWindowHandlers } from './carrier/windows.ts'
import { type ConversationNeeds, conversationHandlers } from './conversation/handlers.ts'
import { customersCallHandlers } from './customer/calls.ts'
import { type CustomerNeeds, customerHandlers } from './customer/handlers.ts'
import { tipHandlers } from './customer/tips.ts'
import { customersWindowHandlers } from './customer/windows.ts'
import { type InvoicesNeeds, invoiceHandlers } from './invoices/handlers.ts'
import { type LiveEventsNeeds, liveHandlers, type PushNeeds, pushHandlers } from './live/handlers.ts'
import { type MailNeeds, mailHandlers, type NoticeNeeds, noticeHandlers } from './notices/handlers.ts'
import { type OpenNeeds, openHandlers } from './open/handlers.ts'
import { type PaymentsNeeds, paymentHandlers } from './payments/handlers.ts'
import { type SessionNeeds, sessionHandlers } from './session/handlers.ts'
import { createSessionCookie } from './session-cookie.ts'
import { type SignUpHandlerNeeds, signUpHandlers } from './sign-up/handlers.ts'

/** Dependencies of all operations, from the handlers of each room. */
type HandlerNeeds = SessionNeeds &
  PrivacyNeeds &
  AccountNeeds &
  CustomerNeeds &
  OpenNeeds &
  CarrierNeeds &
  SignUpHandlerNeeds &
  OpenLineNeeds &
  PaymentsNeeds &
  InvoicesNeeds &
  ConversationNeeds &
  LiveEventsNeeds &
  PushNeeds &
  MailNeeds &
  NoticeNeeds

export type AppApiNeeds = Omit<HandlerNeeds & AppAdmissionNeeds, 'cookie'> & MeterNeeds & ApiNeeds

const handlers: Handlers<readonly ListedAppOperation[], HandlerNeeds> = {
  ...sessionHandlers,
  ...accountHandlers,
  ...privacyHandlers,
  ...customerHandlers,
  ...customersWindowHandlers,
  ...customersCallHandlers,
  ...tipHandlers,
  ...openHandlers,
  ...carrierHandlers,
  ...signUpHandlers,
  ...feedHandlers,
  ...carriersWindowHandlers,
  ...positionHandlers,
  ...conversationHandlers,
  ...carriersCallHandlers,
  ...paymentHandlers,
  ...invoiceHandlers,
  ...liveHandlers,
  ...pushHandlers,
  ...mailHandlers,
  ...noticeHandlers,
}

/** Everything under `/app/v1`: the API of the app, for customers and carriers. */
export function mountAppApi(app: FastifyInstance, given: AppApiNeeds): Promise<void> {
  const needs = { ...given, cookie: createSessionCookie(given.baseUrl) }
  return mountApi(app, apis.app, {
    handlers,
    needs,
    meter: createAppMeter(needs),
    admit: createAppAdmission(needs),
    readBodies: readAppBodies,
    prepare: async (scope) => {
      scope.decorateRequest('caller', null)
      await scope.register(fastifyCookie)
      // An open stream of events would keep the server from closing.
      scope.addHook('preClose', async () => given.live.endAll())
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    },
  })
}

/** Accepts JSON bodies, and the bytes of one picture for operations with `takesPhoto`. */
function readAppBodies(scope: FastifyInstance): void {
  readJsonOnly(scope)
  scope.addContentTypeParser(
    /^image\//,
    { parseAs: 'buffer', bodyLimit: maxUploadBytes },
    (_request, body, done) => done(null, body),
  )
  scope.addHook('onRequest', refuseOtherTypes)
}

/** Refuses, before the body is read, a picture instead of JSON, and JSON instead of a picture. */
function refuseOtherTypes(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  if (request.is404) return done()
  const isPicture = /^image\//i.test(request.headers['content-type'] ?? '')
  const takesPhoto = request.routeOptions.config.takesPhoto ?? false
  if (isPicture === takesPhoto) return done()
  done(takesPhoto ? pictureNeeded : unsupportedMediaType)
}

const pictureNeeded = new Problem('unsupported_media_type', (t) => t.jobs.notAPhoto)
