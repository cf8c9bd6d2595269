import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { knownNames } from './known-names.ts'

test('a settings file may hold every setting of the manual', () => {
  const manual = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const cells = manual.split('\n').flatMap((line) => /^\| (`[A-Z][^|]*) \|/.exec(line)?.[1] ?? [])
  const names = cells.flatMap((cell) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  )
  assert.ok(names.length > 50, String(names.length))
  const known = knownNames()
  // It names the file, and cannot be set by it.
  const elsewhere = new Set(['DRAY_SETTINGS'])
  assert.deepEqual(
    names.filter((name) => !known.has(name) && !elsewhere.has(name)),
    [],
  )
})
