import { wholeEuros } from '../../kit/money.ts'
import type { Translate } from '../../kit/texts/text-of.ts'
import { dayName } from '../../shared/time/local-time.ts'
import type { FilterName, Filters } from './choices.ts'

/** A filter that is active, in words: `At most 2 floors`. */
export function nameOfFilter(t: Translate<'carrier'>, name: FilterName, filters: Filters): string {
  const { largestSize, maxStairs, minEarnsCents, day } = filters
  if (name === 'largestSize' && largestSize) return t('search.upTo', { size: t(`form.size.${largestSize}`) })
  if (name === 'maxStairs' && maxStairs !== null) return nameOfStairs(t, maxStairs)
  if (name === 'minEarnsCents' && minEarnsCents)
    return t('search.from', { amount: wholeEuros(minEarnsCents) })
  return day ? dayName(day) : ''
}

export const nameOfStairs = (t: Translate<'carrier'>, count: number): string =>
  count === 0 ? t('search.noStairs') : t('search.atMost', { count })
