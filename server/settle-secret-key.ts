import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { fingerprintName } from './config/recorded-settings.ts'
import { createSecretKeyFile, type KeySource } from './config/secret-key-file.ts'
import { lockSettings, readSettings, writeSettings } from './db/installation-settings.ts'
import type { Tables } from './db/tables.ts'
import { fingerprintOf, matchSecretKey, refuseOtherKey } from './match-secret-key.ts'

/**
 * The secret key that a server or worker runs with. The first start makes one where there is none and records its
 * fingerprint; from then on only processes with that key start.
 *
 * @throws OperatorError that says what to do.
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
