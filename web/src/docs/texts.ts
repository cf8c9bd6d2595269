import { createContext, use } from 'react'
import type { Language } from '#contract/vocabulary.ts'
import type { DocsTexts } from '../texts/docs/en.ts'
import type { ConsoleTexts } from '../texts/docs-console/en.ts'

/** The texts of a page. Its language is in its URL and does not change while it is open. */
type PageTexts = DocsTexts & { locale: Language }

export const TextsContext = createContext<PageTexts | null>(null)
export const ConsoleTextsContext = createContext<ConsoleTexts | null>(null)

export const useTexts = (): PageTexts => given(use(TextsContext))
export const useConsoleTexts = (): ConsoleTexts => given(use(ConsoleTextsContext))

function given<T>(texts: T | null): T {
  if (!texts) throw new Error('A tool was drawn without its texts')
  return texts
}
