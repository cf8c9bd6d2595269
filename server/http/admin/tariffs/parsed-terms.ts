import type { Tariff } from '#contract/tariff.ts'
import { Problem } from '../../../lib/problem.ts'
import { parseTariff } from '../../../pricing/parse-tariff.ts'

/**
 * Checks what the schema of the body cannot express (each kilometre belongs to one tier).
 *
 * @throws Problem `validation_error` with each fault by its path (`terms.distanceTiers[0].upToKm`).
 */
export function parsedTerms(terms: Tariff): Tariff {
  const parsed = parseTariff(terms)
  if (parsed.ok) return parsed.tariff
  const details = Object.entries(parsed.faults).map(([path, fault]) => [`terms.${path}`, () => fault])
  throw new Problem('validation_error', (t) => t.accounts.checkInput, {
    details: Object.fromEntries(details),
  })
}
