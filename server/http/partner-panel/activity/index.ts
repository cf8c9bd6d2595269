import type { FastifyInstance } from 'fastify'
import { type ExportRequestsNeeds, mountExportRequests } from '../../admin/activity/export-requests.ts'
import { mountListRequestErrors } from '../../admin/activity/list-request-errors.ts'
import { mountListRequests, type RequestsNeeds } from '../../admin/activity/list-requests.ts'
import { mountReadPartnerUsage } from '../../admin/activity/read-partner-usage.ts'
import { mountReadOwnFunnel } from './read-own-funnel.ts'

export type OwnActivityNeeds = ExportRequestsNeeds & RequestsNeeds

/** What the partner calls, and how far its jobs come. */
export function mountOwnActivity(scope: FastifyInstance, needs: OwnActivityNeeds): void {
  mountReadPartnerUsage(scope, needs)
  mountListRequests(scope, needs)
  mountExportRequests(scope, needs)
  mountListRequestErrors(scope, needs)
  mountReadOwnFunnel(scope, needs)
}
