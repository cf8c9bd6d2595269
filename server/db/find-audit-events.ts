import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Each filter is left out where it is not given. */
export type AuditFilters = {
  /** The whole name of the actor, or the id. */
  actor?: string | undefined
  /** `key.revoke`, or `key` for all acts on keys. */
  act?: string | undefined
  /** Id of what was changed. */
  target?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Only events with a smaller id. */
  before?: string | undefined
  limit: number
}

export type AuditRow = Awaited<ReturnType<typeof findAuditEvents>>[number]

/** Newest first. */
export function findAuditEvents(kysely: Kysely<Tables>, filters: AuditFilters) {
  const { actor, act, target, from, to, before, limit } = filters
  let query = kysely.selectFrom('audit_event').selectAll()
  if (actor !== undefined)
    query = isUuid(actor) ? query.where('actor_id', '=', actor) : query.where('actor_name', '=', actor)
  if (act !== undefined)
    query = act.includes('.')
      ? query.where('act', '=', act)
      : query.where('act', 'like', `${act.replaceAll('_', '\\_')}.%`)
  if (target !== undefined)
    query = query.where(sql<boolean>`targets @> ${JSON.stringify([{ id: target }])}::jsonb`)
  if (from !== undefined) query = query.where('at', '>=', new Date(from)).where(isAfter(new Date(from)))
  if (to !== undefined) query = query.where('at', '<', new Date(to)).where(isBefore(new Date(to)))
  if (before !== undefined) query = query.where('id', '<', Number(before))
  return query.orderBy('id', 'desc').limit(limit).execute()
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/*
 * The list is in the order of the ids, so an instant is also given as an id: else a search for a day long ago would read
 * all days since. `at` is the beginning of a transaction, and an event gets its id before the end: never an hour later.
 */
const longest = sql`interval '1 hour'`

const isAfter = (instant: Date) => sql<boolean>`id > coalesce((
  select id from audit_event where at < ${instant}::timestamptz - ${longest} order by at desc limit 1), 0)`

const isBefore = (instant: Date) => sql<boolean>`id < coalesce((
  select id from audit_event where at >= ${instant}::timestamptz + ${longest} order by at limit 1), 9223372036854775807)`
