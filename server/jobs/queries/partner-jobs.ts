import { type Kysely, sql } from 'kysely'
import { type FunnelStage, type JobStatus, jobStatuses, type KeyMode } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { type ShownStatus, shownStatus } from '../../sms/shown-status.ts'
import { successorIdSql } from '../chain.ts'
import { stageOfJob } from '../funnel-stage.ts'
import { isAlive } from '../is-alive.ts'
import { jobLog } from './job-log.ts'
import { hasReferenceInWorld } from './reference-in-world.ts'
import type { Condition } from './staff/conditions.ts'
import { pageOf, type StaffJobRow } from './staff/list-jobs.ts'

/*
 * The jobs of a partner, for its own pages. Every query names the partner, to avoid returning another partner's jobs.
 */

export type PartnersJobFilters = {
  status?: JobStatus | undefined
  mode?: KeyMode | undefined
  reference?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

type Page = { partnerId: string; filters: PartnersJobFilters; before?: string | undefined; limit: number }

/** A page of the jobs that the keys of the partner handed over, newest first: at most `limit`. */
export async function listPartnersJobs(
  kysely: Kysely<Tables>,
  { partnerId, filters, before, limit }: Page,
): Promise<StaffJobRow[]> {
  const { status, mode = null } = filters
  const partner = { partnerId, statuses: status ? [status] : jobStatuses, mode }
  const sources = { branches: [], partner, all: [isAlive, isHandedOver, ...conditionsOf(filters)] }
  const { rows } = await pageOf(sources, { before, limit, counts: false }).execute(kysely)
  return rows
}

function conditionsOf({ reference, from, to }: PartnersJobFilters): Condition[] {
  const conditions = [
    reference && isReference(reference.normalize('NFC')),
    from && sql<boolean>`job.created_at >= ${new Date(from)}`,
    to && sql<boolean>`job.created_at < ${new Date(to)}`,
  ]
  return conditions.filter((condition) => condition !== undefined && condition !== '')
}

/** Without the successors of its jobs (decision 65), which its keys do not read. */
const isHandedOver = sql<boolean>`job.origin = 'partner'`

const isReference = (reference: string): Condition =>
  sql<boolean>`(job.external_reference_nfc = ${reference} or ${hasReferenceInWorld(reference)})`

export type PartnersJob = {
  listed: StaffJobRow
  stage: FunnelStage
  sms: { status: ShownStatus; sent_at: Date | null } | null
  timeline: { at: Date; from_status: JobStatus | null; to_status: JobStatus }[]
  /** The last job as which it goes on (decision 65). */
  goes_on: { status: JobStatus; updated_at: Date } | null
}

/** One job of the partner; null when it is unknown, of another partner, or a draft that has expired. */
export async function readPartnersJob(
  kysely: Kysely<Tables>,
  { partnerId, jobId }: { partnerId: string; jobId: string },
): Promise<PartnersJob | null> {
  const partner = { partnerId, statuses: jobStatuses, mode: null }
  const sources = { branches: [], partner, all: [isAlive, isHandedOver, sql<boolean>`job.id = ${jobId}`] }
  const { rows } = await pageOf(sources, { limit: 1, counts: false }).execute(kysely)
  const listed = rows[0]
  if (!listed) return null
  return { listed, ...(await readStory(kysely, jobId)) }
}

async function readStory(kysely: Kysely<Tables>, jobId: string): Promise<Omit<PartnersJob, 'listed'>> {
  const stages = await sql<{ stage: FunnelStage }>`
    select ${sql.raw(stageOfJob)} as stage from job where job.id = ${jobId}`.execute(kysely)
  const texts = await kysely
    .selectFrom('sms')
    .select(['sent_at', shownStatus.as('status')])
    .where('job_id', '=', jobId)
    .where('kind', '=', 'draft')
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute()
  const timeline = await sql<PartnersJob['timeline'][number]>`
    select at, from_status, to_status from ${jobLog} log
    where job_id = ${jobId} and to_status is distinct from from_status and to_status is not null
    order by id`.execute(kysely)
  const goesOn = await kysely
    .selectFrom('job')
    .select(['status', 'updated_at'])
    .where('first_job_id', '=', jobId)
    .where(sql<boolean>`${sql.raw(successorIdSql)} is null`)
    .executeTakeFirst()
  return {
    stage: stages.rows[0]?.stage ?? 'created',
    sms: texts[0] ?? null,
    timeline: timeline.rows,
    goes_on: goesOn ?? null,
  }
}
