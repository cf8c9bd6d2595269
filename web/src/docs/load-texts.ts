import { type Language, languages } from '#contract/vocabulary.ts'
import type { DocsTexts } from '../texts/docs/en.ts'
import type { ConsoleTexts } from '../texts/docs-console/en.ts'

export const pageLanguage = languages.find((each) => each === document.documentElement.lang) ?? 'en'

const loaders: Record<Language, () => Promise<DocsTexts>> = {
  en: async () => (await import('../texts/docs/en.ts')).en,
  es: async () => (await import('../texts/docs/es.ts')).es,
}

const consoleLoaders: Record<Language, () => Promise<ConsoleTexts>> = {
  en: async () => (await import('../texts/docs-console/en.ts')).en,
  es: async () => (await import('../texts/docs-console/es.ts')).es,
}

export const loadTexts = (language: Language): Promise<DocsTexts> => loaders[language]()
export const loadConsoleTexts = (language: Language): Promise<ConsoleTexts> => consoleLoaders[language]()
