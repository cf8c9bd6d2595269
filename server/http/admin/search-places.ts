import { createHmac } from 'node:crypto'
import { sameText } from '../../lib/same-text.ts'

/** A search that the audit log records, with its member. */
type Search = { memberId: string; filters: object }

export type SearchPlaceNeeds = { searchKey: Buffer }

/**
 * The `before` of the next page of a recorded search, bound to its member and filters for an hour or two. A page that
 * is asked for with it belongs to a search that is recorded already; without it it could be asked for alone.
 */
export const placeOfSearch = ({ searchKey }: SearchPlaceNeeds, search: Search, place: string): string =>
  `${place}~${proofOf(searchKey, { ...search, place, hour: currentHour() })}`

/** Whether `before` is from a page of this search. */
export function isOfSearch({ searchKey }: SearchPlaceNeeds, search: Search, before: string): boolean {
  const [at, id, proof = ''] = before.split('~')
  const place = `${at}~${id}`
  const now = currentHour()
  return [now, now - 1].some((hour) => sameText(proof, proofOf(searchKey, { ...search, place, hour })))
}

const currentHour = (): number => Math.floor(Date.now() / 3_600_000)

type Proved = Search & { place: string; hour: number }

function proofOf(key: Buffer, { memberId, filters, place, hour }: Proved): string {
  const sorted = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', key)
    .update(JSON.stringify([memberId, sorted, place, hour]))
    .digest('hex')
    .slice(0, 32)
}
