import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { StepType } from '#contract/sandbox/step.ts'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { jobsOfWorld, type WorldName } from '../db/worlds.ts'
import { goesOnSql } from '../jobs/chain.ts'
import { jobLog } from '../jobs/queries/job-log.ts'
import { eurosFromCents } from '../lib/money.ts'
import { typeOfStep } from './step-type.ts'
import { inWorld } from './world.ts'

/** A step of a job. `at` is the database's clock; `agedMs` converts it to the world's clock. */
export type Step = {
  at: Date
  jobId: string
  actor: string
  type: StepType
  what: string
  /** The amount of the step, if any. */
  amountCents: number | null
  status: JobStatus | null
  createdAt: Date
  agedMs: number
}

type Row = Omit<Step, 'type'> & { becomes: JobStatus | null }

type Which = { jobId?: string; since?: Date }

/** Steps of a world, oldest first; of one job, or since an instant of its clock. */
export async function readSteps(
  kysely: Kysely<Tables>,
  world: WorldName,
  { jobId, since }: Which,
): Promise<Step[]> {
  const { rows } = await sql<Row>`
    with mine as materialized (
      select id, created_at, aged_ms, link_opened_at, customer_id, cancellation_fee_cents as fee,
        coalesce(first_job_id, id) as first_id, window_ends_at, case when ${sql.raw(goesOnSql)} then cancelled_at end as goes_on_at,
        coalesce(delivered_at, cancelled_at) as owed_since, (price->>'totalCents')::integer as total
      from job
      where ${jobsOfWorld(world)} and ${jobId ? sql`id = ${jobId}` : sql`true`}
    )
    select told.at, mine.id as "jobId", told.actor, told.what,
      told.amount as "amountCents", told.becomes, coalesce(told.status, ${statusAt}, 'draft') as status,
      mine.created_at as "createdAt", mine.aged_ms as "agedMs"
    from mine cross join lateral (
      select e.at, 1 as place, e.id, e.actor, case e.reason when 'opened' then 'signed in' when 'cancelled for nothing' then 'cancelled free of charge' else e.reason end as what,
        e.to_status as status, case when e.from_status is distinct from e.to_status then e.to_status end as becomes,
        ${amountOfEvent} as amount
      from ${jobLog} e where e.job_id = mine.id
      union all
      select mine.link_opened_at, 0, 0, 'customer', 'opened the link', 'draft', null, null where mine.link_opened_at is not null
      union all
      select m.created_at, 1, 0, 'customer', 'added a card', null, null, null
      from payment_method m join account a on a.id = m.account_id
      where m.account_id = mine.customer_id and a.sandbox_key_id = ${world.keyId} and m.created_at >= mine.created_at
      union all
      select a.asked_at, 2, 0, 'system', 'the bank asks for a confirmation', null, null, p.amount_cents
      from payment p join sandbox_authorization a on a.payment_id = p.id
      where ${isPaidBy(sql`a.asked_at`)}
      union all
      select e.settled_at, 2, 0, 'system', ${effectWords}, null, null,
        case e.kind when 'void' then p.amount_cents else e.amount_cents end
      from payment_effect e join payment p on p.id = e.payment_id
        cross join lateral (select e.status = 'done' and not ${isRefusedHold} as is_done) ended
      where ${isPaidBy(sql`e.settled_at`)} and not ${isReleaseOfNothing} and not ${isHoldOfTip}
      union all
      select coalesce(s.sent_at, s.created_at), 3, 0, 'system', s.kind || ' text ' || s.status, null, null, null
      from sms s where s.job_id = mine.id and s.kind = 'draft' and s.status in ('sent', 'failed')
      union all
      select n.created_at, 3, 0, 'system', ${noticeWords}, null, null, null
      from notice n where n.job_id = mine.id and n.account_id = mine.customer_id and (n.kind = 'carrier_arriving'
        or mine.window_ends_at is not null and n.kind in ('time_in_a_day', 'time_in_an_hour', 'collection_overdue'))
    ) told
    where ${since ? sql`told.at + make_interval(secs => mine.aged_ms / 1000) >= ${since}` : sql`true`}
    order by told.at, told.place, told.id`.execute(kysely)
  return rows.map(({ becomes, ...row }) => ({
    ...row,
    type: typeOfStep({ ...row, becomes }),
    what: inEuros(row.what),
  }))
}

