import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type FunnelStage, funnelStages, type KeyMode } from '#contract/vocabulary.ts'
import { unsummedJobs } from '../../day-sums/sums-of-rows.ts'
import { unsummedSpans } from '../../day-sums/unsummed.ts'
import { inSnapshot } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/tables.ts'
import { isInRealTimeSql } from '../../db/worlds.ts'
import { goesOnSql, handedOverAtSql } from '../chain.ts'
import { stageOfJob } from '../funnel-stage.ts'

/** The outcome of a job that has not gone further than its stage. */
type State = 'going_on' | 'expired' | 'withdrawn' | 'cancelled' | 'completed'

export type StageCount = {
  stage: FunnelStage
  /** Jobs that reached this stage, or a later one. */
  reached: number
  /** Jobs that ended here. */
  expired: number
  withdrawn: number
  cancelled: number
  going_on: number
}

export type FunnelInput = { partnerId: string | null; mode: KeyMode; from: Date }

type Row = { stage: FunnelStage; state: State; jobs: number }

/**
 * The stages that the jobs handed over since `from`, midnight in UTC, have reached; by default of all partners. A job
 * that a carrier gave back counts once, by its successor (decision 65).
 * Deleted drafts are counted from `draft_end`, live jobs from the sums of the days on which they ended.
 */
export async function readFunnel(kysely: Kysely<Tables>, input: FunnelInput): Promise<StageCount[]> {
  const rows = input.mode === 'live' ? await liveRows(kysely, input) : await testRows(kysely, input)
  return funnelStages.map((stage, at) => ({
    stage,
    reached: sumOf(rows.filter((row) => funnelStages.indexOf(row.stage) >= at)),
    expired: jobsOf(rows, stage, 'expired'),
    withdrawn: jobsOf(rows, stage, 'withdrawn'),
    cancelled: jobsOf(rows, stage, 'cancelled'),
    going_on: jobsOf(rows, stage, 'going_on'),
  }))
}

const liveRows = (kysely: Kysely<Tables>, input: FunnelInput): Promise<Row[]> =>
  inSnapshot(kysely, async (trx) => {
    const { partnerId, from } = input
    const spans = await unsummedSpans(trx, { start: from, end: null })
    const ofPartner = partnerId === null ? sql`partner_id is null` : sql`partner_id = ${partnerId}`
    const { rows } = await sql<Row>`
      select stage, state, sum(jobs)::integer as jobs from (
        select stage, status as state, jobs from ended_day_sum
        where ${ofPartner} and created_day >= (${from} at time zone 'utc')::date
        union all ${presentJobs(unsummedJobs(spans), input)}
        union all ${endedDrafts(input)}) counts group by 1, 2`.execute(trx)
    return rows
  })

/** The sandbox deletes its jobs after some weeks, so their rows are few and have no sums. */
async function testRows(kysely: Kysely<Tables>, input: FunnelInput): Promise<Row[]> {
  const ofTestKeys = sql`(select * from job where mode = 'test' and not ${sql.raw(goesOnSql)})`
  const { rows } = await sql<Row>`
    select stage, state, sum(jobs)::integer as jobs from (
      ${presentJobs(ofTestKeys, input)} union all ${endedDrafts(input)}) counts group by 1, 2`.execute(kysely)
  return rows
}

const presentJobs = (jobs: RawBuilder<unknown>, { partnerId, from }: FunnelInput) => sql`
  select stage, state, count(*) as jobs from (
    select ${sql.raw(stageOfJob)} as stage, ${stateOfJob} as state from ${jobs} job join api_key k on k.id = job.key_id
    where job.created_at >= ${from} and ${sql.raw(handedOverAtSql)} >= ${from} and ${partnerId === null ? sql`true` : sql`k.partner_id = ${partnerId}`}) present
  group by 1, 2`

const endedDrafts = ({ partnerId, mode, from }: FunnelInput) => sql`
  select stage, outcome, sum(drafts) from draft_end
  where day >= (${from} at time zone 'utc')::date and mode = ${mode}
    and ${partnerId === null ? sql`true` : sql`partner_id = ${partnerId}`} group by 1, 2`

/**
 * An expired draft is one that the task has not deleted yet. One of the sandbox goes on until a call moves its clock.
 */
const stateOfJob = sql`case
  when job.status in ('completed', 'cancelled') then job.status
  when job.status = 'draft' and job.expires_at <= now() and ${sql.raw(isInRealTimeSql)} then 'expired' else 'going_on' end`

const sumOf = (rows: Row[]): number => rows.reduce((sum, { jobs }) => sum + jobs, 0)

const jobsOf = (rows: Row[], stage: FunnelStage, state: State): number =>
  sumOf(rows.filter((row) => row.stage === stage && row.state === state))
