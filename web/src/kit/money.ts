import { currentLanguage } from './language.ts'

/** `4520` → `45,20 €` in Spanish, `€45.20` in English. */
export function money(cents: number): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency: 'EUR' }).format(cents / 100)
}

export const locale = (): string => (currentLanguage() === 'es' ? 'es-ES' : 'en-GB')