/**
 * A step of a payment belongs to the job that had the payment then: a hold moves to the successor of a job that is
 * given back (decision 65).
 */
const isPaidBy = (at: RawBuilder<unknown>) => sql<boolean>`(${at} >= mine.created_at and (p.job_id = mine.id
  or ${at} <= mine.goes_on_at and p.job_id in (select later.id from job later where later.first_job_id = mine.first_id)))`

/** The log of a job has amounts in cents. */
const inEuros = (what: string): string =>
  what.replace(
    /^(cancelled for a fee|ended by the report for a fee|refund) of (\d+) cents/,
    (_, act: string, cents: string) => `${act} of ${eurosFromCents(Number(cents)).toFixed(2)} €`,
  )

const amountOfEvent = sql`
  case when e.to_status = 'cancelled' and e.from_status is distinct from 'cancelled' then coalesce(mine.fee, 0)
    when e.reason like 'pays by %' or e.reason in ('the total is held', 'the total is held again', 'the total is taken', 'delivered and paid')
    then mine.total end`

/** The job's status at that time, for a step that did not change it. */
const statusAt = sql`(
  select e.to_status from ${jobLog} e where e.job_id = mine.id and e.to_status is not null and e.at <= told.at
  order by e.at desc, e.id desc limit 1)`

// A payment is also refused later, when the held money cannot be captured.
const isRefusedHold = sql`(e.kind = 'authorize' and p.status = 'refused' and p.held_at is null)`

// An authorisation without a confirmation is voided at the bank; no money was held.
const isReleaseOfNothing = sql`(e.kind = 'void' and p.held_at is null)`

// A tip is captured as soon as it is held.
const isHoldOfTip = sql`(p.purpose = 'tip' and e.kind = 'authorize' and is_done)`

// A continuing job has a new hold, so the old one is released.
const releaseWords = sql`
  case when p.held_at is not null and e.created_at < coalesce(mine.owed_since, 'infinity') and exists (
    select from payment later where later.job_id = p.job_id and later.purpose <> 'tip' and later.created_at > p.created_at) then 'release of the old hold'
    else 'release' end`

/**
 * The result of a request to the processor. A hold is renewed while the job is alive, and requested again after a
 * refused capture.
 */
const effectWords = sql`
  case when p.purpose = 'tip' and e.kind in ('authorize', 'capture')
    then case when is_done then 'tip given' else 'tip refused' end
  when e.kind = 'authorize' and p.purpose = 'renewal' and p.created_at >= mine.owed_since
    then 'a new hold ' || case when is_done then 'done' else 'refused' end || ', as the capture was refused'
  when e.kind = 'authorize' and p.purpose = 'renewal'
    then case when is_done then 'hold renewed' else 'renewal of the hold refused' end
  when e.kind = 'capture' and e.amount_cents < p.amount_cents
    then 'capture of a part ' || case when is_done then 'done, and the rest of the hold released' else 'refused' end
  else case e.kind when 'authorize' then 'hold' when 'void' then ${releaseWords} when 'transfer' then 'payout' else e.kind end
    || case when is_done then ' done' else ' refused' end
  end`

/** What both are told of an agreed time, and the customer of a deadline that is over or an arrival. */
const noticeWords = sql`
  case n.kind when 'time_in_a_day' then 'reminded a day before' when 'time_in_an_hour' then 'reminded an hour before'
  when 'carrier_arriving' then 'about to arrive' else 'not collected in the agreed time' end`

/** The instant on the clock of the world, and whole seconds since the creation of the job. */
export const shownStep = ({
  at,
  jobId,
  actor,
  type,
  what,
  amountCents,
  status,
  createdAt,
  agedMs,
}: Step) => ({
  at: inWorld(at, agedMs).toISOString(),
  after_seconds: Math.max(0, Math.floor((at.getTime() - createdAt.getTime()) / 1_000)),
  job_id: jobId,
  actor,
  type,
  what,
  amount_eur: amountCents === null ? null : eurosFromCents(amountCents),
  status,
})
