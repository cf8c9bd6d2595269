import { euros } from '../format.ts'
import { useConsoleTexts, useTexts } from '../texts.ts'

/** Returns a function from the words of a step or of the next event to words in the language of the page. */
export function useWords(): (what: string) => string {
  const { words, fee } = useConsoleTexts()
  const { locale } = useTexts()
  return (what) => {
    const amount = /^cancelled for a fee of ([\d.]+) €$/.exec(what)?.[1]
    return amount ? fee(euros(Number(amount), locale)) : (words[what] ?? what)
  }
}
