import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { looksLikePhone } from '../../../jobs/queries/staff/recognise.ts'
import { Problem } from '../../../lib/problem.ts'
import { byStaff } from '../by-staff.ts'
import type { MemberCaller } from '../caller.ts'
import { limitPhoneSearch } from '../limit-phone-search.ts'
import { seesPhones } from '../sees-phones.ts'

export type PhoneSearchNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/**
 * Records that a member searches for a phone, by its last two digits only. Other searches are not recorded.
 *
 * @throws Problem `role_too_low` for a `viewer`, who could else find out whose a number is;
 *   `rate_limit_exceeded`.
 */
export async function recordPhoneSearch(
  { kysely, limiter }: PhoneSearchNeeds,
  { caller, request }: { caller: MemberCaller; request: FastifyRequest },
  { search }: JobFilters,
): Promise<void> {
  if (search === undefined || !looksLikePhone(search.normalize('NFC'))) return
  if (!seesPhones(caller)) throw notForViewers
  await limitPhoneSearch(limiter, caller)
  const changes = { last_two_digits: { from: null, to: search.slice(-2) } }
  await kysely.transaction().execute((trx) =>
    recordAudit(trx, {
      ...byStaff(caller, request),
      act: 'job.search_phone',
      targets: [],
      changes,
    }),
  )
}

const notForViewers = new Problem('role_too_low', (t) => t.panel.searchPhone)
