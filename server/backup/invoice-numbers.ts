import type { ClientBase } from 'pg'
import type { Manifest } from './manifest.ts'

/** The last number of a series of receipts in a year. */
type LastNumber = { series: string; year: number; last_number: number }

/** What the database that will be replaced knows about numbers; null if it is empty, or does not know them itself. */
export async function replacedNumbers(client: ClientBase): Promise<LastNumber[] | null> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('invoice_series') is not null and to_regclass('invoice_hold') is not null as known`,
  )
  if (!rows[0]?.known || !(await client.query('select from partner limit 1')).rowCount) return null
  if ((await client.query('select from invoice_hold')).rowCount) return null
  return (await client.query<LastNumber>('select series, year, last_number from invoice_series')).rows
}

/**
 * Numbers that were given since the backup must not be given again. If the replaced database has them, its series go
 * on; else pages of real money wait until `dray invoice continue` says that they may go on (decision 68).
 *
 * @returns whether they wait.
 */
export async function keepNumbers(
  client: ClientBase,
  { created_at: backupOf }: Manifest,
  replaced: LastNumber[] | null,
): Promise<boolean> {
  if (replaced && (await areLater(client, replaced))) {
    await client.query(
      `insert into invoice_series (series, year, last_number)
       select series, year, last_number from jsonb_to_recordset($1::jsonb) as t(series text, year integer, last_number integer)
       on conflict (series, year) do update set last_number = excluded.last_number`,
      [JSON.stringify(replaced)],
    )
    await client.query('delete from invoice_hold')
    return false
  }
  await client.query(
    'insert into invoice_hold (backup_of) values ($1) on conflict (id) do update set since = now(), backup_of = excluded.backup_of',
    [backupOf],
  )
  return true
}

/** Whether the replaced database is a later state of the same books: no series of the backup is further in the backup. */
async function areLater(client: ClientBase, replaced: LastNumber[]): Promise<boolean> {
  const { rows } = await client.query<LastNumber>('select series, year, last_number from invoice_series')
  return rows.every(({ series, year, last_number: number }) =>
    replaced.some((last) => last.series === series && last.year === year && last.last_number >= number),
  )
}
