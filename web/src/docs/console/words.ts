import { euros } from '../format.ts'
import { useConsoleTexts, useTexts } from '../texts.ts'

/** Returns a function from the words of a step or of the next event to words in the language of the page. */
export function useWords(): (what: string) => string {
  const { words, fee, reportFee } = useConsoleTexts()
  const { locale } = useTexts()
  return (what) => {
    const [, act, amount] = /^(.+) for a fee of ([\d.]+) €$/.exec(what) ?? []
    if (!amount) return words[what] ?? what
    return (act === 'cancelled' ? fee : reportFee)(euros(Number(amount), locale))
  }
}
