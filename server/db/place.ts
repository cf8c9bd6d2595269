import { type RawBuilder, sql } from 'kysely'

/** The columns by which a list is sorted, newest first: an instant, and the id for equal instants. */
export type Order = { at: string; id: string }

/** The place of a row: microseconds and id. */
export const placeIn = ({ at, id }: Order) => sql<string>`${microsecondsOf(at)} || '~' || ${sql.ref(id)}`

/** Whether a row comes after the one with this place. */
export function isBeyond({ at, id }: Order, place: string) {
  const [microseconds = '', rowId = ''] = place.split('~')
  return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${instantOf(microseconds)}, ${rowId}::uuid)`
}

/** An instant in a place. A `Date` would drop the microseconds and so repeat or skip rows. */
export const microsecondsOf = (at: string): RawBuilder<string> =>
  sql`(extract(epoch from ${sql.ref(at)}) * 1000000)::bigint::text`

export const instantOf = (microseconds: string): RawBuilder<Date> =>
  sql`('epoch'::timestamptz + ${microseconds}::bigint * interval '1 microsecond')`
