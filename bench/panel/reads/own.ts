import { listPartnerPasskeys, listPartnerSessions, readPartnerMe } from '#contract/partner-panel/access.ts'
import {
  exportOwnRequests,
  listOwnRequestErrors,
  listOwnRequests,
  readOwnFunnel,
  readOwnUsage,
} from '#contract/partner-panel/activity.ts'
import { listOwnJobs, readOwnJob } from '#contract/partner-panel/jobs.ts'
import { listOwnKeys, readOwnKeyWindow } from '#contract/partner-panel/keys.ts'
import { listOwnInvitations, listOwnMembers } from '#contract/partner-panel/members.ts'
import { previewSms } from '#contract/partner-panel/sms-preview.ts'
import { exportOwnStatement, readOwnStatement } from '#contract/partner-panel/statements.ts'
import type { Read } from '../read.ts'
import type { Subjects } from '../subjects.ts'
import { requestFilters } from './partners.ts'

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

const jobFilters: Record<string, Record<string, string>> = {
  everything: {},
  ...Object.fromEntries(
    ['draft', 'posted', 'accepted', 'completed', 'cancelled'].map((status) => [status, { status }]),
  ),
  'of test keys': { mode: 'test' },
  'a reference': { reference: 'ref-770' },
  'no such reference': { reference: 'none' },
  'a day long ago': { from: daysAgo(200), to: daysAgo(199) },
  'cancelled long ago': { status: 'cancelled', from: daysAgo(200), to: daysAgo(199) },
}

/** The pages of the partner with the most jobs. */
export const readsOfPartnersPages = ({ largeKeyId, ownJobId, closedMonth }: Subjects): Read[] => {
  const reads: Read[] = [
    ...Object.entries(jobFilters).map(([name, query]) => ({
      name: `jobs: ${name}`,
      operation: listOwnJobs,
      query,
    })),
    { name: 'a job', operation: readOwnJob, params: { job_id: ownJobId } },
    { name: 'keys', operation: listOwnKeys },
    { name: 'window of a key', operation: readOwnKeyWindow, params: { key_id: largeKeyId } },
    { name: 'usage: days', operation: readOwnUsage, query: { step: 'day' } },
    { name: 'usage: hours', operation: readOwnUsage, query: { step: 'hour' } },
    ...Object.entries(requestFilters(largeKeyId)).map(([name, query]) => ({
      name: `requests: ${name}`,
      operation: listOwnRequests,
      query,
    })),
    { name: 'requests: file, first rows', operation: exportOwnRequests },
    { name: 'errors', operation: listOwnRequestErrors },
    { name: 'funnel, 30 days', operation: readOwnFunnel },
    { name: 'funnel, a year', operation: readOwnFunnel, query: { days: 366 } },
    { name: 'statement', operation: readOwnStatement, query: { month: closedMonth } },
    { name: 'statement: file', operation: exportOwnStatement, query: { month: closedMonth } },
    { name: 'preview of a text', operation: previewSms },
    { name: 'members', operation: listOwnMembers },
    { name: 'invitations', operation: listOwnInvitations },
    { name: 'me', operation: readPartnerMe },
    { name: 'my sessions', operation: listPartnerSessions },
    { name: 'my passkeys', operation: listPartnerPasskeys },
  ]
  return reads.map((read) => ({ ...read, name: `partner: ${read.name}` }))
}
