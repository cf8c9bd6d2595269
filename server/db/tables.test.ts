import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { createDatabase } from '../../test/support/database.ts'

/** Types do not exist at run time, so the test parses the text of the file and compares it with the database. */
test('tables.ts names every table and column of the migrations, and which of them may be null', async () => {
  await using db = await createDatabase()
  const { rows } = await db.pool.query<{ table_name: string; column_name: string; is_nullable: string }>(
    `select table_name, column_name, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely%' order by table_name, ordinal_position`,
  )
  const actual = rows.map(
    (row) => `${row.table_name}.${row.column_name}${row.is_nullable === 'YES' ? ' null' : ''}`,
  )
  assert.deepEqual(declared().sort(), actual.sort())
})

function declared(): string[] {
  const text = readFileSync(path.join(import.meta.dirname, 'tables.ts'), 'utf8')
  const list = /export type Tables = \{([^}]*)\}/.exec(text)?.[1] ?? ''
  return [...list.matchAll(/(\w+): (\w+)/g)].flatMap(([, table, type]) => {
    const body = new RegExp(`type ${type} = \\{([^}]*)\\}`).exec(text)?.[1] ?? ''
    return [...body.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, column, what = '']) => {
      return `${table}.${column}${/null|MaybeInstant/.test(what) ? ' null' : ''}`
    })
  })
}
