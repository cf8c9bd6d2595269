import type { Language } from '#contract/vocabulary.ts'
import { en, type Texts } from './en/index.ts'
import { es } from './es/index.ts'

export type { Texts }

/** One text, chosen by name: `(t) => t.jobs.unknown`. The language is decided where the text is shown. */
export type Text = (t: Texts) => string

export const texts: Record<Language, Texts> = { en, es }
