import {
  exportRequests,
  listProviderActivity,
  listRequestErrors,
  listRequests,
  readPartnerFunnel,
  readPartnerUsage,
} from '#contract/admin/activity.ts'
import { listPartnerKeys, readKeyWindow } from '#contract/admin/keys.ts'
import { listPartnerInvitations, listPartnerMembers } from '#contract/admin/partner-members.ts'
import { listPartners, readPartner } from '#contract/admin/partners.ts'
import type { Read } from '../read.ts'
import type { Subjects } from '../subjects.ts'

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

/** The filters of the request log, for the operator and for the partner. */
export const requestFilters = (keyId: string): Record<string, Record<string, string | number>> => ({
  everything: {},
  'of a key': { key_id: keyId },
  'a status': { status: 422 },
  'no such status': { status: 503 },
  'an error': { error: 'rate_limit_exceeded' },
  'no such error': { error: 'duplicate_reference' },
  'a route': { route: '/v1/jobs/:job_id' },
  'no such route': { route: '/v1/none' },
  'an hour': { from: daysAgo(3), to: daysAgo(3 - 1 / 24) },
  'the oldest': { to: daysAgo(6.9) },
})

/** Partners, their keys and requests, and the responses of providers. */
export const readsOfPartners = ({ largePartnerId, smallPartnerId, largeKeyId }: Subjects): Read[] => {
  const params = { partner_id: largePartnerId }
  const small = { partner_id: smallPartnerId }
  const list = (name: string, operation: Read['operation'], query: Read['query'] = {}): Read => ({
    name,
    operation,
    params,
    query,
  })
  return [
    { name: 'partners', operation: listPartners },
    { name: 'partners: search', operation: listPartners, query: { search: 'partner 1' } },
    list('a partner', readPartner),
    list('keys', listPartnerKeys),
    { name: 'window of a key', operation: readKeyWindow, params: { key_id: largeKeyId } },
    list('usage: days', readPartnerUsage, { step: 'day' }),
    list('usage: hours', readPartnerUsage, { step: 'hour' }),
    ...Object.entries(requestFilters(largeKeyId)).map(([name, query]) =>
      list(`requests: ${name}`, listRequests, query),
    ),
    list('requests: file, first rows', exportRequests),
    list('errors', listRequestErrors),
    list('errors of a key', listRequestErrors, { key_id: largeKeyId }),
    list('funnel, 30 days', readPartnerFunnel),
    list('funnel, a year', readPartnerFunnel, { days: 366 }),
    { name: 'funnel of a small partner', operation: readPartnerFunnel, params: small },
    list('members of a partner', listPartnerMembers),
    list('invitations of a partner', listPartnerInvitations),
    { name: 'providers, a day', operation: listProviderActivity },
    { name: 'providers, 65 days', operation: listProviderActivity, query: { hours: 1_560 } },
  ]
}
