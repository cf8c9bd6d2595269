import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type MigrationText = { name: string; text: string }

/** Returns the migrations of this version of Dray, in order. */
export function knownMigrations(): MigrationText[] {
  return migrationNames().map((name) => ({
    name,
    text: readFileSync(path.join(folder, `${name}.sql`), 'utf8'),
  }))
}

/** Their names, in order. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()

const folder = path.join(import.meta.dirname, 'migrations')
