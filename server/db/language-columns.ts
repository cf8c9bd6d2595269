import { type RawBuilder, sql } from 'kysely'
import { type Language, languages, type PersonLanguage } from '#contract/vocabulary.ts'
import { nearestLanguage } from '../lib/nearest-language.ts'

/*
 * The language of a person has two columns: version 0.2.0 reads `language`, which is English or Spanish, and a language
 * that it has no texts for is in `further_language` (decision 80). Both are written together.
 */

type FurtherLanguage = Exclude<PersonLanguage, Language>

const furtherOf = (language: PersonLanguage): FurtherLanguage | null =>
  languages.some((each) => each === language) ? null : (language as FurtherLanguage)

/** The columns of an account or of a challenge. */
export const languageColumns = (language: PersonLanguage) => ({
  language: nearestLanguage(language),
  further_language: furtherOf(language),
})

/** The columns of a partner; null: the phone number of the customer decides. */
export const smsLanguageColumns = (language: PersonLanguage | null) => ({
  sms_language: language && nearestLanguage(language),
  further_sms_language: language && furtherOf(language),
})

/** The language of a row of `account` or `phone_challenge`, in SQL. */
export const languageSql = (table: string): string => `coalesce(${table}.further_language, ${table}.language)`

/** The language of the SMS of a row of `partner`, in SQL; null: the phone number of the customer decides. */
export const smsLanguageSql = (table: string): string =>
  `coalesce(${table}.further_sms_language, ${table}.sms_language)`

export const languageIn = (table: string): RawBuilder<PersonLanguage> => sql.raw(languageSql(table))

export const smsLanguageIn = (table: string): RawBuilder<PersonLanguage | null> =>
  sql.raw(smsLanguageSql(table))
