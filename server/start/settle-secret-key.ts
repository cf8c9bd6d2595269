import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { fingerprintName } from '../config/recorded-settings.ts'
import { createSecretKeyFile, type KeySource } from '../config/secret-key-file.ts'
import { lockSettings, readSettings, writeSettings } from '../db/installation-settings.ts'
import type { Tables } from '../db/tables.ts'
import { fingerprintOf, matchSecretKey, refuseOtherKey } from './match-secret-key.ts'

/**
 * Returns the secret key of a server or worker. The first start creates a key if there is none and records its
 * fingerprint; after that, only processes with this key can start.
 *
 * @throws OperatorError that names the remedy.
 */
export async function settleSecretKey(
  kysely: Kysely<Tables>,
  source: KeySource,
  log: Pick<Logger, 'info'>,
): Promise<Buffer> {
  return kysely.transaction().execute(async (trx) => {
    await lockSettings(trx)
    const match = matchSecretKey(source, await readSettings(trx))
    refuseOtherKey(match, source)
    const { key, from } = match.found ?? createSecretKeyFile(source.dataDir)
    if (match.state === 'none')
      log.info({ file: from }, 'made the secret key: other machines need it too, and backups do not hold it')
    if (match.recorded === null) await writeSettings(trx, { [fingerprintName]: fingerprintOf(key) })
    return key
  })
}
