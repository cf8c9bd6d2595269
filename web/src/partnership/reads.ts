import { createContext, useContext } from 'react'
import type { Static, TSchema } from 'typebox'
import type {
  exportRequests,
  listRequestErrors,
  listRequests,
  readPartnerFunnel,
  readPartnerUsage,
} from '#contract/admin/activity.ts'
import type { readHealth } from '#contract/admin/health.ts'
import type { listPartnerKeys, readKeyWindow } from '#contract/admin/keys.ts'
import type { Output } from '../kit/api.ts'
import type { Reading } from '../kit/query-client.ts'
import type { Search } from '../panel/link.tsx'

type Query<O extends { query: TSchema }> = Static<O['query']>

/** The stages of this partner, and for staff the stages of all partners. */
export type FunnelCounts = Partial<Output<typeof readPartnerFunnel>> &
  Pick<Output<typeof readPartnerFunnel>, 'from' | 'partner'>

/** The queries of a page about one partner: staff read any partner, its people their company. */
export type PartnershipReads = {
  /** The newest 200 keys, or the page before a position: nearly every partner has them all on one page. */
  keys: (before?: string) => Reading<Output<typeof listPartnerKeys>>
  /** The nodes of the installation; only the operator sees them. */
  nodes?: () => Reading<Output<typeof readHealth>>
  /** Polled every two seconds. */
  keyWindow: (keyId: string) => Reading<Output<typeof readKeyWindow>>
  usage: (query: Query<typeof readPartnerUsage>) => Reading<Output<typeof readPartnerUsage>>
  requests: (query: Query<typeof listRequests>) => Reading<Output<typeof listRequests>>
  /** The URL of a file of these requests. */
  requestsFile: (query: Query<typeof exportRequests>) => string
  errors: (query: Query<typeof listRequestErrors>) => Reading<Output<typeof listRequestErrors>>
  funnel: (query: Query<typeof readPartnerFunnel>) => Reading<FunnelCounts>
  /** The page of the requests that match these filters. */
  requestsPage: (filters: Search) => { to: string; search: Search }
}

const ReadsContext = createContext<PartnershipReads | null>(null)

export const PartnershipProvider = ReadsContext.Provider

export function usePartnership(): PartnershipReads {
  const reads = useContext(ReadsContext)
  if (!reads) throw new Error('The page is not about a partner')
  return reads
}
