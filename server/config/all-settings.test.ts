import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { inEnglish } from '../texts/coded.ts'
import { texts } from '../texts/index.ts'
import { knownNames, loadSettings } from './load-settings.ts'
import { readConfig } from './read-config.ts'
import { recordedNames } from './recorded-settings.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

test('the manual and the example have every setting that a settings file may hold, each once', () => {
  const known = [...knownNames().keys()].sort()
  assert.ok(known.length > 60, String(known.length))
  const manual = [...read('docs/operating.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(
    ([, name = '']) => name,
  )
  assert.deepEqual(manual.toSorted(), known)
  const example = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  // It names the file, and cannot be set by it.
  assert.deepEqual([...example, 'DRAY_SETTINGS'].toSorted(), known)
  for (const name of recordedNames) assert.ok(known.includes(name), name)
  const { descriptions, fallbacks } = texts.en.settings
  assert.deepEqual(Object.keys(descriptions).sort(), known, 'no description of a setting that is gone')
  for (const name of Object.keys(fallbacks)) assert.ok(known.includes(name), name)
})

test('the values of the example are the values that Dray uses without any settings', () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'settings.env')
  writeFileSync(file, read('.env.example').replaceAll(/^#([A-Z][A-Z0-9_]+=)/gm, '$1'))
  const { env, warnings } = loadSettings({ DRAY_SETTINGS: file })
  assert.deepEqual(warnings, [])
  assert.deepEqual(readConfig(env), readConfig({}))
})

test('a settings file that everybody can read is warned about for its secrets, and for nothing else', () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'settings.env')
  const secrets = [
    'SECRET_KEY',
    'METRICS_TOKEN',
    'TWILIO_AUTH_TOKEN',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]
  const warned = (lines: string[]): string => {
    writeFileSync(file, lines.join('\n'))
    chmodSync(file, 0o644)
    return loadSettings({ DRAY_SETTINGS: file }).warnings.map(inEnglish).join('\n')
  }
  assert.ok(
    warned(secrets.map((name) => `${name}=x`)).includes(`${file} holds ${secrets.join(', ')} and every user`),
  )
  assert.match(warned(['DATABASE_URL=postgres://dray:pw@db/dray']), /holds DATABASE_URL and/)
  assert.match(warned(['TWILIO_TOKEN=x']), /TWILIO_TOKEN is .*no effect\n.*holds TWILIO_TOKEN and/)
  assert.equal(warned(['SMS_DAILY_CAP_PER_KEY=5', 'DATABASE_URL=postgres://db/dray', 'SECRET_KEY=']), '')
})

function tempFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dray-settings-'))
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
