import { parseEnv } from 'node:util'

export type SettingsFile = { values: Record<string, string>; faults: string[] }

/**
 * Parses lines of NAME=value as Node's `--env-file` does: quotes, comments and `export` are supported. Node ignores an
 * invalid line; here it is an error with its line number. A value cannot span lines. Some editors begin a file with a
 * byte order mark, which is skipped.
 */
export function parseSettings(text: string): SettingsFile {
  const values: Record<string, string> = {}
  const lineOf = new Map<string, number>()
  const faults: string[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const number = index + 1
    if (/^\s*(#|$)/.test(line)) continue
    const entry = entryOf(line)
    if (!entry) faults.push(`line ${number} is not NAME=value`)
    else if (lineOf.has(entry.name))
      faults.push(`line ${number} sets ${entry.name} again, after line ${lineOf.get(entry.name)}`)
    else {
      lineOf.set(entry.name, number)
      values[entry.name] = entry.value
    }
  }
  return { values, faults }
}

function entryOf(line: string): { name: string; value: string } | null {
  const [entry, ...others] = Object.entries(parseEnv(line))
  if (!entry || others.length > 0 || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(entry[0])) return null
  const [name, value = ''] = entry
  // Node keeps an unclosed quote as part of the value.
  return /^["'`]/.test(value) ? null : { name, value }
}
