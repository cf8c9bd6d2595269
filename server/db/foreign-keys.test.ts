import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'

test('each foreign key has an index, so that deleting many rows scans no table', async () => {
  await using db = await createDatabase()
  const { rows } = await db.pool.query<{ found: string }>(`
    select conrelid::regclass || '.' || attname as found
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype in ('c', 'n') and connamespace = 'public'::regnamespace
      and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)'))
    order by 1`)
  assert.deepEqual(
    rows.map(({ found }) => found),
    [],
  )
})

test('each foreign key to an account has an index, so that deleting the people of a world scans no table', async () => {
  await using db = await createDatabase()
  const { rows } = await db.pool.query<{ found: string }>(`
    select conrelid::regclass || '.' || attname as found
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'account'::regclass
      and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)'))
    order by 1`)
  assert.deepEqual(
    rows.map(({ found }) => found),
    [],
  )
})
