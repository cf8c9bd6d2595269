import type { PersonLanguage } from '#contract/vocabulary.ts'
import { currentLanguage } from './language.ts'

/** `4520` → `45,20 €` in Spanish, `€45.20` in English. */
export function money(cents: number): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency: 'EUR' }).format(cents / 100)
}

/** `2000` → `20 €` in Spanish, `€20` in English. */
export const wholeEuros = (cents: number): string => inEuros().format(cents / 100)

/** `18–26 €` in Spanish, `€18–26` in English. */
export function euroRange(lowCents: number, highCents: number): string {
  const parts = inEuros().formatToParts(highCents / 100)
  const first = parts.findIndex(({ type }) => type === 'integer')
  // `formatRange` repeats the symbol in English.
  return parts
    .map(({ value }, index) => (index === first ? `${wholeNumber(lowCents / 100)}–${value}` : value))
    .join('')
}

const inEuros = () =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })

export const locale = (): string => locales[currentLanguage()]

const locales: Record<PersonLanguage, string> = {
  en: 'en-GB',
  es: 'es-ES',
  pt: 'pt-PT',
  fr: 'fr-FR',
  it: 'it-IT',
  de: 'de-DE',
  ca: 'ca-ES',
}

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
