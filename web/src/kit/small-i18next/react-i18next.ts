import { type ReactNode, useSyncExternalStore } from 'react'
import i18next from './i18next.ts'

/** Nothing to connect: `useTranslation` below knows the texts. */
export const initReactI18next = {}

export const I18nextProvider = ({ children }: { children: ReactNode }): ReactNode => children

/** Suspends until the texts of these areas have been downloaded; renders again when the language changes. */
export function useTranslation(areas: string | readonly string[]) {
  useSyncExternalStore(subscribe, language, language)
  const names = [areas].flat()
  const waits = i18next.waitsFor(names)
  // React's protocol for Suspense.
  if (waits) throw waits
  return { t: i18next.translatorOf(names), i18n: i18next }
}

const language = (): string => i18next.language

function subscribe(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}
