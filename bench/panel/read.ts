import type { AdminOperation, PartnerPanelOperation } from '#contract/operation.ts'

/** One request of the panel or of the partner's own pages that is measured. */
export type Read = {
  name: string
  operation: AdminOperation | PartnerPanelOperation
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: object
}
