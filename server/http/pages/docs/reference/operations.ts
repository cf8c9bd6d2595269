import { type ListedPartnerOperation, partnerOperations } from '#contract/partner.ts'
import { type ListedSandboxOperation, sandboxOperations } from '#contract/sandbox/index.ts'

export type ReferenceOperation = ListedPartnerOperation | ListedSandboxOperation
export type OperationId = ReferenceOperation['operationId']

/** Every operation that the page shows, by its id. */
export const operationsById = new Map(
  [...partnerOperations, ...sandboxOperations].map((operation) => [operation.operationId, operation]),
)

/** Where the guide explains each. */
export const guideOf: Record<OperationId, string> = {
  estimatePrice: '/docs/estimate',
  createJob: '/docs/create',
  readJob: '/docs/status',
  listStories: '/docs/sandbox#stories',
  readClock: '/docs/sandbox#the-clock',
  moveClock: '/docs/sandbox#the-clock',
  listSandboxJobs: '/docs/sandbox#moves',
  readSandboxJob: '/docs/sandbox#moves',
  makeMove: '/docs/sandbox#moves',
  listTexts: '/docs/sandbox#sms-limits-a-clean-start',
  fillWindow: '/docs/sandbox#sms-limits-a-clean-start',
  deleteWorld: '/docs/sandbox#sms-limits-a-clean-start',
  previewPrice: '/docs/sandbox#sms-limits-a-clean-start',
  previewText: '/docs/sandbox#sms-limits-a-clean-start',
}
