import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'

/* Decision 59: new migrations are held to what nodes of the version before can go on beside. */
const script = path.join(import.meta.dirname, '../scripts/check-migrations.ts')

function check(text: string): { code: number | null; output: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-migrations-'))
  try {
    fs.writeFileSync(path.join(folder, '9001_probe.sql'), `-- Locks: a sample.\n${text}\n`)
    const { status, stdout } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
    return { code: status, output: stdout }
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

const bad: [string, string, RegExp][] = [
  ['drops a column', 'alter table node drop column host;', /ban-drop-column/],
  ['renames a column', 'alter table node rename column host to machine;', /renaming-column/],
  ['changes a type', 'alter table job alter column title type varchar(10);', /changing-column-type/],
  ['builds an index under a lock', 'create index job_title on job (title);', /require-concurrent-index/],
  [
    'checks all rows under a lock',
    'alter table job add constraint c check (title <> $$$$);',
    /constraint-missing-not-valid/,
  ],
  [
    'ignores a rule and names no oldest version',
    '-- squawk-ignore ban-drop-column\nalter table node drop column host;',
    /the oldest that may run/,
  ],
]

const squawk = path.join(import.meta.dirname, '../node_modules/@squawk-cli/linux-x64')
const skip = fs.existsSync(squawk) ? false : 'squawk is not installed'

for (const [what, text, reason] of bad)
  test(`a migration that ${what} is stopped by the check`, { skip }, () => {
    const { code, output } = check(text)
    assert.equal(code, 1)
    assert.match(output, reason)
  })

test('a migration that adds, or that says which versions it ends, passes', { skip }, () => {
  const contract =
    '-- oldest version: 9.0.0\n-- squawk-ignore ban-drop-column\nalter table node drop column host;'
  const alone = '-- no-transaction\ncreate index concurrently if not exists node_host on node (host);'
  for (const text of ['alter table node add column later text;', contract, alone])
    assert.deepEqual(check(text), { code: 0, output: '' })
})
