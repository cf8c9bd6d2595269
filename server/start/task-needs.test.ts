import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { taskNotes } from './task-needs.ts'

type Line = { level: number; msg: string; task?: string; reason?: string; failedRuns?: number; err?: object }

test('tasks without a database are one line in ten seconds without a stack, and each failure counts', async (t) => {
  let nowMs = 1_000_000
  t.mock.method(performance, 'now', () => nowMs)
  const { lines, notes, metrics, written } = noted()
  const lost = () => new Error('Connection terminated due to connection timeout')
  for (const task of ['warn-of-deadlines', 'deliver-notices', 'send-due-sms', 'forget-pushes']) {
    notes.onTaskRun(task, { seconds: 1, isDone: false, pauseSeconds: 5 })
    notes.onTaskError(task, lost())
  }
  assert.deepEqual(
    lines.map(({ msg, reason, task, failedRuns, err }) => ({ msg, reason, task, failedRuns, err })),
    [
      {
        msg: 'background tasks wait for the database',
        reason: 'Connection terminated due to connection timeout',
        task: 'warn-of-deadlines',
        failedRuns: 1,
        err: undefined,
      },
    ],
  )
  nowMs += 10_001
  notes.onTaskError('send-due-sms', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  assert.deepEqual([lines.length, lines[1]?.failedRuns], [2, 4])
  const counted = await metrics.taskErrors.get()
  assert.deepEqual(
    counted.values.map(({ labels, value }) => [labels.task, value]),
    [
      ['warn-of-deadlines', 1],
      ['deliver-notices', 1],
      ['send-due-sms', 2],
      ['forget-pushes', 1],
    ],
  )
  await notes.writeTaskRuns()
  const runs = JSON.parse(written[0] ?? '') as { task: string; failedAtMs: number | null; error: string }[]
  assert.equal(runs.length, 4, 'Health shows all')
  assert.ok(runs.every(({ failedAtMs, error }) => failedAtMs !== null && error.length > 0))
})

test('a fault of a task itself is logged each time, with its stack, also during an outage', () => {
  const { lines, notes } = noted()
  notes.onTaskError('pay-owed', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  for (let time = 0; time < 2; time += 1) notes.onTaskError('pay-owed', new TypeError('x is undefined'))
  assert.deepEqual(
    lines.map(({ level, err }) => [level, Boolean(err && 'stack' in err)]),
    [
      [40, false],
      [50, true],
      [50, true],
    ],
  )
})

function noted() {
  const lines: Line[] = []
  const written: string[] = []
  const log = createLog('info', (line) => void lines.push(JSON.parse(line)))
  const pool = { query: async (_text: string, [runs]: [string]) => void written.push(runs) }
  const metrics = createMetrics()
  const notes = taskNotes({ metrics, log, pool: pool as unknown as pg.Pool })
  return { lines, written, metrics, notes }
}
