import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { adminOperations } from '#contract/admin/index.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { type BodyBudget, boundBodies } from '../body-budget.ts'
import { notFound } from '../errors.ts'
import type { FieldChecks } from '../field-checks.ts'
import { readJsonOnly } from '../json-only.ts'
import { refuseUnknown, unknownRefusal } from '../refuse-unknown.ts'
import { validatorCompiler } from '../validation.ts'
import { type ActivityNeeds, mountActivity } from './activity/index.ts'
import { createAdminMeter, createMemberAdmission } from './admission.ts'
import { type AuditNeeds, mountAudit } from './audit/index.ts'
import { createMemberCookies } from './cookies.ts'
import { type JobExportsNeeds, mountJobExports } from './job-exports/index.ts'
import { mountJobViews } from './job-views/index.ts'
import { mountStaffJobs, type StaffJobsNeeds } from './jobs/index.ts'
import { type KeysNeeds, mountKeys } from './keys/index.ts'
import { type MembersNeeds, mountMembers } from './members/index.ts'
import { mountAdminOpenApi } from './openapi.ts'
import { mountOwnAccess, type OwnAccessNeeds } from './own-access/index.ts'
import { mountPartners, type PartnersNeeds } from './partners/index.ts'
import { mountPeople, type PeopleNeeds } from './people/index.ts'
import { mountSession, type SessionNeeds } from './session/index.ts'
import { mountTariffs, type TariffNeeds } from './tariffs/index.ts'
import { mountToday, type TodayNeeds } from './today/index.ts'

/** Dependencies of all operations. Each operation declares its needs in its file, each folder collects them. */
export type AdminApiNeeds = Omit<SessionNeeds & OwnAccessNeeds, 'cookies' | 'surface'> &
  MembersNeeds &
  TodayNeeds &
  TariffNeeds &
  PeopleNeeds &
  PartnersNeeds &
  KeysNeeds &
  ActivityNeeds &
  AuditNeeds &
  StaffJobsNeeds &
  JobExportsNeeds & {
    pool: pg.Pool
    limiter: Limiter
    checks: FieldChecks
    bodies: BodyBudget
    baseUrl: string
  }

/** Everything under `/admin/v1`: the API of the operator's panel. */
export async function mountAdminApi(app: FastifyInstance, given: AdminApiNeeds): Promise<void> {
  const surface = 'admin'
  const needs = { ...given, surface, cookies: createMemberCookies(given.baseUrl, surface) } as const
  mountAdminOpenApi(app, needs)
  await app.register(
    async (scope) => {
      scope.decorateRequest('member', null)
      await scope.register(fastifyCookie)
      scope.setValidatorCompiler(
        validatorCompiler(needs.checks, { malformedPath: notFound, invalid: (t) => t.accounts.checkInput }),
      )
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      scope.addHook('onRequest', createAdminMeter(needs))
      scope.addHook('onRequest', refuseUnknown(adminOperations))
      scope.addHook('onRequest', createMemberAdmission(needs))
      readJsonOnly(scope)
      boundBodies(scope, needs.bodies)
      // Never called: `refuseUnknown` answers first. Without a handler, the hooks would not run for unknown paths.
      scope.setNotFoundHandler(() => {
        throw notFound
      })
      // Without this route, the pages of the panel (`/admin/*`) would answer an unknown GET under `/admin/v1`.
      scope.get('/*', { config: { staffAccess: 'anyone' } }, async (request) => {
        throw unknownRefusal(adminOperations, request)
      })
      mountSession(scope, needs)
      mountOwnAccess(scope, needs)
      mountToday(scope, needs)
      mountTariffs(scope, needs)
      mountPeople(scope, needs)
      mountMembers(scope, needs)
      mountAudit(scope, needs)
      mountPartners(scope, needs)
      mountKeys(scope, needs)
      mountActivity(scope, needs)
      mountStaffJobs(scope, needs)
      mountJobViews(scope, needs)
      mountJobExports(scope, needs)
    },
    { prefix: '/admin/v1' },
  )
}
