import { type Kysely, sql, type Transaction } from 'kysely'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { smsLanguageColumns, smsLanguageIn } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'

export type NewPartner = { id: string; companyName: string; smsLanguage: PersonLanguage | null }

export async function insertPartner(kysely: Kysely<Tables>, partner: NewPartner): Promise<void> {
  const { id, companyName, smsLanguage } = partner
  await kysely
    .insertInto('partner')
    .values({ id, company_name: companyName, ...smsLanguageColumns(smsLanguage) })
    .execute()
}

export function listPartners(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('partner')
    .select(['id as partner_id', 'company_name', smsLanguageIn('partner').as('sms_language')])
    .select(['created_at', 'suspended_at'])
    .orderBy('id')
    .execute()
}

export async function partnerExists(kysely: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await kysely.selectFrom('partner').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** The fields that `partner update` may change. */
export type PartnerProfile = { company_name: string; sms_language: PersonLanguage | null }

/** Locks the partner's row until the transaction ends. Null for an unknown partner. */
export async function lockProfile(trx: Transaction<Tables>, id: string): Promise<PartnerProfile | null> {
  const row = await trx
    .selectFrom('partner')
    .select(['company_name', smsLanguageIn('partner').as('sms_language')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function setProfile(
  trx: Transaction<Tables>,
  id: string,
  { sms_language, ...profile }: Partial<PartnerProfile>,
): Promise<void> {
  const columns = { ...profile, ...(sms_language !== undefined && smsLanguageColumns(sms_language)) }
  await trx.updateTable('partner').set(columns).where('id', '=', id).execute()
}

/** While a partner is suspended, all its keys get 403. Returns false without a change, or for an unknown partner. */
export async function setSuspended(kysely: Kysely<Tables>, id: string, suspended: boolean): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('partner')
    .set({ suspended_at: suspended ? sql`now()` : null })
    .where('id', '=', id)
    .where('suspended_at', suspended ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns the error in a company name, or null. Every SMS begins with the name, so it must fit there: 1 to 60
 * characters on one line.
 */
export function companyNameFault(name: string): string | null {
  const trimmed = name.trim()
  if (trimmed.length === 0 || [...trimmed].length > 60) return 'the company name must have 1 to 60 characters'
  if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(trimmed))
    return 'the company name must be one line of plain text'
  if (/https?:|www\.|\/\//i.test(trimmed)) return 'the company name must not contain a link'
  return null
}
