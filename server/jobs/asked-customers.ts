import { type RawBuilder, sql } from 'kysely'

/** What staff ask a customer for. The notice of each says what to do; it is pushed, or texted within the caps of notices. */
export const askedFor = { payment: 'payment_wanted', address: 'address_wanted' } as const
export type AskedFor = keyof typeof askedFor

/** A customer is asked for one thing at most once in these hours; until then the entry of *Today* waits for them. */
export const hoursBetweenAsks = 4

/** Whether the customer of a row of `job` was asked for it in the last hours. */
export const wasAsked = (what: AskedFor): RawBuilder<boolean> => sql<boolean>`exists (
  select from notice n where n.job_id = job.id and n.kind = ${sql.lit(askedFor[what])}
    and n.created_at > now() - interval '${sql.raw(String(hoursBetweenAsks))} hours')`
