import { CompiledQuery, type Kysely, sql } from 'kysely'
import { kindsOver } from '#contract/notice-rules.ts'
import { languageSql } from '../../db/language-columns.ts'
import type { Tables } from '../../db/tables.ts'
import { isInRealTimeSql, isOfWorldSql, type WorldName } from '../../db/worlds.ts'
import { giveUpSecondsSql, hasMailSql } from '../../mail/store.ts'
import { aboutJobSql } from '../../push/messages.ts'
import { fitsVehicleSql, isNewToSql, isOfAnotherSql, isPublicSql } from '../eligibility.ts'
import type { Scope } from '../scope.ts'
import { isOnTheWaySql } from '../way/read-way.ts'
import { reachesSql } from './reach.ts'
import { type NoticeTextNeeds, textNotices, type UnheardNotice } from './texts.ts'

const batch = 200

/** Limit of carriers notified of one job: the nearest with a push device. Others use the feed, and need no notice. */
const maxNearby = 200

/** Older notices, which waited while no tasks ran, are only shown in the app, without a push or SMS. */
const freshFor = '1 day'

/** A notice that the carrier arrives is stale after 10 minutes, and when the job is no longer on its way. */
const isFreshSql = `created_at > now() - case kind when 'carrier_arriving' then interval '10 minutes' else interval '${freshFor}' end
  and not (kind = 'carrier_arriving' and exists (select from job where job.id = notice.job_id and not (${isOnTheWaySql})))`

export type NoticeNeeds = NoticeTextNeeds & {
  kysely: Kysely<Tables>
  /** Whether notices are mailed to people with a confirmed address. */
  sendsMail: boolean
  /** Called with each text that was written to the outbox, for the developer's console. */
  onOutbox: (sms: { to: string; body: string }) => void
}

/**
 * One transaction claims a notice and writes a push for each signed-in device of its account. It writes an SMS if no
 * device exists or every push failed, a mail if the account has a confirmed address, and for a published job a notice
 * to each nearby eligible carrier. `noticeRules`, the operator and the person decide which kinds go over which channel.
 * A notice is processed again when a device of its account stops receiving.
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
  const { SMS_NOTICES, noticesOff } = needs.noticeSettings
  const kinds = [
    kindsOver('push', noticesOff),
    SMS_NOTICES === 'on' ? kindsOver('sms', noticesOff) : [],
    needs.sendsMail ? kindsOver('mail', noticesOff) : [],
  ]
  while (!signal.aborted) {
    const { taken, texts } = await needs.kysely.transaction().execute(async (trx) => {
      const query = CompiledQuery.raw(deliver, [batch, maxNearby, ...kinds, ...of])
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

const isSignedIn = 'session.ended_at is null and session.expires_at > now()'

const inRealTime = `not exists (select from job where job.id = notice.job_id and not ${isInRealTimeSql})`
const ofWorld = `job_id in (select id from job where ${isOfWorldSql('$6', '$7')})`

/** On a row `due`: its person wants this kind of notice over a channel, for which `kinds` has the kinds. */
const goesOver = (
  channel: string,
  kinds: string,
  due = 'due',
) => `${due}.kind = any(${kinds}) and not exists (
  select from notice_switch off where off.account_id = ${due}.account_id and off.kind = ${due}.kind and off.channel = '${channel}')`

/** @param which of the two conditions above. */
const deliverSql = (which: string) => `
  with found as materialized (
    select id, account_id from notice where told_at is null and ${which} order by id limit $1
  ), person as materialized (
    -- Before the notices, which an erasure deletes while it holds the account (db/lock-order.ts).
    select id from account where id in (select account_id from found) order by id for key share skip locked
  ), due as (
    select id, account_id, kind, job_id, created_at, ${isFreshSql} as is_fresh from notice
    where told_at is null and id in (select id from found) and account_id in (select id from person)
    order by id for update skip locked
  ), told as (
    update notice set told_at = now() from due where notice.id = due.id
  ), pushed as (
    insert into push (id, subscription_id, notice_id)
    select gen_random_uuid(), s.id, due.id
    from due join push_subscription s on s.account_id = due.account_id
    join session on session.id = s.session_id join account on account.id = due.account_id
    where due.is_fresh and ${isSignedIn} and account.suspended_at is null and ${goesOver('push', '$3')}
    on conflict do nothing
  ), mailed as (
    insert into mail (kind, account_id, notice_id, give_up_at)
    select 'notice', due.account_id, due.id, ${giveUpSecondsSql('notice')}
    from due join account on account.id = due.account_id
    where due.is_fresh and account.suspended_at is null and ${hasMailSql('due.account_id')} and ${goesOver('mail', '$5')}
    on conflict do nothing
  ), unheard as (
    select n.id, n.account_id as "accountId", a.phone, ${languageSql('a')} as language, n.kind, coalesce(job.mode, 'live') as mode,
      ${aboutJobSql} as job
    from due n join account a on a.id = n.account_id
    left join job on job.id = n.job_id left join account who on who.id = job.carrier_id
    where n.is_fresh and ${goesOver('sms', '$4', 'n')} and a.suspended_at is null and a.phone is not null
      and not exists (select from sms where sms.notice_id = n.id)
      and not (${goesOver('push', '$3', 'n')} and exists (
        select from push_subscription s join session on session.id = s.session_id
        where s.account_id = n.account_id and ${isSignedIn} and not exists (
          select from push where push.subscription_id = s.id and push.notice_id = n.id and push.status = 'failed')))
  ), nearby as (
    insert into notice (account_id, kind, job_id)
    select near.account_id, 'job_nearby', job.id
    from due join job on job.id = due.job_id
    cross join lateral (
      select c.account_id from (${reachesSql}) reach
      join carrier c on c.account_id = reach.account_id join account a on a.id = c.account_id
      where c.status = 'approved' and a.suspended_at is null and a.sandbox_key_id is null and ${isOfAnotherSql('c.account_id')}
        and ${isNewToSql('c.account_id')} and ${fitsVehicleSql('c.vehicle_size')}
        and exists (select from push_subscription s where s.account_id = c.account_id)
      order by reach.km, c.account_id
      limit $2) near
    where due.kind in ('job_posted', 'job_offered_again') and due.is_fresh and job.status = 'posted' and ${isPublicSql}
      and job.feed_lat is not null
    on conflict do nothing
  )
  select (select count(*) from due)::integer as taken,
    (select coalesce(jsonb_agg(to_jsonb(unheard) order by id), '[]') from unheard) as unheard`
