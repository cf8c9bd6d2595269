import type { Column } from '../../../lib/csv.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { JobColumns } from '../../../payments/queries/job-columns.ts'

export const presentJob = ({ jobId, jobTitle }: Pick<JobColumns, 'jobId' | 'jobTitle'>, words: Words) =>
  jobId === null ? null : { job_id: jobId, title: words(jobTitle ?? '') }

/** The job of an amount, and the partner who handed it over. */
export const presentJobAndPartner = (row: JobColumns, words: Words) => ({
  job: presentJob(row, words),
  partner: row.partnerId === null ? null : { partner_id: row.partnerId, company_name: row.companyName ?? '' },
})

type WithJob = { job: { job_id: string; title: string } | null }
type WithPartner = { partner: { partner_id: string; company_name: string } | null }

export const columnsOfJob: Column<WithJob>[] = [
  { header: 'job_id', value: ({ job }) => job?.job_id ?? null },
  { header: 'job_title', value: ({ job }) => job?.title ?? null },
]

export const columnsOfPartner: Column<WithPartner>[] = [
  { header: 'partner_id', value: ({ partner }) => partner?.partner_id ?? null },
  { header: 'partner', value: ({ partner }) => partner?.company_name ?? null },
]
