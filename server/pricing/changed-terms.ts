import { type AuditChanges, changesBetween } from '../db/audit.ts'
import type { Tariff } from './tariff.ts'

/** Each number that differs between two tariffs, by its path: `baseCents.S`, `distanceTiers.0.centsPerKm`. */
export function changedTerms(from: Tariff, to: Tariff): AuditChanges {
  const [before, after] = [numbersOf(from), numbersOf(to)]
  // A tier that was removed has its numbers only before.
  const gone = Object.fromEntries(Object.keys(before).map((path) => [path, null]))
  return changesBetween(withAll(before, after), { ...gone, ...after })
}

type Numbers = Record<string, number | null>

/** Paths that only the other has are null here, not absent. */
const withAll = (numbers: Numbers, other: Numbers): Numbers => ({
  ...Object.fromEntries(Object.keys(other).map((path) => [path, null])),
  ...numbers,
})

function numbersOf(value: unknown, above = ''): Numbers {
  if (typeof value !== 'object' || value === null) return { [above]: value as number | null }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, each]) => numbersOf(each, above ? `${above}.${name}` : name)),
  )
}
