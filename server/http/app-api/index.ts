import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { appOperations } from '#contract/app/index.ts'
import type { Limiter } from '../../ratelimit/limiter.ts'
import { type BodyBudget, boundBodies } from '../body-budget.ts'
import { notFound } from '../errors.ts'
import type { FieldChecks } from '../field-checks.ts'
import { refuseUnknown, unknownRefusal } from '../refuse-unknown.ts'
import { type AccountNeeds, mountAccount } from './account.ts'
import { createAppAdmission, createAppMeter } from './admission.ts'
import { readAppBodies } from './bodies.ts'
import { type CarrierNeeds, mountCarrier } from './carrier/index.ts'
import { mountEarnings } from './carrier-jobs/earnings.ts'
import { type CarrierJobsNeeds, mountCarrierJobs } from './carrier-jobs/index.ts'
import { type CustomerJobsNeeds, mountCustomerJobs } from './customer/jobs.ts'
import { mountPublish } from './customer/publish.ts'
import { mountStartJob, type StartJobNeeds } from './customer/start.ts'
import { type LiveRoutesNeeds, mountLive } from './live/index.ts'
import { mountAppOpenApi } from './openapi.ts'
import { mountPayments } from './payments.ts'
import type { PaymentNeeds } from './payments-processor.ts'
import { mountPush, type PushRoutesNeeds } from './push/index.ts'
import { createSessionCookie } from './session-cookie.ts'
import { appValidatorCompiler } from './validation.ts'

/** Dependencies of all routes. Each `mountX` declares its needs in its file; add them here. */
export type AppApiNeeds = Omit<AccountNeeds, 'cookie'> &
  CustomerJobsNeeds &
  StartJobNeeds &
  CarrierJobsNeeds &
  CarrierNeeds &
  LiveRoutesNeeds &
  PushRoutesNeeds &
  PaymentNeeds & {
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
      scope.setValidatorCompiler(appValidatorCompiler(needs.checks))
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
      mountAccount(scope, { ...needs, cookie })
      mountPayments(scope, needs)
      mountCustomerJobs(scope, needs)
      mountStartJob(scope, needs)
      mountPublish(scope, needs)
      mountCarrierJobs(scope, needs)
      mountEarnings(scope, needs)
      mountCarrier(scope, needs)
      mountLive(scope, needs)
      mountPush(scope, needs)
    },
    { prefix: '/app/v1' },
  )
}
