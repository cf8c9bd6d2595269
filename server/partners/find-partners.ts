import { type Kysely, sql } from 'kysely'
import { smsLanguageIn } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'
import { inForceId } from '../pricing/store.ts'

/** `search` is a part of the company name. `before` is the id of the last partner of the previous page. */
export type PartnerFilters = { search?: string | undefined; before?: string | undefined; limit: number }

/** Partners with a summary of their keys, newest first. Ids rise with time, so a page does not shift. */
export function findPartners(kysely: Kysely<Tables>, { search, before, limit }: PartnerFilters) {
  let query = withKeys(kysely)
  if (search !== undefined) query = query.where('company_name', 'ilike', `%${withoutWildcards(search)}%`)
  if (before !== undefined) query = query.where('partner.id', '<', before)
  return query.orderBy('partner.id', 'desc').limit(limit).execute()
}

export type PartnerRow = Awaited<ReturnType<typeof findPartners>>[number]

export const findPartner = (kysely: Kysely<Tables>, partnerId: string): Promise<PartnerRow | undefined> =>
  withKeys(kysely).where('partner.id', '=', partnerId).executeTakeFirst()

const withKeys = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('partner')
    .select(['partner.id as partner_id', 'company_name', smsLanguageIn('partner').as('sms_language')])
    .select(['created_at', 'suspended_at'])
    .select((partner) => [
      partner
        .selectFrom('api_key')
        .whereRef('api_key.partner_id', '=', 'partner.id')
        .where('revoked_at', 'is', null)
        .where(sql<boolean>`coalesce(expires_at > now(), true)`)
        .select((key) => key.fn.countAll<number>().as('count'))
        .as('usable_keys'),
      partner
        .selectFrom('api_key')
        .whereRef('api_key.partner_id', '=', 'partner.id')
        .select((key) => key.fn.max('last_used_at').as('at'))
        .as('last_used_at'),
      inForceId(sql.ref('partner.id')).as('own_tariff_id'),
    ])

/** In a pattern, `%` and `_` are wildcards. */
const withoutWildcards = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
