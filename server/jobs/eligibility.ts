import { sql } from 'kysely'
import type { ProfileRule } from '#contract/carrier-profile.ts'
import { type JobSize, jobSizes } from '#contract/vocabulary.ts'
import { hasPortraitSql } from '../accounts/carrier-photos/photo.ts'

/**
 * Which jobs a carrier may be shown and may accept (spec part 3; DESIGN 3, Life). The conditions are on a row of `job`,
 * as SQL text, because the feed, one offer, an acceptance and the notices of nearby jobs use them in different
 * statements.
 */

/** A live job that is not hidden. Its first part is written like the condition of the feed's index. */
export const isPublicSql = `job.mode = 'live' and job.hidden_at is null and job.staff_hidden_at is null`

/** A test job, to a carrier of the world of its key. @param carrierId SQL: a parameter or a column. */
export const isOfWorld = (carrierId: string) => sql<boolean>`(job.mode = 'test' and job.hidden_at is null
  and job.staff_hidden_at is null and job.key_id = (select sandbox_key_id from account where id = ${carrierId}))`

/** Not the carrier's own job. @param accountId SQL: a parameter or a column. */
export const isOfAnotherSql = (accountId: string) => `job.customer_id is distinct from ${accountId}`

/** The same for Kysely, which binds the id. */
export const isOfAnother = (accountId: string) => sql<boolean>`job.customer_id is distinct from ${accountId}`

/** An earlier job of the chain of `job`, which its carrier gave back or left (decision 65). */
const isFormerSql = `(former.id = job.first_job_id or former.first_job_id = job.first_job_id)
  and former.cancelled_by = 'carrier'`

/**
 * The carrier has not given this job back, or left it because of a breakdown.
 *
 * @param accountId SQL: a parameter or a column.
 */
export const isNewToSql = (accountId: string) => `(job.first_job_id is null or not exists (
  select from job former where former.carrier_id = ${accountId} and ${isFormerSql}))`

/** The same for Kysely, which binds the id. */
export const isNewTo = (accountId: string) => sql<boolean>`(job.first_job_id is null or not exists (
  select from job former where former.carrier_id = ${accountId} and ${sql.raw(isFormerSql)}))`

/** The goods fit the vehicle. @param vehicleSize SQL: a column. */
export const fitsVehicleSql = (vehicleSize: string) =>
  `array_position(${sizesSql}, job.size) <= array_position(${sizesSql}, ${vehicleSize})`

/** Whether the carrier is approved and the job fits the vehicle. */
export const isFitting = (carrierId: string) => sql<boolean>`exists (
  select 1 from carrier c where c.account_id = ${carrierId} and c.status = 'approved'
    and ${sql.raw(fitsVehicleSql('c.vehicle_size'))})`

/**
 * Whether the profile has what customers see (decision 81): a carrier who was approved under `required` needs a plate
 * and a portrait, for as long as the setting is `required`.
 */
export const hasProfile = (carrierId: string, rule: ProfileRule) =>
  rule === 'required'
    ? sql<boolean>`exists (select from carrier c where c.account_id = ${carrierId}
        and (not c.profile_required or c.plate is not null and ${hasPortraitSql(sql`c.account_id`)}))`
    : sql<boolean>`true`

/** Whether the account belongs to a person and is neither suspended nor erased. Others cannot make a request. */
export const isActive = (accountId: string) => sql<boolean>`exists (
  select from account a where a.id = ${accountId} and a.suspended_at is null and a.erased_at is null
    and a.sandbox_key_id is null)`

/** Number of the carrier's accepted jobs that are not delivered. */
export const openJobsOf = (carrierId: string) => sql<number>`(
  select count(*) from job mine
  where mine.carrier_id = ${carrierId} and mine.status = 'accepted' and mine.delivered_at is null)`

/** Sizes a vehicle can carry: its own size and every smaller size. */
export const sizesThatFit = (vehicle: JobSize): JobSize[] => jobSizes.slice(0, jobSizes.indexOf(vehicle) + 1)

const sizesSql = `array[${jobSizes.map((size) => `'${size}'`).join(', ')}]`

/** A row of `payment` is captured and not fully refunded. */
const isKeptSql = `payment.status = 'captured' and payment.captured_cents > payment.refunded_cents`

/**
 * Whether the total of a row of `job` is held by a hold that has not expired, or was captured by hand before the
 * delivery. Otherwise a carrier could accept a job whose money is gone. A wallet's hold does not expire.
 *
 * A scalar sub-select instead of `exists`, which the planner turns into a join: the feed of a small vehicle then read
 * and sorted all open jobs (240 ms instead of 2 among 100,000).
 */
export const isHeldSql = `coalesce((
  select true from payment where payment.job_id = job.id and (
    payment.status = 'held' and (payment.hold_expires_at is null or payment.hold_expires_at > now())
    or ${isKeptSql}) limit 1), false)`

export const isHeld = sql.raw<boolean>(isHeldSql)
