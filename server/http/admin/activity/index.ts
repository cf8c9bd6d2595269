import type { FastifyInstance } from 'fastify'
import { type ExportRequestsNeeds, mountExportRequests } from './export-requests.ts'
import { mountListProviderActivity } from './list-provider-activity.ts'
import { mountListRequestErrors } from './list-request-errors.ts'
import { mountListRequests, type RequestsNeeds } from './list-requests.ts'
import { mountReadPartnerFunnel } from './read-partner-funnel.ts'
import { mountReadPartnerUsage } from './read-partner-usage.ts'

export type ActivityNeeds = ExportRequestsNeeds & RequestsNeeds

/** What partners call, how far their jobs come, and what the providers answer. */
export function mountActivity(scope: FastifyInstance, needs: ActivityNeeds): void {
  mountReadPartnerUsage(scope, needs)
  mountListRequests(scope, needs)
  mountExportRequests(scope, needs)
  mountListRequestErrors(scope, needs)
  mountReadPartnerFunnel(scope, needs)
  mountListProviderActivity(scope, needs)
}
