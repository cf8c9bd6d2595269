import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import type { Env } from '../lib/env.ts'
import { texts } from '../texts/index.ts'
import { allSettings } from './all-settings.ts'
import { ConfigError } from './config-error.ts'
import { loadSettings } from './load-settings.ts'
import { fileVariable } from './secret-files.ts'

// Decision 57: every secret setting can come from a separate file.

const canary = 'canary-0123456789abcdef'

test('every secret, and every address that may hold a password, can come from a file', () => {
  using folder = tempFolder()
  const names = allSettings(texts.en).flatMap(({ settings }) =>
    settings.flatMap(({ name, mayBeInFile }) => (mayBeInFile ? [name] : [])),
  )
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'METRICS_TOKEN', 'STRIPE_SECRET_KEY'])
    assert.ok(names.includes(name), name)
  for (const name of names) {
    const { env, fromFile } = load(folder, { [fileVariable(name)]: folder.write('secret', `${canary}\n`) })
    assert.deepEqual([env[name], fromFile], [canary, [name]])
  }
})

test('the value is the content without one line break at its end', () => {
  using folder = tempFolder()
  const valueOf = (content: string) =>
    load(folder, { METRICS_TOKEN_FILE: folder.write('token', content) }).env.METRICS_TOKEN
  assert.equal(valueOf(canary), canary)
  assert.equal(valueOf(`${canary}\r\n`), canary)
  assert.equal(valueOf(`${canary}\n\n`), `${canary}\n`)
  assert.equal(valueOf(` ${canary} \n`), ` ${canary} `)
})

test('a secret that is set twice, or whose file is missing, a folder or empty, is a fault without the content', () => {
  using folder = tempFolder()
  const file = folder.write('token', canary)
  const empty = folder.write('empty', '\n')
  const faults = faultsOf(folder, {
    METRICS_TOKEN: canary,
    METRICS_TOKEN_FILE: file,
    DATABASE_URL_FILE: `${file}.gone`,
    SECRET_KEY_FILE: folder.path,
    STRIPE_SECRET_KEY_FILE: empty,
  })
  assert.deepEqual(faults.toSorted(), [
    `DATABASE_URL_FILE names ${file}.gone, which cannot be read (ENOENT)`,
    'METRICS_TOKEN and METRICS_TOKEN_FILE are both set; remove one of them',
    `SECRET_KEY_FILE names ${folder.path}, which cannot be read (EISDIR)`,
    `STRIPE_SECRET_KEY_FILE names ${empty}, which is empty`,
  ])
})

test('the settings file can name the file of a secret, without a warning', () => {
  using folder = tempFolder()
  const secret = folder.write('token', canary)
  const file = folder.write('settings.env', `METRICS_TOKEN_FILE=${secret}\nPORT_FILE=${secret}\n`)
  const { env, warnings } = loadSettings({ DRAY_SETTINGS: file })
  assert.equal(env.METRICS_TOKEN, canary)
  assert.deepEqual(warnings, [['unknownSetting', file, 'PORT_FILE']])
})

test('no secret is read for a setting that is not a secret, or from an empty name', () => {
  using folder = tempFolder()
  const { env } = load(folder, { PORT_FILE: folder.write('port', '9'), METRICS_TOKEN_FILE: '' })
  assert.equal(env.PORT, undefined)
  assert.equal(env.METRICS_TOKEN, undefined)
})

type Folder = ReturnType<typeof tempFolder>

/** Without the settings file of this checkout. */
const load = (folder: Folder, env: Env) => loadSettings({ DATA_DIR: folder.path, ...env })

function faultsOf(folder: Folder, env: Env): string[] {
  try {
    load(folder, env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    assert.doesNotMatch(error.message, /canary/)
    return error.faults
  }
}

function tempFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dray-secrets-'))
  return {
    path: folder,
    write: (name: string, content: string): string => {
      const file = path.join(folder, name)
      writeFileSync(file, content, { mode: 0o600 })
      return file
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
