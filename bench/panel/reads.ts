import { adminOperations } from '#contract/admin/index.ts'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'
import type { Read } from './read.ts'
import { readsOfClosing } from './reads/closing.ts'
import { readsOfJobs, unmeasuredOfJobs } from './reads/jobs.ts'
import { readsOfMoney } from './reads/money.ts'
import { readsOfPartnersPages } from './reads/own.ts'
import { readsOfPartners } from './reads/partners.ts'
import { readsOfPeople, unmeasuredOfPeople } from './reads/people.ts'
import { readsOfRunning } from './reads/running.ts'
import type { Subjects } from './subjects.ts'

/** Reads that are not measured, with the reason. */
const unmeasured = new Map<Read['operation'], string>([...unmeasuredOfJobs, ...unmeasuredOfPeople])

/**
 * Every read of the operator's panel and of the partner's own pages.
 *
 * @throws Error that names the operations of method GET that are neither read nor left out for a reason.
 */
export function readsOf(subjects: Subjects): Read[] {
  const reads = [
    ...readsOfJobs(subjects),
    ...readsOfPeople(subjects),
    ...readsOfPartners(subjects),
    ...readsOfMoney(subjects),
    ...readsOfClosing(subjects),
    ...readsOfRunning(subjects),
    ...readsOfPartnersPages(subjects),
  ]
  const known = new Set([...reads.map(({ operation }) => operation), ...unmeasured.keys()])
  const missing = [...adminOperations, ...partnerPanelOperations].filter(
    (operation) => operation.method === 'GET' && !known.has(operation),
  )
  if (missing.length === 0) return reads
  throw new Error(
    `bench/panel/reads/ has no read of ${missing.map(({ operationId }) => operationId).join(', ')}`,
  )
}
