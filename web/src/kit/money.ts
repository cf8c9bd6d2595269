import { currentLanguage } from './language.ts'

/** `4520` → `45,20 €` in Spanish, `€45.20` in English. */
export function money(cents: number): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency: 'EUR' }).format(cents / 100)
}

export const locale = (): string => (currentLanguage() === 'es' ? 'es-ES' : 'en-GB')

/** `80` → `80 %` in Spanish, `80%` in English. */
export const percent = (value: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(value / 100)

/** `4520` → `45,20` in Spanish, `45.20` in English: without the currency, for spreadsheets. */
export const plainEuros = (cents: number): string =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, useGrouping: false }).format(cents / 100)
