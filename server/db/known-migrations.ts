import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type MigrationText = { name: string; text: string }

/** Returns the migrations of this version of Dray, in order. */
export function knownMigrations(): MigrationText[] {
  const folder = path.join(import.meta.dirname, 'migrations')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: file.replace(/\.sql$/, ''),
      text: readFileSync(path.join(folder, file), 'utf8'),
    }))
}
