import { useTexts } from '../kit/texts/use-texts.ts'

/** The words of a code of the contract; null for a code without words, and for a text that a person typed. */
export function useWordsOf(): (code: string) => string | null {
  const { find } = useTexts('codes')
  return (code) => {
    const key = code.replaceAll(/[ .:]+/g, '_')
    return /^[a-z_]+$/.test(key) ? find(key) : null
  }
}

/** A code of the contract for reading: its words, or the code itself, as in `some_code` → `some code`. */
export function useShownCode(): (code: string) => string {
  const wordsOf = useWordsOf()
  return (code) => wordsOf(code) ?? code.replaceAll('_', ' ')
}
