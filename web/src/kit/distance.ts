import { locale } from './money.ts'

/** `12.34` → `12.3 km`; below one kilometre in metres, to the nearest fifty. */
export function distance(km: number): string {
  if (km < 0.95) return inUnit(Math.max(50, Math.round((km * 1_000) / 50) * 50), 'meter', 0)
  return inUnit(km, 'kilometer', km < 100 ? 1 : 0)
}

const inUnit = (value: number, unit: 'meter' | 'kilometer', maximumFractionDigits: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, maximumFractionDigits }).format(value)
