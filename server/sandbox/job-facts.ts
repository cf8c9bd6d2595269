import { type Kysely, sql } from 'kysely'
import { tipDays } from '#contract/app/tips.ts'
import type { TripReportStatus } from '#contract/reports.ts'
import type { Move } from '#contract/sandbox/moves.ts'
import type { JobStatus } from '#contract/vocabulary.ts'
import { unfinishedSql } from '../db/leased-rows.ts'
import type { PaymentStatus, Tables } from '../db/tables.ts'
import { jobsOfWorld } from '../db/worlds.ts'
import { collectBySql } from '../jobs/collection.ts'
import { isAliveSql } from '../jobs/is-alive.ts'
import { timeOf, type World } from './world.ts'

/** Facts about a job on which the people of a world base their decisions. */
export type JobFacts = {
  jobId: string
  shortId: string
  externalReference: string | null
  status: JobStatus
  customerPhone: string | null
  /** The number that chose the story; kept when the personal data of the job is removed. */
  storyPhone: string | null
  customerId: string | null
  carrierId: string | null
  /** A real person opened the draft in the app, so the world does not act for its customer. */
  isOfPerson: boolean
  /** The personal data was removed, which also ends the time to rate. */
  isDataRemoved: boolean
  /** The job goes on from another, which its carrier gave back (decision 65). */
  isSuccessor: boolean
  isOpened: boolean
  isHidden: boolean
  hasWishes: boolean
  /** Customer and carrier have agreed on a time. */
  hasWindow: boolean
  /** How many times were proposed with this carrier. */
  windows: number
  /** Seconds since the creation, when the carrier has to have collected; null before the acceptance. */
  collectBy: number | null
  isCollected: boolean
  /** The customer was told that the carrier is about to arrive. */
  isArriving: boolean
  isDelivered: boolean
  /** The last report of the carrier that it cannot collect (decision 66). */
  tripReportId: string | null
  tripStatus: TripReportStatus | null
  /** It was made after the deadline, so cancelling stays free. */
  isTripLate: boolean
  /** Seconds since the acceptance, or since the agreed window began or was agreed; negative before it begins. */
  waitedFor: number
  hasCard: boolean
  /** The newest payment. */
  paymentId: string | null
  paymentStatus: PaymentStatus | null
  isHeld: boolean
  /** A payment is not decided, or a request to the processor is not settled. */
  isPaying: boolean
  refusals: number
  isRatedByCustomer: boolean
  isRatedByCarrier: boolean
  /** The customer can give a tip, and has not given one. */
  mayTip: boolean
  /** Seconds since the creation, on the clock of the world. */
  age: number
  /** The stored progress of the story: its next act, and when it is due, in seconds since the creation of the job. */
  notedAct: Move | null
  notedAt: number | null
  createdAt: Date
  agedMs: number
}

type Which = { jobId?: string; onlyStories?: boolean; onlyNew?: boolean }

/**
 * The jobs of a world that exist for the partner, oldest first: all, one, the ones whose story is not over, or of these
 * the ones without a stored next act.
 */
export async function readFacts(
  kysely: Kysely<Tables>,
  world: World,
  { jobId, onlyStories = false, onlyNew = false }: Which,
): Promise<JobFacts[]> {
  const { rows } = await sql<JobFacts>`
    select job.id as "jobId", job.short_id as "shortId", job.external_reference as "externalReference", job.status,
      job.customer_phone as "customerPhone",
      coalesce(story.phone, job.customer_phone) as "storyPhone", job.customer_id as "customerId", job.carrier_id as "carrierId",
      coalesce(customer.sandbox_key_id is distinct from job.key_id and customer.id is not null, false) as "isOfPerson",
      job.data_removed_at is not null as "isDataRemoved", job.predecessor_id is not null as "isSuccessor",
      job.link_opened_at is not null as "isOpened", job.hidden_at is not null as "isHidden",
      exists (select from job_wish w where w.job_id = job.id) as "hasWishes",
      job.window_ends_at is not null as "hasWindow",
      (select count(*) from job_window w where w.job_id = job.id)::integer as windows,
      extract(epoch from ${sql.raw(collectBySql)} - job.created_at)::float8 as "collectBy",
      job.collected_at is not null as "isCollected", job.arriving_told_at is not null as "isArriving",
      job.delivered_at is not null as "isDelivered",
      trip.id as "tripReportId", trip.status as "tripStatus",
      coalesce(trip.created_at >= ${sql.raw(collectBySql)}, false) as "isTripLate",
      coalesce(extract(epoch from clock_timestamp() - greatest(job.accepted_at, job.window_starts_at, (
        select w.agreed_at from job_window w where w.job_id = job.id and w.status = 'agreed')))::float8, 0) as "waitedFor",
      exists (select from payment_method m where m.account_id = job.customer_id and m.removed_at is null) as "hasCard",
      last.id as "paymentId", last.status as "paymentStatus",
      exists (select from payment p where p.job_id = job.id and p.status = 'held') as "isHeld",
      exists (select from payment p where p.job_id = job.id and p.purpose <> 'tip' and (p.status in ('authorizing', 'capturing', 'releasing')
        or exists (select from payment_effect e where e.payment_id = p.id and ${sql.raw(unfinishedSql('e.status'))}
          and e.due_at < 'infinity' and p.status <> 'action_required'))) as "isPaying",
      (select count(*) from payment p where p.job_id = job.id and p.purpose <> 'tip' and p.status = 'refused')::integer as refusals,
      exists (select from rating r where r.job_id = job.id and r.by_role = 'customer') as "isRatedByCustomer",
      exists (select from rating r where r.job_id = job.id and r.by_role = 'carrier') as "isRatedByCarrier",
      job.status = 'completed' and job.data_removed_at is null
        and job.completed_at > clock_timestamp() - make_interval(days => ${tipDays})
        and not exists (select from payment p where p.job_id = job.id and p.purpose = 'tip') as "mayTip",
      extract(epoch from ${timeOf(world)}::timestamptz - job.created_at)::float8 - job.aged_ms / 1000 as age,
      story.next_act as "notedAct", extract(epoch from story.next_at - job.created_at)::float8 as "notedAt",
      job.created_at as "createdAt", job.aged_ms as "agedMs"
    from job
      left join account customer on customer.id = job.customer_id
      left join sandbox_story story on story.job_id = job.id
      left join lateral (
        select p.id, p.status from payment p where p.job_id = job.id and p.purpose <> 'tip' order by p.created_at desc, p.id desc limit 1
      ) last on true
      left join lateral (
        select r.id, r.status, r.created_at from trip_report r
        where r.job_id = job.id and r.carrier_id = job.carrier_id and r.created_at >= job.accepted_at
        order by r.created_at desc limit 1
      ) trip on true
    where ${jobsOfWorld(world)} and ${sql.raw(isAliveSql)}
      and ${jobId === undefined ? sql`true` : sql`job.id = ${jobId}`}
      and ${onlyStories || onlyNew ? sql`story.next_at is not null` : sql`true`}
      and ${onlyNew ? sql`story.next_act is null` : sql`true`}
    order by job.created_at, job.id`.execute(kysely)
  return rows
}
