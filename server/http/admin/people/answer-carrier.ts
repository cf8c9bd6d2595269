import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import type { Answered } from '#contract/app/common.ts'
import { findCarrier } from '../../../accounts/carriers/list-carriers.ts'
import { readCarrier } from '../../../accounts/carriers/read-carrier.ts'
import type { Tables } from '../../../db/tables.ts'
import { readEarnings } from '../../../jobs/money/earnings.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { Processors } from '../../../payments/providers/processors.ts'
import { type CarrierRecord, readCarrierRecord, recentRatings } from '../../../people/records.ts'
import { notFound } from '../../errors/errors.ts'
import type { MemberCaller } from '../../mount.ts'
import { shownPhone, shownPlate, shownWords } from '../sees-phones.ts'
import { presentRating } from './answer-account.ts'

export type CarrierNeeds = {
  pool: pg.Pool
  kysely: Kysely<Tables>
  processors: Pick<Processors, 'live'>
}

/**
 * Reads one carrier, as this member sees them: the submitted profile, and its history.
 *
 * @throws Problem `not_found`.
 */
export async function answerCarrier(
  needs: CarrierNeeds,
  caller: Pick<MemberCaller, 'role'>,
  accountId: string,
): Promise<Answered<CarrierForStaff>> {
  const { profile, row, record, earnings, ratings } = await read(needs, accountId)
  const words = shownWords(caller)
  return {
    account_id: accountId,
    name: profile.name,
    phone: shownPhone(caller)(row.phone),
    language: row.language,
    status: profile.status,
    status_reason: profile.statusReason,
    status_changed_at: row.status_changed_at,
    updated_at: row.updated_at,
    created_at: row.created_at,
    account_suspended_at: row.account_suspended_at,
    vehicle_size: profile.vehicleSize,
    vehicle: words(profile.vehicle),
    plate: shownPlate(caller, profile.plate),
    plate_changed: row.is_plate_changed,
    base_address: words(profile.baseAddress),
    base_place: profile.basePlace,
    base: profile.base,
    radius_km: profile.radiusKm,
    rating: profile.rating,
    ratings: ratings.map((rating) => presentRating(rating, words)),
    strikes_30_days: profile.strikes,
    earnings: {
      expected_cents: earnings.expectedCents,
      owed_cents: earnings.owedCents,
      parked_cents: record.parkedCents,
      paid_cents: earnings.paidCents,
    },
    ...presentRecord(record, words),
  }
}

async function read({ pool, kysely, processors }: CarrierNeeds, accountId: string) {
  // First: the profile then has every change until its `updated_at`, or a later one.
  const row = await findCarrier(kysely, accountId)
  const profile = await readCarrier(pool, { accountId, processor: processors.live.name })
  if (!profile || !row) throw notFound
  const [record, earnings, ratings] = await Promise.all([
    readCarrierRecord(kysely, accountId),
    readEarnings(kysely, { carrierId: accountId, month: null, timeZone: 'UTC' }),
    recentRatings(kysely, { accountId, by: 'customer' }),
  ])
  return { profile, row, record, earnings, ratings }
}

const presentRecord = (
  { strikes, payoutAccounts, openJobs, openJobsCount }: CarrierRecord,
  words: Words,
) => ({
  strikes: strikes.map(({ jobId, title, at, reason }) => ({
    job_id: jobId,
    title: words(title),
    at,
    reason: words(reason),
  })),
  payout_accounts: payoutAccounts.map(({ processor, ready, createdAt }) => ({
    processor,
    ready,
    created_at: createdAt,
  })),
  open_jobs: openJobs.map((job) => ({
    job_id: job.jobId,
    title: words(job.title),
    status: job.status,
    accepted_at: job.acceptedAt,
    collected_at: job.collectedAt,
    delivered_at: job.deliveredAt,
  })),
  open_jobs_count: openJobsCount,
})
