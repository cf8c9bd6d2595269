import {
  exportRequests,
  listRequestErrors,
  listRequests,
  readPartnerFunnel,
  readPartnerUsage,
} from '#contract/admin/activity.ts'
import { readHealth } from '#contract/admin/health.ts'
import { listPartnerKeys, readKeyWindow } from '#contract/admin/keys.ts'
import { requestOf } from '../../kit/api.ts'
import { plainReading } from '../../kit/query-client.ts'
import type { PartnershipReads } from '../../partnership/reads.ts'

/** What staff read of one partner. */
export function readsOf(partnerId: string): PartnershipReads {
  const params = { partner_id: partnerId }
  return {
    keys: (before) =>
      plainReading(listPartnerKeys, { params, query: { limit: 200, ...(before && { before }) } }),
    nodes: () => plainReading(readHealth, {}),
    keyWindow: (keyId) => ({
      ...plainReading(readKeyWindow, { params: { key_id: keyId } }),
      refetchInterval: 2_000,
    }),
    usage: (query) => plainReading(readPartnerUsage, { params, query }),
    requests: (query) => plainReading(listRequests, { params, query }),
    requestsFile: (query) => requestOf(exportRequests, { params, query }).url,
    errors: (query) => plainReading(listRequestErrors, { params, query }),
    funnel: (query) => plainReading(readPartnerFunnel, { params, query }),
    requestsPage: (filters) => ({
      to: `/admin/partners/${partnerId}`,
      search: { tab: 'requests', ...filters },
    }),
  }
}
