import type { Kysely } from 'kysely'
import type { CarrierStatus, Language } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'

export type Account = {
  id: string
  phone: string
  name: string | null
  language: Language
  carrierStatus: CarrierStatus | null
}

/** Absent members stay as they are. */
export async function changeAccount(
  kysely: Kysely<Tables>,
  {
    accountId,
    name,
    language,
  }: { accountId: string; name?: string | undefined; language?: Language | undefined },
): Promise<void> {
  if (name === undefined && language === undefined) return
  await kysely
    .updateTable('account')
    .set({ ...(name !== undefined && { name }), ...(language !== undefined && { language }) })
    .where('id', '=', accountId)
    .execute()
}
