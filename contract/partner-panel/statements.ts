import { Type } from 'typebox'
import { exportPartnerStatement, monthQuery, readPartnerStatement } from '../admin/statements.ts'
import type { PartnerPanelOperation } from '../operation.ts'
import { derive } from './derive.ts'

export const readOwnStatement = derive(readPartnerStatement, {
  operationId: 'readOwnStatement',
  url: '/partner/v1/statements',
  summary: 'Read the statement of a month',
})

export const exportOwnStatement = derive(exportPartnerStatement, {
  operationId: 'exportOwnStatement',
  url: '/partner/v1/statements/export',
  summary: 'Download the statement of a month',
  // Without `with_phones`: the references belong to the partner and are not masked.
  query: Type.Object(monthQuery),
})

export const ownStatementOperations = [
  readOwnStatement,
  exportOwnStatement,
] as const satisfies readonly PartnerPanelOperation[]
