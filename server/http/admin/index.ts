import type { FastifyInstance } from 'fastify'
import { adminOperations } from '#contract/admin/index.ts'
import { type ActivityNeeds, mountActivity } from './activity/index.ts'
import { mountAudit } from './audit/index.ts'
import { type ClosingNeeds, mountClosing } from './closing/index.ts'
import { createMemberCookies } from './cookies.ts'
import { type DocumentsNeeds, mountDocuments } from './documents/index.ts'
import { type HealthNeeds, mountHealth } from './health/index.ts'
import { type JobExportsNeeds, mountJobExports } from './job-exports/index.ts'
import { mountJobViews } from './job-views/index.ts'
import { mountStaffJobs, type StaffJobsNeeds } from './jobs/index.ts'
import { type KeysNeeds, mountKeys } from './keys/index.ts'
import { type MemberScopeNeeds, prepareMemberScope } from './member-scope.ts'
import { type MembersNeeds, mountMembers } from './members/index.ts'
import { type MoneyNeeds, mountMoney } from './money/index.ts'
import { mountAdminOpenApi } from './openapi.ts'
import { mountOwnAccess, type OwnAccessNeeds } from './own-access/index.ts'
import { mountPartnerMembers } from './partner-members/index.ts'
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
  StaffJobsNeeds &
  JobExportsNeeds &
  ClosingNeeds &
  MoneyNeeds &
  HealthNeeds &
  DocumentsNeeds &
  Omit<MemberScopeNeeds, 'cookies' | 'surface'>

/** Everything under `/admin/v1`: the API of the operator's panel. */
export async function mountAdminApi(app: FastifyInstance, given: AdminApiNeeds): Promise<void> {
  const surface = 'admin'
  const needs = { ...given, surface, cookies: createMemberCookies(given.baseUrl, surface) } as const
  mountAdminOpenApi(app, needs)
  await app.register(
    async (scope) => {
      await prepareMemberScope(scope, needs, adminOperations)
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
      mountPartnerMembers(scope, needs)
      mountClosing(scope, needs)
      mountMoney(scope, needs)
      mountHealth(scope, needs)
      mountDocuments(scope, needs)
    },
    { prefix: '/admin/v1' },
  )
}
