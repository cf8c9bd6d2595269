import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { startDray } from '../support/dray.ts'

test('DESIGN 6 promise 7: the tasks of a start do not all ask the database in the same instant', async () => {
  await using app = await startDray()
  const { pool } = app.dray.database
  const asked = () => pool.totalCount - pool.idleCount + pool.waitingCount
  assert.equal(asked(), 0)
  const tasks = app.dray.startTasks()
  await setImmediate()
  assert.ok(asked() > 0, 'some have begun')
  assert.ok(asked() <= 6, `${asked()} statements at once`)
  await tasks.stop()
})
