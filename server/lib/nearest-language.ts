import type { Language, PersonLanguage } from '#contract/vocabulary.ts'

/** English or Spanish, the one that more people of a language read: for texts in these two only (decision 80). */
export const nearestLanguage = (language: PersonLanguage): Language => nearest[language]

const nearest: Record<PersonLanguage, Language> = {
  en: 'en',
  es: 'es',
  pt: 'es',
  fr: 'en',
  it: 'es',
  de: 'en',
  ca: 'es',
}
