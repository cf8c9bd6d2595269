import { Ajv, type ErrorObject } from 'ajv'
import type { Static, TObject } from 'typebox'
import { envFormats } from './env-formats.ts'

/** The variables of a process, or of a settings file. */
export type Env = Record<string, string | undefined>

/**
 * Reads the settings of one part (a provider, or the core) from the environment. Strings are converted to numbers and
 * booleans by the schema, empty strings count as absent, and defaults are filled in.
 *
 * @returns the settings, or a list of errors. Each error names its variable, but never its value, which may be a
 *   secret.
 */
export function readEnv<T extends TObject>(
  schema: T,
  env: Record<string, string | undefined>,
): { ok: true; value: Static<T> } | { ok: false; faults: string[] } {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(schema.properties)) {
    if (env[name] !== undefined && env[name] !== '') given[name] = env[name]
  }
  const validate = ajv.compile(onlyGiven(schema, given))
  if (validate(given)) return { ok: true, value: { ...defaultsOf(schema), ...given } as Static<T> }
  return { ok: false, faults: [...new Set((validate.errors ?? []).map(fault))] }
}

/** Most settings are absent, and compiling their schemas would take longer than using them. */
const onlyGiven = ({ properties, required }: TObject, given: Record<string, unknown>) => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name in given)),
  required: (required ?? []).filter((name) => !('default' in (properties[name] ?? {}))),
})

const defaultsOf = ({ properties }: TObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) =>
      'default' in member ? [[name, member.default]] : [],
    ),
  )

// One instance keeps its compiled validators. Compiling the meta-schema would take a quarter of a second.
const ajv = new Ajv({
  coerceTypes: true,
  allErrors: true,
  strict: false,
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  // Each validator runs once or twice, so optimizing its code takes longer than it saves.
  code: { optimize: false },
  formats: Object.fromEntries(Object.entries(envFormats).map(([name, { validate }]) => [name, validate])),
})

function fault(error: ErrorObject): string {
  const name =
    error.keyword === 'required' ? String(error.params.missingProperty) : error.instancePath.slice(1)
  if (error.keyword === 'required') return `${name} is required`
  if (error.keyword === 'enum') return `${name} must be one of ${error.params.allowedValues.join(', ')}`
  if (error.keyword === 'format') return `${name} must be ${envFormats[error.params.format]?.form}`
  return `${name} ${error.message}`
}
