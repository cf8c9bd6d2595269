import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Price, price, stairFloors } from '../../../pricing/price.ts'
import { readTariff } from '../../../pricing/store.ts'
import { shownStatus } from '../../../sms/shown-status.ts'
import { findSuccessorId } from '../../chain.ts'
import { readThreadsForStaff } from '../../conversation/read-for-staff.ts'
import { readReportPhotos } from '../../doubts/trip-report.ts'
import { isAlive } from '../../is-alive.ts'
import { owedCents } from '../../money/owed.ts'
import { readRefundable } from '../../money/read-refundable.ts'
import { readCodeChecks, readProofs } from '../../proof/read-proofs.ts'
import type { JobRow } from '../../transition.ts'
import { positionReportedAt } from '../../way/read-way.ts'
import { readWishes } from '../../windows/read-time.ts'
import { findListedJob } from './list-jobs.ts'
import { findRefusals } from './possible-acts.ts'
import { readTimeline } from './timeline.ts'

type Trx = Transaction<Tables>

export type StaffJob = NonNullable<Awaited<ReturnType<typeof readJobForStaff>>>

/** Everything about one job, as of one instant; null for an unknown job or an expired draft. */
export function readJobForStaff(kysely: Kysely<Tables>, jobId: string) {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const job = await trx
        .selectFrom('job')
        .selectAll()
        .where('id', '=', jobId)
        .where(isAlive)
        .executeTakeFirst()
      const listed = await findListedJob(trx, jobId)
      if (!job || !listed) return null
      return {
        job,
        listed,
        successorId: await findSuccessorId(trx, jobId),
        carrierPhone: await readPhone(trx, job.carrier_id),
        owedCents: listed.money === 'owed' ? owedCents(job) : 0,
        price: await checkPrice(trx, job),
        refusals: await findRefusals(trx, job),
        conversation: await readThreadsForStaff(trx, jobId),
        timeline: await readTimeline(trx, jobId),
        positionReportedAt: await positionReportedAt(trx, jobId),
        proofs: await readProofs(trx, job),
        code: await readCodeChecks(trx, jobId),
        ...(await readRows(trx, jobId)),
      }
    })
}

async function readPhone(trx: Trx, accountId: string | null): Promise<string | null> {
  if (!accountId) return null
  const row = await trx.selectFrom('account').select('phone').where('id', '=', accountId).executeTakeFirst()
  return row?.phone ?? null
}

const readRows = async (trx: Trx, jobId: string) => ({
  photos: await readPhotos(trx, jobId),
  reportPhotos: await readReportPhotos(trx, jobId),
  texts: await readTexts(trx, jobId),
  reports: await trx
    .selectFrom('job_problem')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .execute(),
  tripReports: await trx
    .selectFrom('trip_report')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .execute(),
  wishes: await readWishes(trx, jobId),
  windows: await trx
    .selectFrom('job_window')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .execute(),
  doubt: await trx
    .selectFrom('delivery_doubt')
    .select(['earliest_at', 'reason', 'resolved_by'])
    .where('job_id', '=', jobId)
    .executeTakeFirst(),
  notes: await trx
    .selectFrom('job_note')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .orderBy('id')
    .execute(),
  payments: await trx
    .selectFrom('payment')
    .leftJoin('payment_method as method', 'method.id', 'payment.method_id')
    .selectAll('payment')
    .select(['method.brand', 'method.last_four'])
    .where('payment.job_id', '=', jobId)
    .orderBy('payment.created_at')
    .orderBy('payment.id')
    .execute(),
  effects: await readEffects(trx, jobId),
  refundable: await readRefundable(trx, jobId),
  ledger: await readLedger(trx, jobId),
})

const readPhotos = (trx: Trx, jobId: string) =>
  trx
    .selectFrom('photo')
    .select(['name', 'purpose', 'width', 'height'])
    .where('job_id', '=', jobId)
    .where('message_id', 'is', null)
    .orderBy('purpose', 'desc')
    .orderBy('position')
    .execute()

const readTexts = (trx: Trx, jobId: string) =>
  trx
    .selectFrom('sms')
    .select(['id', 'kind', 'to_phone', 'attempts', 'last_error', 'delivery', 'delivery_at'])
    .select(['created_at', 'sent_at', shownStatus.as('status')])
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const readEffects = (trx: Trx, jobId: string) =>
  trx
    .selectFrom('payment_effect as e')
    .innerJoin('payment', 'payment.id', 'e.payment_id')
    .select(['e.id', 'e.payment_id', 'e.kind', 'e.status', 'e.amount_cents', 'e.attempts', 'e.last_error'])
    .select(['e.created_at', 'e.settled_at'])
    .where('payment.job_id', '=', jobId)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute()

/** Names accounts by their ids. */
const readLedger = (trx: Trx, jobId: string) =>
  trx
    .selectFrom('ledger_transfer')
    .select(['at', 'kind', 'debit', 'credit', 'amount_cents'])
    // Rows of a tip have its payment and no job.
    .where(
      sql<boolean>`(job_id = ${jobId} or payment_id in (
        select id from payment where payment.job_id = ${jobId} and purpose = 'tip'))`,
    )
    .orderBy('at')
    .orderBy(sql`id`)
    .execute()

type CheckedPrice = { stored: Price; recomputed: Price | null; matches: boolean | null }

/**
 * Computes the price of a job again from the version of the tariff and the trip that are stored with it, and compares
 * every line. Without the floors, which are deleted with the personal data, it cannot be computed.
 */
async function checkPrice(kysely: Kysely<Tables>, job: JobRow): Promise<CheckedPrice> {
  const { size, route, pickup, dropoff, price: stored } = job
  if (job.data_removed_at) return { stored, recomputed: null, matches: null }
  const trip = { size, distanceKm: route.distanceKm, stairFloors: stairFloors(pickup, dropoff) }
  const recomputed = price(trip, await readTariff({ kysely }, job.tariff_id))
  return { stored, recomputed, matches: isDeepStrictEqual(recomputed, stored) }
}
