import { downloadJobExport, listJobExports, readJobExport } from '#contract/admin/job-exports.ts'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import { listJobViews } from '#contract/admin/job-views.ts'
import { exportJobTimeline, listJobs, readJobForStaff } from '#contract/admin/jobs.ts'
import { readToday } from '#contract/admin/today.ts'
import { busyCustomerPhone } from '../fill/people.ts'
import type { Read } from '../read.ts'
import type { Subjects } from '../subjects.ts'

const daysAgo = (days: number, hours = 0): string =>
  new Date(Date.now() - days * 86_400_000 + hours * 3_600_000).toISOString()

/** Each filter and search of the jobs alone, and some together; `rare` ones match a handful of old jobs. */
const filters = ({
  largePartnerId,
  newPartnerId,
  carrierId,
  customerId,
}: Subjects): Record<string, JobFilters> => ({
  everything: {},
  drafts: { status: ['draft'] },
  posted: { status: ['posted'] },
  'posted or accepted': { status: ['posted', 'accepted'] },
  completed: { status: ['completed'] },
  cancelled: { status: ['cancelled'] },
  'of live keys': { mode: 'live' },
  'of test keys': { mode: 'test' },
  'of a large partner': { partner_id: largePartnerId },
  'of a large partner, cancelled': { partner_id: largePartnerId, status: ['cancelled'] },
  'of a new partner': { partner_id: newPartnerId },
  'of a carrier': { carrier_id: carrierId },
  'of a customer': { customer_id: customerId },
  'created in a month': { created_from: daysAgo(230), created_to: daysAgo(200) },
  'changed in an hour': { updated_from: daysAgo(230), updated_to: daysAgo(230, 1) },
  'changed lately': { updated_from: daysAgo(1) },
  'from Madrid': { pickup_town: 'madrid' },
  'from a rare town': { pickup_town: 'Teruel' },
  'to a rare town': { dropoff_town: 'Teruel' },
  'Madrid to a rare town': { pickup_town: 'Madrid', dropoff_town: 'teruel' },
  'with an open problem': { problem: 'open' },
  'with any problem': { problem: 'any' },
  'in doubt': { problem: 'doubt' },
  held: { money: 'held' },
  captured: { money: 'captured' },
  owed: { money: 'owed' },
  refunded: { money: 'refunded' },
  'of a large partner, refunded': { partner_id: largePartnerId, money: 'refunded' },
  'search: town': { search: 'Madrid' },
  'search: rare town': { search: 'teruel' },
  'search: reference': { search: 'ref-77' },
  'search: nothing': { search: 'nothing like it' },
  'search: phone': { search: busyCustomerPhone },
})

/** *Today*, the list of jobs and its parts, and one job. */
export const readsOfJobs = (subjects: Subjects): Read[] => [
  { name: 'Today', operation: readToday },
  ...Object.entries(filters(subjects)).map(([name, given]) => ({
    name: `jobs: ${name}`,
    operation: listJobs,
    body: { filters: given },
  })),
  { name: 'a job', operation: readJobForStaff, params: { job_id: subjects.jobId } },
  { name: 'a refunded job', operation: readJobForStaff, params: { job_id: subjects.refundedJobId } },
  {
    name: 'timeline of a job: file',
    operation: exportJobTimeline,
    params: { job_id: subjects.jobId },
    query: { format: 'csv' },
  },
  { name: 'saved views', operation: listJobViews },
  { name: 'exports of jobs', operation: listJobExports },
]

/** Reads of the same area that are not measured, each with its reason. */
export const unmeasuredOfJobs = new Map<Read['operation'], string>([
  [readJobExport, 'one row by its id'],
  [downloadJobExport, 'the file was written in the background'],
])
