import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..')

test('the licences of a release name each installed package, its version and its licence', () => {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const script = path.join(root, 'scripts/licences.ts')
  const printed = execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 16 << 20 })
  const installed = Object.entries(lock.packages).filter(
    ([place]) => place !== '' && existsSync(path.join(root, place)),
  )
  assert.ok(installed.length > 100)
  for (const [place, { version }] of installed) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    assert.ok(printed.includes(`${name} ${version} (`), `${name} ${version}`)
  }
  assert.doesNotMatch(printed, /\(unknown\)/)
  assert.match(printed, /fastify [\d.]+ \(MIT\)\n\n.*Permission is hereby granted/s)
})
