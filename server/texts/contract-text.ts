import type { Language } from '#contract/vocabulary.ts'
import { partnerTexts } from './es/contract/partner.ts'
import { sandboxTexts } from './es/contract/sandbox.ts'

/**
 * The texts of the partner API's contract in the other languages, by the English text: a sentence that changes in the
 * contract has no translation until somebody has looked at it (`contract-text.test.ts`).
 */
export const contractTexts: Record<Exclude<Language, 'en'>, Record<string, string>> = {
  es: { ...partnerTexts, ...sandboxTexts },
}

export const contractText = (text: string, language: Language): string =>
  language === 'en' ? text : (contractTexts[language][text] ?? text)
