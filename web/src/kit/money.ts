import type { Language } from '#contract/vocabulary.ts'
import { currentLanguage } from './language.ts'

/** `4520` → `45,20 €` in Spanish, `€45.20` in English. */
export function money(cents: number): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency: 'EUR' }).format(cents / 100)
}

export const locale = (): string => locales[currentLanguage()]

const locales: Record<Language, string> = { en: 'en-GB', es: 'es-ES' }

/** `100000` → `100.000` in Spanish, `100,000` in English. */
export const wholeNumber = (value: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 0, useGrouping: 'always' }).format(value)

/** `80` → `80 %` in Spanish, `80%` in English. */
export const percent = (value: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(value / 100)

/** `10.5` → `10,5 %` in Spanish, `10.5%` in English. */
export const exactPercent = (value: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 2 }).format(value / 100)

/** `4520` → `45,20` in Spanish, `45.20` in English: without the currency, for spreadsheets. */
export const plainEuros = (cents: number): string =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, useGrouping: false }).format(cents / 100)
