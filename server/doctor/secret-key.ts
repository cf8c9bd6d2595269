import { statSync } from 'node:fs'
import { type KeySource, secretKeyFileIn } from '../config/secret-key-file.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/installation-settings.ts'
import { type KeyMatch, keyRemedy, matchSecretKey, mismatch } from '../start/match-secret-key.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

const name = 'secret key'

/** Checks where the secret key comes from, and that it matches the recorded fingerprint. Creates no key. */
export function checkSecretKey(source: KeySource, { kysely }: Database): Promise<Check> {
  const remedy = 'Do what it says: without its secret key no server starts'
  return attempt({ name, remedy }, async () => {
    const match = matchSecretKey(source, await readSettings(kysely))
    const check = judgeSecretKey(match, source.dataDir)
    const file = match.found?.from
    if (check.status !== 'ok' || !file || file === 'SECRET_KEY') return check
    return isOpen(file) ? warn(name, `${file} is open to every user`, `chmod o-rwx ${file}`) : check
  })
}

function judgeSecretKey(match: KeyMatch, dataDir: string): Check {
  const { state, found, fingerprint } = match
  if (state === 'none') return ok(name, `none yet; the first start makes ${secretKeyFileIn(dataDir)}`)
  if (state === 'unrecorded') return ok(name, `from ${found?.from}; the first start records its fingerprint`)
  if (state === 'fits') return ok(name, `from ${found?.from}, fits the installation (${fingerprint})`)
  return fail(name, mismatch(match, dataDir), keyRemedy)
}

const isOpen = (file: string): boolean => (statSync(file).mode & 0o007) !== 0
