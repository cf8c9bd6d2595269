import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A migration is one file. Its comments tell how it runs. `-- no-transaction`: one statement after the other, which can
 * be repeated, for concurrent indexes and for locks that must not last until the next migrations.
 * `-- oldest version: 0.4.0`: older versions cannot run on the schema any longer (decision 59).
 */
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

export const runsAlone = ({ text }: MigrationText): boolean => /^-- no-transaction$/m.test(text)

/** For a restore, whose transaction is the only user of the tables. */
export const inOneTransaction = (migration: MigrationText): string =>
  runsAlone(migration) ? migration.text.replace(/\bconcurrently\b/gi, '') : migration.text

/** The statements of a migration without a transaction: each ends with a line. */
export const statementsOf = ({ text }: MigrationText): string[] =>
  text
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '')

/** The oldest version that may run beside these migrations; null if every version may. */
export function oldestVersion(migrations: readonly MigrationText[]): string | null {
  const floors = migrations.flatMap(
    ({ text }) => /^-- oldest version: (\d+\.\d+\.\d+)$/m.exec(text)?.[1] ?? [],
  )
  return floors.toSorted(compareVersions).at(-1) ?? null
}

/** Negative if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(/[.-]/, 3).map(Number)) as [number[], number[]]
  const at = left.findIndex((number, index) => number !== right[index])
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}
