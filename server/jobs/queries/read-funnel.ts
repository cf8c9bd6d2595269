import type pg from 'pg'
import { type FunnelStage, funnelStages, type KeyMode } from '#contract/vocabulary.ts'
import { isInRealTimeSql } from '../../db/worlds.ts'
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
 * The stages that a partner's jobs created since `from`, midnight in UTC, have reached; by default of all partners.
 * Deleted drafts are counted from `draft_end`.
 */
export async function readFunnel(pool: pg.Pool, input: FunnelInput): Promise<StageCount[]> {
  const { partnerId, mode, from } = input
  const { rows } = await pool.query<Row>(
    `select stage, state, sum(jobs)::integer as jobs from (
       select stage, state, count(*) as jobs from (
         select ${stageOfJob} as stage, ${stateOfJob} as state from job join api_key k on k.id = job.key_id
         where job.id >= $4 and job.created_at >= $3 and job.mode = $2 and ($1::uuid is null or k.partner_id = $1)
       ) present group by 1, 2
       union all
       select stage, outcome, sum(drafts) from draft_end
       where day >= ($3 at time zone 'utc')::date and mode = $2 and ($1::uuid is null or partner_id = $1) group by 1, 2
     ) counts group by 1, 2`,
    [partnerId, mode, from, firstIdAt(from)],
  )
  return funnelStages.map((stage, at) => ({
    stage,
    reached: sumOf(rows.filter((row) => funnelStages.indexOf(row.stage) >= at)),
    expired: jobsOf(rows, stage, 'expired'),
    withdrawn: jobsOf(rows, stage, 'withdrawn'),
    cancelled: jobsOf(rows, stage, 'cancelled'),
    going_on: jobsOf(rows, stage, 'going_on'),
  }))
}

/**
 * An expired draft is one that the task has not deleted yet. One of the sandbox goes on until a call moves its clock.
 */
const stateOfJob = `case
  when job.status in ('completed', 'cancelled') then job.status
  when job.status = 'draft' and job.expires_at <= now() and ${isInRealTimeSql} then 'expired' else 'going_on' end`

const sumOf = (rows: Row[]): number => rows.reduce((sum, { jobs }) => sum + jobs, 0)

const jobsOf = (rows: Row[], stage: FunnelStage, state: State): number =>
  sumOf(rows.filter((row) => row.stage === stage && row.state === state))

/**
 * Ids begin with their time, so the primary key's index finds new jobs. An hour earlier, because the clocks of nodes
 * differ.
 */
const firstIdAt = (at: Date): string => {
  const hex = (at.getTime() - 3_600_000).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
