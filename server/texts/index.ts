import type { PersonLanguage } from '#contract/vocabulary.ts'
import { ca } from './ca.ts'
import { de } from './de.ts'
import { en, type Texts } from './en/index.ts'
import { es } from './es/index.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import type { PersonTexts } from './person-texts.ts'
import { pt } from './pt.ts'

export type { Texts }

/** One text, chosen by name: `(t) => t.jobs.unknown`. The language is decided where the text is shown. */
export type Text = (t: Texts) => string

/** Texts that people never see are in English and Spanish only; the other languages have them in English. */
const withEnglish = (own: PersonTexts): Texts => ({ ...en, ...own })

export const texts: Record<PersonLanguage, Texts> = {
  en,
  es,
  pt: withEnglish(pt),
  fr: withEnglish(fr),
  it: withEnglish(it),
  de: withEnglish(de),
  ca: withEnglish(ca),
}
