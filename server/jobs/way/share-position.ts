import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lockCarriersJob } from '../find-job.ts'
import { wrongState } from '../refusals.ts'
import type { Scope } from '../scope.ts'
import { judgePosition, type Report } from './judge-position.ts'
import { isOnTheWay } from './read-way.ts'

type Needs = { kysely: Kysely<Tables> }
type CarriersJob = { jobId: string; carrierId: string }

/**
 * Stores where the carrier of a collected job is, for its customer (decision 74). A trigger deletes the row in the
 * statement that ends the way. The job is locked first, so a report that arrives with the delivery leaves no row.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409), `validation_error` (400) for an impossible position.
 */
export async function sharePosition(
  { kysely }: Needs,
  { jobId, carrierId, ...report }: CarriersJob & Report,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCarriersJob(trx, { jobId, carrierId })
    if (!isOnTheWay(job)) throw wrongState(job)
    const known = await trx
      .selectFrom('carrier_position')
      .selectAll()
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    const at = judgePosition(report, known ?? null, { trip: job, now: job.now })
    if (!at) return
    const position = {
      lat: rounded(report.lat),
      lon: rounded(report.lon),
      accuracy_m: Math.ceil(report.accuracyM),
      at,
      phone_at: report.measuredAt,
      reported_at: job.now,
    }
    await trx
      .insertInto('carrier_position')
      .values({ job_id: jobId, ...position })
      .onConflict((conflict) => conflict.column('job_id').doUpdateSet(position))
      .execute()
  })
}

/** Some ten metres: no more is needed on a map. */
const rounded = (degrees: number): number => Math.round(degrees * 10_000) / 10_000

/** The carrier shares the position no longer; it is deleted at once. @throws Problem `not_found` (404). */
export async function stopSharing({ kysely }: Needs, { jobId, carrierId }: CarriersJob): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await lockCarriersJob(trx, { jobId, carrierId })
    await trx.deleteFrom('carrier_position').where('job_id', '=', jobId).execute()
  })
}

/** Hours after which a position that was not followed by another one is deleted. */
const keptHours = 1

const isOld = sql<boolean>`p.reported_at < now() - make_interval(hours => ${keptHours})`

/** Deletes the positions of phones that have stopped to report. */
export async function forgetPositions({ kysely }: Needs, scope: Scope): Promise<void> {
  await sql`
    delete from carrier_position p using job where job.id = p.job_id and ${isOld} and ${scope}`.execute(
    kysely,
  )
}

/** Whether `forgetPositions` has work in these jobs. */
export const hasOldPositions = (scope: Scope) =>
  sql<boolean>`exists (select from carrier_position p join job on job.id = p.job_id where ${isOld} and ${scope})`
