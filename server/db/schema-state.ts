import { type Kysely, sql } from 'kysely'
import { OperatorError } from '../lib/operator-error.ts'
import { drayVersion } from '../lib/version.ts'
import { compareVersions, migrationNames } from './migration-files.ts'

/**
 * The schema beside the migrations of this version. `newer`: it has others too, and this version may run on it;
 * `too_new`: it may not. `foreign`: it lacks some and has others, so it belongs to no version in between.
 */
export type SchemaState = {
  state: 'current' | 'older' | 'newer' | 'too_new' | 'foreign'
  missing: string[]
  unknown: string[]
  /** The newest version that has migrated the database, and the oldest that may run on it; null before 0.2.0. */
  release: { oldest: string; newest: string } | null
}

export async function readSchemaState<T>(
  kysely: Kysely<T>,
  { known = migrationNames(), version = drayVersion() } = {},
): Promise<SchemaState> {
  const applied = (await isReadable(kysely, 'kysely_migration'))
    ? (await sql<{ name: string }>`select name from kysely_migration`.execute(kysely)).rows
    : []
  const [release = null] = (await isReadable(kysely, 'schema_release'))
    ? (
        await sql<{ oldest: string; newest: string }>`select oldest, newest from schema_release`.execute(
          kysely,
        )
      ).rows
    : []
  return compareSchema(
    applied.map(({ name }) => name),
    { known, version, release },
  )
}

type This = Pick<SchemaState, 'release'> & { known: readonly string[]; version: string }

export function compareSchema(applied: readonly string[], { known, version, release }: This): SchemaState {
  const missing = known.filter((name) => !applied.includes(name))
  const unknown = applied.filter((name) => !known.includes(name)).sort()
  const found = { missing, unknown, release }
  if (unknown.length === 0) return { state: missing.length === 0 ? 'current' : 'older', ...found }
  if (missing.length > 0) return { state: 'foreign', ...found }
  const mayRun = release !== null && compareVersions(version, release.oldest) >= 0
  return { state: mayRun ? 'newer' : 'too_new', ...found }
}

/** @throws OperatorError when this version may not run on the schema. */
export function refuseSchema({ state, release, unknown }: SchemaState): void {
  const used = release ? `version ${release.newest}` : 'a newer version'
  if (state === 'too_new')
    throw new OperatorError(
      `This database was used by Dray ${used}, and ${drayVersion()} cannot run on it.\n` +
        `Start ${release ? `${release.oldest} or newer` : 'that version'}, or restore a backup made before the upgrade`,
    )
  if (state === 'foreign')
    throw new OperatorError(
      `This database was changed by another line of Dray (${unknown.join(', ')}).\n` +
        'Start the version that changed it, or restore a backup made before',
    )
}

/** Not in an empty database, nor while the role has no rights yet. */
async function isReadable<T>(kysely: Kysely<T>, table: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean | null }>`
    select has_table_privilege(to_regclass(${table}), 'select') as is`.execute(kysely)
  return rows[0]?.is ?? false
}
