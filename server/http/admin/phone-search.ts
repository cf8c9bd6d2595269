import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../db/tables.ts'
import { phoneIn, recordPhoneSearch } from '../../jobs/queries/staff/phone-search.ts'
import { Problem } from '../../lib/problem.ts'
import { rateLimited } from '../limits/rate-headers.ts'
import type { MemberCaller } from '../mount.ts'
import { byCaller } from './by-caller.ts'
import { isOfSearch, placeOfSearch, type SearchPlaceNeeds } from './search-places.ts'
import { seesPhones } from './sees-phones.ts'

/** Limit per member: enough for calls of customers, too few to guess numbers or plates. */
const maxPerMinute = 20

/** Counts a search for a phone, of people or of jobs, or for a plate. @throws Problem `rate_limit_exceeded`. */
export async function limitSearch(
  limiter: Limiter,
  { memberId }: Pick<MemberCaller, 'memberId'>,
): Promise<void> {
  const decision = await limiter.take(`member:${memberId}:phones`, maxPerMinute)
  if (!decision.allowed) throw rateLimited(decision)
}

export type PhoneSearchNeeds = SearchPlaceNeeds & { kysely: Kysely<Tables>; limiter: Limiter }

type Found = { filters: JobFilters; before?: string | undefined }

/**
 * Admits a search for a phone and records it, once for all of its pages. Other searches are neither limited nor
 * recorded.
 *
 * @returns the `next` of a page, for the list.
 * @throws Problem `role_too_low` for a `viewer`, who could otherwise find the owner of a number; `rate_limit_exceeded`.
 */
export async function admitPhoneSearch(
  needs: PhoneSearchNeeds,
  { caller, request }: { caller: MemberCaller; request: FastifyRequest },
  { filters, before }: Found,
): Promise<(next: string | null) => string | null> {
  const phone = phoneIn(filters.search ?? '')
  if (!phone) return (next) => next
  if (!seesPhones(caller)) throw notForViewers
  await limitSearch(needs.limiter, caller)
  const search = { memberId: caller.memberId, filters }
  if (before === undefined || !isOfSearch(needs, search, before))
    await recordPhoneSearch(needs.kysely, { phone, by: byCaller(caller, request) })
  return (next) => next && placeOfSearch(needs, search, next)
}

/**
 * Admits a search for a plate.
 *
 * @throws Problem `role_too_low` for a `viewer`, who does not see plates; `rate_limit_exceeded`.
 */
export async function admitPlateSearch(limiter: Limiter, caller: MemberCaller): Promise<void> {
  if (!seesPhones(caller)) throw noPlatesForViewers
  await limitSearch(limiter, caller)
}

const notForViewers = new Problem('role_too_low', (t) => t.panel.searchPhone)
const noPlatesForViewers = new Problem('role_too_low', (t) => t.panel.searchPlate)
