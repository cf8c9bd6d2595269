import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { appOperations } from '#contract/app/index.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { type BodyBudget, boundBodies } from '../body-budget.ts'
import { notFound } from '../errors.ts'
import type { FieldChecks } from '../field-checks.ts'
import { refuseUnknown, unknownRefusal } from '../refuse-unknown.ts'
import { validatorCompiler } from '../validation.ts'
import { type AccountNeeds, mountAccount } from './account/index.ts'
import { createAppAdmission, createAppMeter } from './admission.ts'
import { readAppBodies } from './bodies.ts'
import { type CarrierNeeds, mountCarrier } from './carrier/index.ts'
import { type CustomerNeeds, mountCustomer } from './customer/index.ts'
import { mountLive } from './live/index.ts'
import type { LiveEventsNeeds } from './live/live-events.ts'
import { mountAppOpenApi } from './openapi.ts'
import { mountPayments } from './payments/index.ts'
import type { PaymentNeeds } from './payments/processor-for.ts'
import { mountPrivacy, type PrivacyNeeds } from './privacy/index.ts'
import { mountPush, type PushNeeds } from './push/index.ts'
import { mountSession, type SessionNeeds } from './session/index.ts'
import { createSessionCookie } from './session-cookie.ts'

/** Dependencies of all operations. Each operation declares its needs in its file, each folder collects them. */
export type AppApiNeeds = Omit<SessionNeeds & PrivacyNeeds, 'cookie'> &
  AccountNeeds &
  CustomerNeeds &
  CarrierNeeds &
  PaymentNeeds &
  LiveEventsNeeds &
  PushNeeds & {
    pool: pg.Pool
    limiter: Limiter
    addressLimit: number
    checks: FieldChecks
    bodies: BodyBudget
  }

/** Everything under `/app/v1`: the API of the app, for customers and carriers. */
export async function mountAppApi(app: FastifyInstance, needs: AppApiNeeds): Promise<void> {
  const cookie = createSessionCookie(needs.baseUrl)
  mountAppOpenApi(app, needs)
  await app.register(
    async (scope) => {
      scope.decorateRequest('caller', null)
      await scope.register(fastifyCookie)
      scope.setValidatorCompiler(
        validatorCompiler(needs.checks, { malformedPath: notFound, invalid: (t) => t.accounts.checkInput }),
      )
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      scope.addHook('onRequest', createAppMeter(needs))
      scope.addHook('onRequest', refuseUnknown(appOperations))
      scope.addHook('onRequest', createAppAdmission({ ...needs, cookie }))
      readAppBodies(scope)
      boundBodies(scope, needs.bodies)
      // Never called: `refuseUnknown` answers first. Without a handler, the hooks would not run for unknown paths.
      scope.setNotFoundHandler(() => {
        throw notFound
      })
      // Without this route, the web app pages (`/app/*`) would answer an unknown GET under `/app/v1`.
      scope.get('/*', { config: { access: 'anyone' } }, async (request) => {
        throw unknownRefusal(appOperations, request)
      })
      mountSession(scope, { ...needs, cookie })
      mountAccount(scope, needs)
      mountPrivacy(scope, { ...needs, cookie })
      mountCustomer(scope, needs)
      mountCarrier(scope, needs)
      mountPayments(scope, needs)
      mountLive(scope, needs)
      mountPush(scope, needs)
    },
    { prefix: '/app/v1' },
  )
}
