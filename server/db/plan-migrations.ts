import { type Kysely, sql } from 'kysely'
import { knownMigrations, type MigrationText, oldestVersion, runsAlone } from './migration-files.ts'
import { readSchemaState } from './schema-state.ts'

export type PlannedMigration = {
  name: string
  /** What its comment says of its locks. */
  locks: string | null
  /** The tables that it names, with PostgreSQL's estimate of their rows; null for a new one. */
  tables: { table: string; rows: number | null }[]
  runsAlone: boolean
  oldestVersion: string | null
}

/** The migrations that `migrate` would run, in order. */
export async function planMigrations<T>(kysely: Kysely<T>): Promise<PlannedMigration[]> {
  const { missing } = await readSchemaState(kysely)
  const pending = knownMigrations().filter(({ name }) => missing.includes(name))
  return await Promise.all(
    pending.map(async (migration) => ({
      name: migration.name,
      locks: /^-- (Locks: .*)$/m.exec(migration.text)?.[1] ?? null,
      tables: await sizesOf(kysely, tablesIn(migration)),
      runsAlone: runsAlone(migration),
      oldestVersion: oldestVersion([migration]),
    })),
  )
}

const tableName =
  /\b(?:alter table(?: only)?|create table|update|delete from|insert into|on) (?:if (?:not )?exists )?([a-z_]+)/g

const tablesIn = ({ text }: MigrationText): string[] => [
  ...new Set(Array.from(text.replace(/^--.*$/gm, '').matchAll(tableName), ([, table = '']) => table)),
]

async function sizesOf<T>(kysely: Kysely<T>, names: string[]): Promise<PlannedMigration['tables']> {
  const { rows } = await sql<{ table: string; rows: number | null }>`
    select name as table, greatest(c.reltuples, 0)::bigint as rows
    from unnest(${names}::text[]) with ordinality as given (name, at)
    left join pg_class c on c.oid = to_regclass(name) and c.relkind = 'r' order by at`.execute(kysely)
  return rows
}
