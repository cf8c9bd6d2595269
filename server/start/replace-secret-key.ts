import type { Kysely } from 'kysely'
import { endWaitingCodes } from '../accounts/code-store.ts'
import { fingerprintName } from '../config/recorded-settings.ts'
import { createSecretKeyFile, type KeySource, secretKeyFileIn } from '../config/secret-key-file.ts'
import { type By, recordAudit } from '../db/audit.ts'
import { lockSettings, readSettings, writeSettings } from '../db/installation-settings.ts'
import type { Tables } from '../db/tables.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { endAuthenticatorApps } from '../members/end-access.ts'
import { fingerprintOf, matchSecretKey } from './secret-key.ts'

export type ReplacedKey = {
  from: string
  fingerprint: string
  before: string | null
  codesEnded: number
  appsEnded: number
}

/**
 * Records this machine's key in place of the recorded one, and creates a key if there is none. Pending codes are ended,
 * because they were hashed and sealed with the old key. So are the authenticator apps of members.
 *
 * @throws OperatorError when this machine's key is already the recorded one.
 */
export async function replaceSecretKey(
  kysely: Kysely<Tables>,
  source: KeySource,
  by: By,
): Promise<ReplacedKey> {
  return kysely.transaction().execute(async (trx) => {
    await lockSettings(trx)
    const { state, found, recorded } = matchSecretKey(source, await readSettings(trx))
    if (found && state === 'fits') throw new OperatorError(unchanged(found.from, source))
    const { key, from } = found ?? createSecretKeyFile(source.dataDir)
    const fingerprint = fingerprintOf(key)
    await writeSettings(trx, { [fingerprintName]: fingerprint })
    const codesEnded = await endWaitingCodes(trx)
    const appsEnded = await endAuthenticatorApps(trx)
    await recordAudit(trx, {
      ...by,
      act: 'installation.rekey',
      targets: [{ type: 'setting', id: 'SECRET_KEY' }],
      changes: { [fingerprintName]: { from: recorded, to: fingerprint } },
    })
    return { from, fingerprint, before: recorded, codesEnded, appsEnded }
  })
}

const unchanged = (from: string, { dataDir }: KeySource): string =>
  `${from} is the key that this installation runs with, so nothing was changed. To replace it, ${
    from === 'SECRET_KEY' ? 'set SECRET_KEY to a new one' : `remove ${secretKeyFileIn(dataDir)}`
  } and run this again.`
