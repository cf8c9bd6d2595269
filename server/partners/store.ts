import { type Kysely, sql } from 'kysely'
import type { Language } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'

export type NewPartner = { id: string; companyName: string; smsLanguage: Language | null }

export async function insertPartner(kysely: Kysely<Tables>, partner: NewPartner): Promise<void> {
  const { id, companyName, smsLanguage } = partner
  await kysely
    .insertInto('partner')
    .values({ id, company_name: companyName, sms_language: smsLanguage })
    .execute()
}

export function listPartners(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('partner')
    .select(['id as partner_id', 'company_name', 'sms_language', 'created_at', 'suspended_at'])
    .orderBy('id')
    .execute()
}

export async function partnerExists(kysely: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await kysely.selectFrom('partner').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Suspends or lets back in; every key of the partner is answered 403 meanwhile. False: no such partner. */
export async function setSuspended(kysely: Kysely<Tables>, id: string, suspended: boolean): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('partner')
    .set({ suspended_at: suspended ? sql`coalesce(suspended_at, now())` : null })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
