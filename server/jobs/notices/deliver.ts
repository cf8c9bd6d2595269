import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { isInRealTimeSql, isOfWorldSql, type WorldName } from '../../db/worlds.ts'
import { aboutJobSql } from '../../push/messages.ts'
import { fitsVehicleSql, isNewToSql, isOfAnotherSql, isPublicSql } from '../eligibility.ts'
import type { Scope } from '../scope.ts'
import { type NoticeTextNeeds, textNotices, type UnheardNotice } from './texts.ts'

const batch = 200

/** Limit of carriers notified of one job: the nearest with a push device. Others use the feed, and need no notice. */
const maxNearby = 200

/** Older notices, which waited while no tasks ran, are only shown in the app, without a push or SMS. */
const freshFor = '1 day'

export type NoticeNeeds = NoticeTextNeeds & {
  kysely: Kysely<Tables>
  /** Called with each text that was written to the outbox, for the developer's console. */
  onOutbox: (sms: { to: string; body: string }) => void
}

/**
 * One transaction claims a notice and writes a push for each signed-in device of its account. It writes an SMS if the
 * notice is important (`textedNotices`) and no device exists or every push failed, and for a published job a notice to
 * each nearby eligible carrier. A notice is processed again when a device of its account stops receiving.
 *
 * @param world only notices about the jobs of this world; absent for jobs of no world.
 */
export async function deliverNotices(
  needs: NoticeNeeds,
  signal: AbortSignal,
  world?: WorldName,
): Promise<void> {
  const deliver = deliverSql(world ? ofWorld : inRealTime)
  const of = world ? [world.keyId, world.name] : []
  const texted = needs.noticeSettings.SMS_NOTICES === 'on' ? textedNotices : []
  while (!signal.aborted) {
    const { taken, texts } = await needs.kysely.transaction().execute(async (trx) => {
      const query = CompiledQuery.raw(deliver, [batch, maxNearby, texted, ...of])
      const { rows } = await trx.executeQuery(query)
      const [{ taken, unheard }] = rows as [Told]
      return { taken, texts: await textNotices(trx, needs, unheard) }
    })
    for (const { status, to_phone, body } of texts)
      if (status === 'sent') needs.onOutbox({ to: to_phone, body })
    if (taken < batch) return
  }
}

/** Whether a notice about one of these jobs is due now. */
export const hasNotices = (scope: Scope) =>
  sql<boolean>`exists (select from notice where told_at is null and job_id in (select id from job where ${scope}))`

type Told = { taken: number; unheard: UnheardNotice[] }

/** Great-circle distance in kilometres from a carrier's base to a job's rounded position. */
const away = `2 * 6371.0088 * asin(least(1, sqrt(
  sin(radians(job.feed_lat - c.base_lat) / 2) ^ 2
  + cos(radians(c.base_lat)) * cos(radians(job.feed_lat)) * sin(radians(job.feed_lon - c.base_lon) / 2) ^ 2)))`

const isSignedIn = 'session.ended_at is null and session.expires_at > now()'

const inRealTime = `and not exists (select from job where job.id = notice.job_id and not ${isInRealTimeSql})
  order by id limit $1 for update skip locked`
const ofWorld = `and job_id in (select id from job where ${isOfWorldSql('$4', '$5')}) order by id limit $1 for update`

/** @param which of the two conditions above. */
const deliverSql = (which: string) => `
  with due as (
    select id, account_id, kind, job_id, created_at > now() - interval '${freshFor}' as is_fresh from notice
    where told_at is null ${which}
  ), told as (
    update notice set told_at = now() from due where notice.id = due.id
  ), pushed as (
    insert into push (id, subscription_id, notice_id)
    select gen_random_uuid(), s.id, due.id
    from due join push_subscription s on s.account_id = due.account_id
    join session on session.id = s.session_id join account on account.id = due.account_id
    where due.is_fresh and ${isSignedIn} and account.suspended_at is null
    on conflict do nothing
  ), unheard as (
    select n.id, n.account_id as "accountId", a.phone, a.language, n.kind, coalesce(job.mode, 'live') as mode,
      ${aboutJobSql} as job
    from due n join account a on a.id = n.account_id
    left join job on job.id = n.job_id left join account who on who.id = job.carrier_id
    where n.is_fresh and n.kind = any($3) and a.suspended_at is null and a.phone is not null
      and not exists (select from sms where sms.notice_id = n.id)
      and not exists (
        select from push_subscription s join session on session.id = s.session_id
        where s.account_id = n.account_id and ${isSignedIn} and not exists (
          select from push where push.subscription_id = s.id and push.notice_id = n.id and push.status = 'failed'))
  ), nearby as (
    insert into notice (account_id, kind, job_id)
    select near.account_id, 'job_nearby', job.id
    from due join job on job.id = due.job_id
    cross join lateral (
      select c.account_id from carrier c join account a on a.id = c.account_id
      where c.status = 'approved' and a.suspended_at is null and a.sandbox_key_id is null and ${isOfAnotherSql('c.account_id')}
        and ${isNewToSql('c.account_id')} and ${fitsVehicleSql('c.vehicle_size')} and ${away} <= c.radius_km
        and exists (select from push_subscription s where s.account_id = c.account_id)
      order by ${away}, c.account_id
      limit $2) near
    where due.kind in ('job_posted', 'job_offered_again') and due.is_fresh and job.status = 'posted' and ${isPublicSql}
      and job.feed_lat is not null
    on conflict do nothing
  )
  select (select count(*) from due)::integer as taken,
    (select coalesce(jsonb_agg(to_jsonb(unheard) order by id), '[]') from unheard) as unheard`

/**
 * Notices about a person's money or time (DESIGN 6.11): sent by SMS to accounts without a push device. Other notices
 * are only shown in the app.
 */
const textedNotices: readonly NoticeKind[] = [
  'job_accepted',
  'collection_due',
  'collection_overdue',
  'time_proposed',
  'time_agreed',
  'time_moved',
  'time_in_a_day',
  'time_in_an_hour',
  'job_moved_away',
  'job_moved_to_you',
  'carrier_changed',
  'job_charged',
  'job_cancelled_by_customer',
  'job_cancelled_uncollected',
  'job_cancelled_by_carrier',
  'job_offered_again',
  'job_cancelled_by_staff',
  'job_cancelled_by_system',
  'hold_not_renewed',
  'payment_wanted',
  'address_wanted',
  'delivery_to_confirm',
  'problem_reported',
  'problem_resolved',
  'trip_reported',
  'trip_answered',
  'trip_ended',
  'payment_refused',
  'job_refunded',
  'carrier_approved',
  'carrier_rejected',
  'carrier_suspended',
  'document_accepted',
  'document_refused',
  'document_expires',
]
