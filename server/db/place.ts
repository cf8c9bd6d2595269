import { sql } from 'kysely'

/** The columns by which a list is sorted, newest first: an instant, and the id for equal instants. */
export type Order = { at: string; id: string }

/** The place of a row. It has microseconds, because a `Date` would drop them and so repeat or skip rows. */
export const placeIn = ({ at, id }: Order) =>
  sql<string>`(extract(epoch from ${sql.ref(at)}) * 1000000)::bigint::text || '~' || ${sql.ref(id)}`

/** Whether a row comes after the one with this place. */
export function isBeyond({ at, id }: Order, place: string) {
  const [microseconds = '', rowId = ''] = place.split('~')
  return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (
    'epoch'::timestamptz + ${microseconds}::bigint * interval '1 microsecond', ${rowId}::uuid)`
}
