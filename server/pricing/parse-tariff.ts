import { Ajv, type ErrorObject } from 'ajv'
import { lazy } from '../lib/lazy.ts'
import { Tariff } from './tariff.ts'

const compiled = lazy(() =>
  new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    strictNumbers: true,
    multipleOfPrecision: 6,
    // Our own schema: compiling the meta-schema to validate it would slow every start.
    meta: false,
    validateSchema: false,
  }).compile<Tariff>(Tariff),
)

/** The errors for the operator by path, in English like all output of commands. */
export type Faults = Record<string, string>

/** A tariff that must not be stored. */
export class InvalidTariff extends Error {
  readonly faults: Faults

  constructor(faults: Faults) {
    super('The tariff is not valid.')
    this.faults = faults
  }
}

/**
 * Parses a tariff from JSON that the operator wrote or the database stored.
 *
 * @returns the tariff, or every error by its path (`distanceTiers[1].upToKm`; `tariff` for the whole document).
 */
export function parseTariff(json: unknown): { ok: true; tariff: Tariff } | { ok: false; faults: Faults } {
  const matches = compiled()
  if (!matches(json)) return { ok: false, faults: Object.fromEntries((matches.errors ?? []).map(fault)) }
  const faults = tierFaults(json.distanceTiers)
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, tariff: json }
}

/** Checks what the schema cannot express: every kilometre belongs to exactly one tier. */
function tierFaults(tiers: Tariff['distanceTiers']): Faults {
  const faults: Faults = {}
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

function fault(error: ErrorObject): [string, string] {
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
  required: 'is required',
  unknown: 'is not part of a tariff',
  lastTier: 'must be null: the last tier has no end',
  openTier: 'may be null in the last tier only',
  ascending: 'must be greater than the end of the tier before',
}
