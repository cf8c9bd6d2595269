import type { PartnerPanelOperation } from '../operation.ts'
import { partnerAccessOperations } from './access.ts'
import { ownActivityOperations } from './activity.ts'
import { ownJobOperations } from './jobs.ts'
import { ownKeyOperations } from './keys.ts'
import { ownMemberOperations } from './members.ts'
import { smsPreviewOperations } from './sms-preview.ts'
import { ownStatementOperations } from './statements.ts'
import { viewingOperations } from './viewing.ts'

const listed = [
  ...partnerAccessOperations,
  ...ownMemberOperations,
  ...ownJobOperations,
  ...ownKeyOperations,
  ...ownActivityOperations,
  ...smsPreviewOperations,
  ...ownStatementOperations,
  ...viewingOperations,
] as const

/** Every operation of the partner's own pages. Routes and documentation are derived from this list. */
export const partnerPanelOperations: readonly PartnerPanelOperation[] = listed

/** Ids of operations of the operator's panel, each with the id of the operation that is derived from it. */
export const derivedIds = new Map(
  partnerPanelOperations.flatMap(({ operationId, derivedFrom }) =>
    derivedFrom ? [[derivedFrom.operationId, operationId] as const] : [],
  ),
)

/** The type of each operation, with its literals. */
export type ListedPartnerPanelOperation = (typeof listed)[number]
