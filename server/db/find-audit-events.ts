import { type Kysely, sql } from 'kysely'
import { isUuid } from '../lib/ids.ts'
import type { Tables } from './tables.ts'

/** An absent filter is not applied. */
export type AuditFilters = {
  /** The whole name of the actor, or the id. */
  actor?: string | undefined
  /** `key.revoke`, or `key` for all acts on keys. */
  act?: string | undefined
  /** Id of the changed thing. */
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

/*
 * The list is sorted by id, so an instant is converted to an id: otherwise a search for an old day would read all days
 * since. `at` is the start of a transaction, and an event gets its id before the end, at most an hour later. Several
 * events are queried for the id, because one may have a wrong time.
 */
const longest = sql`interval '1 hour'`
const several = 100

const isAfter = (instant: Date) => sql<boolean>`id >= coalesce((
  select min(id) from (select id from audit_event where at < ${instant}::timestamptz - ${longest}
    order by at desc limit ${several}) earlier), 0)`

/** An instant of the last day may have no later events, so all events are read. */
const isBefore = (
  instant: Date,
) => sql<boolean>`(${instant}::timestamptz > now() - interval '1 day' or id <= coalesce((
  select max(id) from (select id from audit_event where at >= ${instant}::timestamptz + ${longest}
    order by at limit ${several}) later), 9223372036854775807))`
