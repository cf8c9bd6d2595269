import { answers } from '../admin/common.ts'
import type { PartnerPanelOperation } from '../operation.ts'

export const endViewing = {
  operationId: 'endViewing',
  method: 'POST',
  url: '/partner/v1/viewing-end',
  access: 'viewer',
  summary: 'End the view of a member of staff',
  description:
    "Only for a member of the operator's staff who views these pages (`viewed_by`): ends the session and clears its cookie.",
  answers: answers(
    { 204: { description: 'Ended.', body: null } },
    { 409: '`wrong_state`: the session belongs to a member of the partner.' },
  ),
} as const satisfies PartnerPanelOperation

export const viewingOperations = [endViewing] as const
