import { type Static, Type } from 'typebox'
import { Id } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { carrierStatementMembers, Month, partnerStatementMembers } from '../statement.ts'
import { answers, BeforeId, pageMembers, pageQuery, withPhones } from './common.ts'
import { partnerParams } from './partners.ts'

const carrierParams = Type.Object({ account_id: Id('The account of the carrier.') })
export const monthQuery = { month: Month }
const unknown = { 404: '`not_found`.' }

const CarrierStatement = Type.Object(
  { ...carrierStatementMembers, ...pageMembers },
  { $id: 'CarrierStatement', additionalProperties: false },
)
export type CarrierStatement = Static<typeof CarrierStatement>

const PartnerStatement = Type.Object(
  { ...partnerStatementMembers, ...pageMembers },
  { $id: 'PartnerStatement', additionalProperties: false },
)
export type PartnerStatement = Static<typeof PartnerStatement>

export const readCarrierStatement = {
  operationId: 'readCarrierStatement',
  method: 'GET',
  url: '/admin/v1/money/carrier-statements/:account_id',
  access: 'viewer',
  summary: 'Read the statement of a carrier for a month',
  description:
    'What the carrier earned and was paid in the month, or so far in the current month, from the ledger. A refund after a delivery is paid by the platform and has no line.',
  params: carrierParams,
  query: Type.Object({ ...monthQuery, ...pageQuery(BeforeId) }),
  answers: answers({ 200: { description: 'The statement.', body: CarrierStatement } }, unknown),
} as const satisfies AdminOperation

export const exportCarrierStatement = {
  operationId: 'exportCarrierStatement',
  method: 'GET',
  url: '/admin/v1/money/carrier-statements/:account_id/export',
  access: 'viewer',
  summary: 'Download the statement of a carrier',
  description: 'A CSV file with all lines, the newest first.',
  params: carrierParams,
  query: Type.Object(monthQuery),
  downloads: ['text/csv'],
  answers: answers({ 200: { description: 'The file.', body: null } }, unknown),
} as const satisfies AdminOperation

export const readPartnerStatement = {
  operationId: 'readPartnerStatement',
  method: 'GET',
  url: '/admin/v1/money/partner-statements/:partner_id',
  access: 'viewer',
  summary: 'Read the statement of a partner for a month',
  description:
    'The live jobs of the partner and their money in the month, or so far in the current month, from the ledger.',
  params: partnerParams,
  query: Type.Object({ ...monthQuery, ...pageQuery(BeforeId) }),
  answers: answers({ 200: { description: 'The statement.', body: PartnerStatement } }, unknown),
} as const satisfies AdminOperation

export const exportPartnerStatement = {
  operationId: 'exportPartnerStatement',
  method: 'GET',
  url: '/admin/v1/money/partner-statements/:partner_id/export',
  access: 'viewer',
  summary: 'Download the statement of a partner',
  description:
    'A CSV file with all lines, the newest job first. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  params: partnerParams,
  query: Type.Object({ ...monthQuery, ...withPhones }),
  downloads: ['text/csv'],
  answers: answers({ 200: { description: 'The file.', body: null } }, unknown),
} as const satisfies AdminOperation

export const statementOperations = [
  readCarrierStatement,
  exportCarrierStatement,
  readPartnerStatement,
  exportPartnerStatement,
] as const
