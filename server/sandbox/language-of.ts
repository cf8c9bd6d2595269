import type { Kysely } from 'kysely'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { smsLanguageIn } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'
import { isSamplePhone, phoneLanguage } from '../lib/phone.ts'
import type { World } from './world.ts'

/**
 * The language of a person of the world: the number's, as for a real person who signs in. A number reserved for drama
 * has no country, so its person has the partner's language.
 */
export async function languageOf(
  { kysely }: { kysely: Kysely<Tables> },
  { keyId }: Pick<World, 'keyId'>,
  phone: string,
): Promise<PersonLanguage> {
  if (!isSamplePhone(phone)) return phoneLanguage(phone)
  const partner = await kysely
    .selectFrom('api_key')
    .innerJoin('partner', 'partner.id', 'api_key.partner_id')
    .select(smsLanguageIn('partner').as('language'))
    .where('api_key.id', '=', keyId)
    .executeTakeFirst()
  return partner?.language ?? 'en'
}
