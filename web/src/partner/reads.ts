import {
  exportOwnRequests,
  listOwnRequestErrors,
  listOwnRequests,
  readOwnFunnel,
  readOwnUsage,
} from '#contract/partner-panel/activity.ts'
import { listOwnKeys, readOwnKeyWindow } from '#contract/partner-panel/keys.ts'
import { requestOf } from '../kit/api.ts'
import { plainReading } from '../kit/query-client.ts'
import type { PartnershipReads } from '../partnership/reads.ts'

/** What the people of a partner read of it; the session names the partner. */
export const ownReads: PartnershipReads = {
  keys: (before) => plainReading(listOwnKeys, { query: { limit: 200, ...(before && { before }) } }),
  keyWindow: (key_id) => ({
    ...plainReading(readOwnKeyWindow, { params: { key_id } }),
    refetchInterval: 2_000,
  }),
  usage: (query) => plainReading(readOwnUsage, { query }),
  requests: (query) => plainReading(listOwnRequests, { query }),
  requestsFile: (query) => requestOf(exportOwnRequests, { query }).url,
  errors: (query) => plainReading(listOwnRequestErrors, { query }),
  funnel: (query) => {
    const { queryKey, queryFn } = plainReading(readOwnFunnel, { query })
    return {
      queryKey,
      async queryFn(context) {
        const { from, stages } = await queryFn(context)
        return { from, partner: stages }
      },
    }
  },
  requestsPage: (search) => ({ to: '/partner/requests', search }),
}
