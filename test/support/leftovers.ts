import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TestDray } from './dray.ts'

/** All rows of all tables as text, with bytes in hexadecimal. */
export async function wholeDatabase({ db }: Pick<TestDray, 'db'>): Promise<string> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  const dumps = tables.map(async ({ name }) => {
    const { rows } = await db.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    return `${name}\n${rows.map(({ row }) => row).join('\n')}`
  })
  return (await Promise.all(dumps)).join('\n')
}

/** Paths of all files in the data folder. */
export async function allFiles({ dataDir }: Pick<TestDray, 'dataDir'>): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

/** Those of `needles` that are found in a row, a file name or a file's content. */
export async function foundAnywhere(
  app: Pick<TestDray, 'dataDir' | 'db'>,
  needles: string[],
): Promise<string[]> {
  const files = await allFiles(app)
  // A file may be deleted after the listing.
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))
  const haystack = [await wholeDatabase(app), ...files, ...contents].join('\n')
  return needles.filter((needle) => haystack.includes(needle))
}

/** Row counts of the job tables, to check that a refused create leaves nothing. */
export async function countRows({ db }: Pick<TestDray, 'db'>) {
  const { rows } = await db.pool.query<{ jobs: number; texts: number; photos: number; events: number }>(
    `select (select count(*)::int from job) as jobs, (select count(*)::int from sms) as texts,
       (select count(*)::int from photo) as photos, (select count(*)::int from job_event) as events`,
  )
  return rows[0] ?? assertNever()
}

function assertNever(): never {
  throw new Error('a count has one row')
}
