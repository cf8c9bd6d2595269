import type { FastifyInstance } from 'fastify'
import type { ListedOperation } from '#contract/admin/index.ts'
import { apis } from '../apis.ts'
import type { Handlers } from '../mount.ts'
import { type ApiNeeds, mountApi } from '../mount-api.ts'
import { type ActivityNeeds, activityHandlers } from './activity/handlers.ts'
import { admissionOfMembers, type MemberAdmissionNeeds } from './admission.ts'
import { type AlertsNeeds, alertHandlers } from './alerts/handlers.ts'
import { auditHandlers } from './audit/handlers.ts'
import { type CarrierPhotosNeeds, carrierPhotoHandlers } from './carrier-photos/handlers.ts'
import { type ClosingNeeds, closingHandlers } from './closing/handlers.ts'
import { createMemberCookies } from './cookies.ts'
import { type DocumentsNeeds, documentHandlers } from './documents/handlers.ts'
import { type HealthNeeds, healthHandlers } from './health/handlers.ts'
import { type InvoicesNeeds, invoiceHandlers } from './invoices/handlers.ts'
import { type JobExportsNeeds, jobExportHandlers } from './job-exports/handlers.ts'
import { jobViewHandlers } from './job-views/handlers.ts'
import { jobHandlers, type StaffJobsNeeds } from './jobs/handlers.ts'
import { type KeysNeeds, keyHandlers } from './keys/handlers.ts'
import { type MembersNeeds, memberHandlers } from './members/handlers.ts'
import { type MoneyNeeds, moneyHandlers } from './money/handlers.ts'
import { type OwnAccessNeeds, ownAccessHandlers } from './own-access/handlers.ts'
import { partnerMemberHandlers } from './partner-members/handlers.ts'
import { type PartnersNeeds, partnerHandlers } from './partners/handlers.ts'
import { type PeopleNeeds, peopleHandlers } from './people/handlers.ts'
import { type SessionNeeds, sessionHandlers } from './session/handlers.ts'
import { type TariffNeeds, tariffHandlers } from './tariffs/handlers.ts'
import { type TodayNeeds, todayHandlers } from './today/handlers.ts'

/** Dependencies of all operations, from the handlers of each room. */
type HandlerNeeds = SessionNeeds &
  OwnAccessNeeds &
  AlertsNeeds &
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
  InvoicesNeeds &
  HealthNeeds &
  DocumentsNeeds &
  CarrierPhotosNeeds

export type AdminApiNeeds = Omit<HandlerNeeds & MemberAdmissionNeeds, 'cookies' | 'surface'> & ApiNeeds

const handlers: Handlers<readonly ListedOperation[], HandlerNeeds> = {
  ...sessionHandlers,
  ...ownAccessHandlers,
  ...alertHandlers,
  ...todayHandlers,
  ...tariffHandlers,
  ...peopleHandlers,
  ...memberHandlers,
  ...auditHandlers,
  ...partnerHandlers,
  ...keyHandlers,
  ...activityHandlers,
  ...jobHandlers,
  ...jobViewHandlers,
  ...jobExportHandlers,
  ...partnerMemberHandlers,
  ...closingHandlers,
  ...moneyHandlers,
  ...invoiceHandlers,
  ...healthHandlers,
  ...documentHandlers,
  ...carrierPhotoHandlers,
}

/** Everything under `/admin/v1`: the API of the operator's panel. */
export function mountAdminApi(app: FastifyInstance, given: AdminApiNeeds): Promise<void> {
  const surface = 'admin'
  const needs = { ...given, surface, cookies: createMemberCookies(given.baseUrl, surface) } as const
  return mountApi(app, apis.admin, { handlers, needs, ...admissionOfMembers(needs) })
}
