import { statSync } from 'node:fs'
import { type KeySource, secretKeyFileIn } from '../config/secret-key-file.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/installation-settings.ts'
import { type KeyMatch, matchSecretKey, mismatch } from '../start/secret-key.ts'
import type { CheckName } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

const name: CheckName = ['secretKey']

/** Checks where the secret key comes from, and that it matches the recorded fingerprint. Creates no key. */
export function checkSecretKey(source: KeySource, { kysely }: Database): Promise<Check> {
  return attempt({ name, remedy: ['secretKeyNeeded'] }, async () => {
    const match = matchSecretKey(source, await readSettings(kysely))
    const check = judgeSecretKey(match, source.dataDir)
    const file = match.found?.from
    if (check.status !== 'ok' || !file || file === 'SECRET_KEY') return check
    return isOpen(file) ? warn(name, ['secretKeyOpen', file], ['closeFile', file]) : check
  })
}

function judgeSecretKey(match: KeyMatch, dataDir: string): Check {
  const { state, found, fingerprint } = match
  const from = found?.from ?? ''
  if (state === 'none') return ok(name, ['noSecretKeyYet', secretKeyFileIn(dataDir)])
  if (state === 'unrecorded') return ok(name, ['secretKeyUnrecorded', from])
  if (state === 'fits') return ok(name, ['secretKeyFits', from, fingerprint ?? ''])
  return fail(name, mismatch(match, dataDir), ['giveSecretKey'])
}

const isOpen = (file: string): boolean => (statSync(file).mode & 0o007) !== 0
