import { euros } from '../format.ts'
import { useConsoleTexts, useTexts } from '../texts.ts'

/** Returns a function from the words of a step or of the next event to words in the language of the page. */
export function useWords(): (what: string) => string {
  const { words, fee } = useConsoleTexts()
  const { locale } = useTexts()
  return (what) => {
    const cents = /^cancelled for a fee of (\d+) cents$/.exec(what)?.[1]
    return cents ? fee(euros(Number(cents) / 100, locale)) : (words[what] ?? what)
  }
}
