import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleLog, createLog } from './log.ts'

test('in a terminal nothing is logged before the banner, and lines are readable', () => {
  const seen: string[] = []
  const lines = consoleLog((text) => seen.push(text))
  const log = createLog('info', lines.write)
  log.info('listening')
  assert.equal(seen.length, 0)
  seen.push('the banner')
  lines.release()
  log.warn({ task: 'expire-drafts' }, 'a background task is late')
  log.error({ err: new Error('no database') }, 'a background task failed')
  assert.equal(seen[0], 'the banner')
  assert.match(seen[1] ?? '', /^\d\d:\d\d:\d\d {2}listening\n$/)
  assert.match(
    seen[2] ?? '',
    /^\d\d:\d\d:\d\d {2}WARNING {2}a background task is late {2}task=expire-drafts\n$/,
  )
  assert.match(seen[3] ?? '', /ERROR {2}a background task failed\n {2}Error: no database\n +at /)
})

test('no key and no phone reaches the terminal in a log line', () => {
  const seen: string[] = []
  const lines = consoleLog((text) => seen.push(text))
  lines.release()
  const key = `dray_live_${'a'.repeat(32)}`
  createLog('info', lines.write).info({ key, phone: '+34612345678' }, `${key} +34612345678`)
  assert.doesNotMatch(seen.join(''), /dray_live_|612345678/)
})
