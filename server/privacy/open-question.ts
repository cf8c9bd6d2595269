import { sql } from 'kysely'

/** A dispute, a reported problem or a doubtful delivery that nobody has settled: the job is still evidence. */
export const hasOpenQuestion = sql<boolean>`exists (
  select from money_block block where block.job_id = job.id and block.lifted_at is null)`
