import fs from 'node:fs'
import type { Env } from '../lib/env.ts'

/** `STRIPE_SECRET_KEY_FILE` names the file with the `STRIPE_SECRET_KEY`. */
export const fileVariable = (name: string): string => `${name}_FILE`

/**
 * Reads the settings whose value is in a separate file, as container platforms provide secrets. The value is the
 * content without one line break at its end. An empty `NAME_FILE` counts as absent.
 *
 * @returns the values by setting, and the errors. An error names the setting and the file, never the content.
 */
export function readSecretFiles(
  env: Env,
  names: Iterable<string>,
): { values: Record<string, string>; faults: string[] } {
  const values: Record<string, string> = {}
  const faults: string[] = []
  for (const name of names) {
    const variable = fileVariable(name)
    const file = env[variable]
    if (!file) continue
    if (env[name]) {
      faults.push(`${name} and ${variable} are both set; remove one of them`)
      continue
    }
    const read = readSecret(file)
    if ('value' in read) values[name] = read.value
    else faults.push(`${variable} names ${file}, which ${read.fault}`)
  }
  return { values, faults }
}

function readSecret(file: string): { value: string } | { fault: string } {
  try {
    const value = fs.readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return value === '' ? { fault: 'is empty' } : { value }
  } catch (error) {
    return { fault: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})` }
  }
}
