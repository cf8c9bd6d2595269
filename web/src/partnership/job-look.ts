import type { JobStatus } from '#contract/vocabulary.ts'
import type { Look } from '../panel/mark.tsx'

/** The mark of a job's status. */
export const lookOfJob = (status: JobStatus): Look =>
  status === 'posted' || status === 'accepted' ? 'good' : undefined
