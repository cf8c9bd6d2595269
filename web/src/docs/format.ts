import type { Language } from '#contract/vocabulary.ts'

const locales: Record<Language, string> = { en: 'en-GB', es: 'es-ES' }

/** `45.2` → `45,20 €` in Spanish, `€45.20` in English; a third decimal is shown only if there is one. */
export const euros = (amount: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 3,
    minimumFractionDigits: 2,
  }).format(amount)

export const number = (value: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 }).format(value)

export const percent = (value: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 2 }).format(value / 100)

/** `Tue, 24 Nov 2026, 10:20:54 UTC`. */
export const instant = (at: Date, language: Language): string =>
  `${new Intl.DateTimeFormat(locales[language], {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'UTC',
  }).format(at)} UTC`

/** `10:20:54 UTC`. */
export const timeOfDay = (at: Date): string => `${at.toISOString().slice(11, 19)} UTC`

const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
]

/** `90` → `1 min 30 s`, `176400` → `2 d 1 h`: the two largest units, which are written alike in both languages. */
export function duration(seconds: number): string {
  let left = Math.max(0, Math.round(seconds))
  const parts = units.map(({ name, seconds: size }) => {
    const count = Math.floor(left / size)
    left -= count * size
    return { name, count }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => `${count} ${name}`)
    .join(' ')
}
