import { useTranslation } from 'react-i18next'
import type { en } from '../texts/codes/en.ts'

/** The words of a code of the contract; null for a code without words, and for a text that somebody typed. */
export function useWordsOf(): (code: string) => string | null {
  const { t, i18n } = useTranslation('codes')
  return (code) => {
    const key = code.replaceAll(/[ .]/g, '_')
    const isKnown = /^[a-z_]+$/.test(key) && i18n.exists(key, { ns: 'codes' })
    return isKnown ? t(key as keyof typeof en) : null
  }
}

/** A code of the contract for reading: its words, or the code itself, as in `some_code` → `some code`. */
export function useShownCode(): (code: string) => string {
  const wordsOf = useWordsOf()
  return (code) => wordsOf(code) ?? code.replaceAll('_', ' ')
}
