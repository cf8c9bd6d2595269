import { locale } from '../../kit/money.ts'

/** How long ago an instant was, in its largest unit: `8m`, `3h`, `2d`. */
export function age(instant: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1_000)
  if (seconds < 60) return `< ${inUnit(1, 'minute')}`
  if (seconds < 3_600) return inUnit(seconds / 60, 'minute')
  if (seconds < 86_400) return inUnit(seconds / 3_600, 'hour')
  return inUnit(seconds / 86_400, 'day')
}

const inUnit = (value: number, unit: string): string =>
  new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(Math.floor(value))
