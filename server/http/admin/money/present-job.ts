import type { JobColumns } from '../../../payments/queries/page.ts'
import type { Words } from '../sees-phones.ts'

export const presentJob = ({ jobId, jobTitle }: Pick<JobColumns, 'jobId' | 'jobTitle'>, words: Words) =>
  jobId === null ? null : { job_id: jobId, title: words(jobTitle ?? '') }

/** The job of an amount, and the partner who handed it over. */
export const presentJobAndPartner = (row: JobColumns, words: Words) => ({
  job: presentJob(row, words),
  partner: row.partnerId === null ? null : { partner_id: row.partnerId, company_name: row.companyName ?? '' },
})

type WithJob = { job: { job_id: string; title: string } | null }
type WithPartner = { partner: { partner_id: string; company_name: string } | null }

/** Columns of a file. */
export const jobCells = {
  job_id: ({ job }: WithJob) => job?.job_id ?? null,
  job_title: ({ job }: WithJob) => job?.title ?? null,
}

export const partnerCells = {
  partner_id: ({ partner }: WithPartner) => partner?.partner_id ?? null,
  partner: ({ partner }: WithPartner) => partner?.company_name ?? null,
}
