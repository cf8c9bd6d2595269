import { sql } from 'kysely'
import type { Entry, Source } from './entry.ts'

/*
 * States of partners and providers, from the counts by minute (decision 33). Each node adds to them about every second,
 * so an entry appears a few seconds after its requests. A minute of the counts is a clock minute and expires when all
 * of it is over 15 minutes old.
 */

/**
 * Partners with a live key that used 80 % of its limit within a window of 60 seconds in the last 15 minutes, or
 * exceeded it. The window slides, as in the rate limit headers; the limit is the present one, so a raised limit ends an
 * entry without refusals.
 */
export const nearLimits: Source = {
  kinds: ['partner_near_limit'],
  rows: sql<Entry>`
    select 'partner_near_limit' as kind, partner.id as "subjectId", null as "jobId", partner.company_name as label,
      min(used.minute) as since, min(used.minute) as "costsAt", null::integer as "amountCents",
      max(used.window_max) || ' / ' || max(used.allowed)
        || case when sum(used.refused) > 0 then ', 429 × ' || sum(used.refused) else '' end as cause
    from (
      select key.partner_id, key.id, m.minute, key.rate_limit_per_minute as allowed,
        max(m.window_max) as window_max,
        coalesce(sum(m.calls) filter (where m.status = 429), 0) as refused
      from request_minute m join api_key key on key.id = m.key_id
      where m.minute > now() - interval '16 minutes' and key.mode = 'live'
      group by key.id, m.minute) used
    join partner on partner.id = used.partner_id
    where used.refused > 0 or used.window_max >= 0.8 * used.allowed
    group by partner.id`,
}

/**
 * Partners with at least 20 requests in 15 minutes, of which a fifth was refused, and three times the share of the day
 * before.
 */
export const risenErrors: Source = {
  kinds: ['partner_errors'],
  rows: sql<Entry>`
    select 'partner_errors' as kind, partner.id as "subjectId", null as "jobId", partner.company_name as label,
      recent.since, recent.since as "costsAt", null::integer as "amountCents",
      round(100.0 * recent.failed / recent.calls) || ' % / ' || recent.calls
        || ' (24 h: ' || round(100 * before.share) || ' %), ' || recent.most as cause
    from (
      select key.partner_id, sum(m.calls) as calls, sum(m.calls) filter (where m.status >= 400) as failed,
        min(m.minute) filter (where m.status >= 400) as since,
        (array_agg(m.status order by m.calls desc) filter (where m.status >= 400))[1] as most
      from request_minute m join api_key key on key.id = m.key_id
      where m.minute > now() - interval '15 minutes' and key.mode = 'live'
      group by key.partner_id
      having sum(m.calls) >= 20 and sum(m.calls) filter (where m.status >= 400) >= 0.2 * sum(m.calls)) recent
    join partner on partner.id = recent.partner_id
    cross join lateral (
      select coalesce(sum(m.calls) filter (where m.status >= 400)::numeric / sum(m.calls), 0) as share
      from request_minute m
      where m.key_id = any(array(select id from api_key where partner_id = recent.partner_id and mode = 'live'))
        and m.minute <= now() - interval '15 minutes'
        and m.minute > now() - interval '24 hours 15 minutes') before
    where recent.failed >= 3 * before.share * recent.calls`,
}

const hasFailed = (table: string) => sql`${sql.ref(table)}.outcome in ('unavailable', 'refused', 'unknown')`

/** Providers with at least ten requests in ten minutes, half of which failed, or at least three that all failed. */
export const failingProviders: Source = {
  kinds: ['provider_failing'],
  rows: sql<Entry>`
    select 'provider_failing' as kind, recent.kind || ' ' || recent.provider as "subjectId", null as "jobId",
      recent.provider as label, began.since, began.since as "costsAt", null::integer as "amountCents",
      recent.failed || ' / ' || recent.calls || coalesce(': ' || nullif(recent.most, ''), '') as cause
    from (
      select m.kind, m.provider, sum(m.calls) as calls, sum(m.calls) filter (where ${hasFailed('m')}) as failed,
        min(m.minute) filter (where ${hasFailed('m')}) as since,
        (array_agg(m.cause order by m.calls desc) filter (where ${hasFailed('m')}))[1] as most
      from provider_minute m where m.minute > now() - interval '10 minutes' group by m.kind, m.provider) recent
    cross join lateral (
      -- With a success in between, it began within these ten minutes.
      select case when recent.failed < recent.calls then recent.since else (
        select min(m.minute) from provider_minute m
        where m.kind = recent.kind and m.provider = recent.provider and ${hasFailed('m')}
          and m.minute > coalesce((
            select max(good.minute) from provider_minute good
            where good.kind = recent.kind and good.provider = recent.provider and not ${hasFailed('good')}
              and good.minute > now() - interval '24 hours'), now() - interval '24 hours')) end as since) began
    where recent.calls >= 3 and recent.failed = recent.calls
      or recent.calls >= 10 and recent.failed >= 0.5 * recent.calls`,
}
