import type { ClientBase } from 'pg'
import type { Manifest } from './manifest.ts'

/** The last number of a series of receipts in a year. */
type LastNumber = { series: string; year: number; last_number: number }

/** What the database that will be replaced knows about numbers. */
export type ReplacedNumbers = { lasts: LastNumber[]; partnerIds: string[] }

/** @returns null if the database that will be replaced is empty, or does not know the numbers itself. */
export async function replacedNumbers(client: ClientBase): Promise<ReplacedNumbers | null> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('invoice_series') is not null and to_regclass('invoice_hold') is not null as known`,
  )
  if (!rows[0]?.known) return null
  const partners = await client.query<{ id: string }>('select id from partner')
  if (!partners.rowCount || (await client.query('select from invoice_hold')).rowCount) return null
  const lasts = await client.query<LastNumber>('select series, year, last_number from invoice_series')
  return { lasts: lasts.rows, partnerIds: partners.rows.map(({ id }) => id) }
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
  replaced: ReplacedNumbers | null,
): Promise<boolean> {
  if (replaced && (await areLater(client, replaced))) {
    await client.query(
      `insert into invoice_series (series, year, last_number)
       select series, year, last_number from jsonb_to_recordset($1::jsonb) as t(series text, year integer, last_number integer)
       on conflict (series, year) do update set last_number = excluded.last_number`,
      [JSON.stringify(replaced.lasts)],
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

/**
 * Whether the replaced database is a later state of the same books: it has a partner of the backup, and no series is
 * further in the backup. A backup from before the first number has no series to compare.
 */
async function areLater(client: ClientBase, { lasts, partnerIds }: ReplacedNumbers): Promise<boolean> {
  const shared = await client.query('select from partner where id = any($1::uuid[]) limit 1', [partnerIds])
  if (!shared.rowCount) return false
  const { rows } = await client.query<LastNumber>('select series, year, last_number from invoice_series')
  return rows.every(({ series, year, last_number: number }) =>
    lasts.some((last) => last.series === series && last.year === year && last.last_number >= number),
  )
}
