import type { Language } from '#contract/vocabulary.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'

/** All texts of the server in one language. English decides which texts exist and which values they need. */
export type Texts = typeof en

/** One text, chosen by name: `(t) => t.jobs.unknown`. The language is decided where the text is shown. */
export type Text = (t: Texts) => string

export const texts: Record<Language, Texts> = { en, es }
