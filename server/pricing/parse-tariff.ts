import { Ajv, type ErrorObject } from 'ajv'
import type { Details, Text } from '../lib/problem.ts'
import { Tariff } from './tariff.ts'

const matches = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  strictNumbers: true,
  multipleOfPrecision: 6,
  // Our own schema: compiling the meta-schema to validate it would slow every start.
  meta: false,
  validateSchema: false,
}).compile<Tariff>(Tariff)

/**
 * Parses a tariff from JSON that the operator wrote or the database stored.
 *
 * @returns the tariff, or every fault by its path (`distanceTiers[1].upToKm`; `tariff` for the whole document).
 */
export function parseTariff(json: unknown): { ok: true; tariff: Tariff } | { ok: false; faults: Details } {
  if (!matches(json)) return { ok: false, faults: Object.fromEntries((matches.errors ?? []).map(fault)) }
  const faults = tierFaults(json.distanceTiers)
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, tariff: json }
}

/** Checks what the schema cannot express: every kilometre belongs to exactly one tier. */
function tierFaults(tiers: Tariff['distanceTiers']): Details {
  const faults: Details = {}
  let coveredKm = 0
  for (const [index, { upToKm }] of tiers.entries()) {
    const path = `distanceTiers[${index}].upToKm`
    const isLast = index === tiers.length - 1
    if (isLast && upToKm !== null) faults[path] = texts.lastTier
    if (!isLast && upToKm === null) faults[path] = texts.openTier
    if (upToKm !== null && upToKm <= coveredKm) faults[path] = texts.ascending
    coveredKm = upToKm ?? coveredKm
  }
  return faults
}

function fault(error: ErrorObject): [string, Text] {
  const path = pathOf(error.instancePath)
  if (error.keyword === 'required') return [within(path, error.params.missingProperty), texts.required]
  if (error.keyword === 'additionalProperties') {
    return [within(path, error.params.additionalProperty), texts.unknown]
  }
  return [path || 'tariff', error.parentSchema?.fault]
}

const pathOf = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')

const within = (path: string, member: string): string => (path ? `${path}.${member}` : member)

const texts = {
  required: { en: 'is required', es: 'es obligatorio' },
  unknown: { en: 'is not part of a tariff', es: 'no forma parte de una tarifa' },
  lastTier: {
    en: 'must be null: the last tier has no end',
    es: 'debe ser null: el último tramo no tiene fin',
  },
  openTier: { en: 'may be null in the last tier only', es: 'solo puede ser null en el último tramo' },
  ascending: {
    en: 'must be greater than the end of the tier before',
    es: 'debe ser mayor que el fin del tramo anterior',
  },
} satisfies Record<string, Text>
