import { type Expression, sql } from 'kysely'

/**
 * Id of the version in force: of those of one partner (or of the general tariff, for null) that have started, the one
 * with the latest start, and of equal starts the one that was added last. Null without one.
 */
export const inForceId = (partnerId: Expression<unknown>, now: Expression<unknown> = sql`now()`) =>
  sql<string | null>`(
    select version.id from tariff version
    where version.partner_id is not distinct from ${partnerId} and version.starts_at <= ${now}
    order by version.starts_at desc, version.created_at desc limit 1)`
