import { type RawBuilder, sql } from 'kysely'

/**
 * What staff can request from a customer. Each has its notice, which is pushed, or sent by SMS within the caps of
 * notices.
 */
export const askedFor = { payment: 'payment_wanted', address: 'address_wanted' } as const
export type AskedFor = keyof typeof askedFor

/** A customer gets the same request at most once in these hours; until then the entry of *Today* waits for them. */
export const hoursBetweenAsks = 4

/** Whether the customer of a row of `job` got this request in the last hours. */
export const wasAsked = (what: AskedFor): RawBuilder<boolean> => sql<boolean>`exists (
  select from notice n where n.job_id = job.id and n.kind = ${sql.lit(askedFor[what])}
    and n.created_at > now() - interval '${sql.raw(String(hoursBetweenAsks))} hours')`
