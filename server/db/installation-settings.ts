import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Returns the settings by name, as recorded by the server role that started last. */
export async function readSettings(kysely: Kysely<Tables>): Promise<Record<string, string>> {
  const rows = await kysely.selectFrom('installation_setting').select(['name', 'value']).execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Serializes concurrent starts: one node compares and records its settings at a time. */
export async function lockSettings(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dray installation settings'))`.execute(trx)
}

export async function writeSettings(trx: Transaction<Tables>, values: Record<string, string>): Promise<void> {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value }))
  if (rows.length === 0) return
  await trx
    .insertInto('installation_setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: (eb) => eb.ref('excluded.value'), updated_at: sql`now()` })
        .whereRef('installation_setting.value', '<>', 'excluded.value'),
    )
    .execute()
}

export const listSettings = (kysely: Kysely<Tables>) =>
  kysely.selectFrom('installation_setting').select(['name', 'value', 'updated_at']).orderBy('name').execute()
