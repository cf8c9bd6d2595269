import type { Kysely } from 'kysely'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { Tables } from '../../../db/tables.ts'
import { readJobForStaff } from '../../../jobs/queries/staff/read-job.ts'
import type { MemberCaller } from '../../callers.ts'
import { notFound } from '../../errors/errors.ts'
import { presentJob } from './present-job.ts'

export type JobNeeds = { kysely: Kysely<Tables>; baseUrl: string }

type Asked = { caller: MemberCaller; language: Language; params: { job_id: string } }

/** Reads everything about a job, as this member sees it. @throws Problem `not_found`. */
export async function answerJob(
  { kysely, baseUrl }: JobNeeds,
  { caller, language, params }: Asked,
): Promise<JobForStaff> {
  const found = await readJobForStaff(kysely, params.job_id)
  if (!found) throw notFound
  return presentJob(found, { caller, language, links: { baseUrl } })
}
