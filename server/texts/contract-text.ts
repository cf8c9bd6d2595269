import type { Language } from '#contract/vocabulary.ts'
import { partnerTexts } from './es/contract/partner.ts'
import { sandboxTexts } from './es/contract/sandbox.ts'

/**
 * Translations of the partner API's contract, by the English text: a changed sentence has no translation until a person
 * has added one (`contract-text.test.ts`).
 */
export const contractTexts: Record<Exclude<Language, 'en'>, Record<string, string>> = {
  es: { ...partnerTexts, ...sandboxTexts },
}

export const contractText = (text: string, language: Language): string =>
  language === 'en' ? text : (contractTexts[language][text] ?? text)
