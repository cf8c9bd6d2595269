import { Type } from 'typebox'
import {
  exportRequests,
  listRequestErrors,
  listRequests,
  readPartnerFunnel,
  readPartnerUsage,
  StageCount,
} from '../admin/activity.ts'
import { answers } from '../admin/common.ts'
import { Instant } from '../app/common.ts'
import type { PartnerPanelOperation } from '../operation.ts'
import { derive } from './derive.ts'

export const readOwnUsage = derive(readPartnerUsage, {
  operationId: 'readOwnUsage',
  url: '/partner/v1/usage',
  summary: 'Count the calls over time',
})

export const listOwnRequests = derive(listRequests, {
  operationId: 'listOwnRequests',
  url: '/partner/v1/requests',
  summary: 'List the calls',
})

export const exportOwnRequests = derive(exportRequests, {
  operationId: 'exportOwnRequests',
  url: '/partner/v1/requests/export',
  summary: 'Download the calls',
})

export const listOwnRequestErrors = derive(listRequestErrors, {
  operationId: 'listOwnRequestErrors',
  url: '/partner/v1/errors',
  summary: 'List the errors by cause',
})

export const readOwnFunnel = {
  operationId: 'readOwnFunnel',
  method: 'GET',
  url: '/partner/v1/funnel',
  access: 'viewer',
  summary: 'Read the funnel of the jobs',
  description:
    'How many jobs, created in the given days, reached each stage, and at which stage the others ended. Deleted drafts are counted.',
  query: readPartnerFunnel.query,
  answers: answers({
    200: {
      description: 'The stages in their order.',
      body: Type.Object(
        { from: Instant('The start of the first day'), stages: Type.Array(StageCount) },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies PartnerPanelOperation

export const ownActivityOperations = [
  readOwnUsage,
  listOwnRequests,
  exportOwnRequests,
  listOwnRequestErrors,
  readOwnFunnel,
] as const satisfies readonly PartnerPanelOperation[]
