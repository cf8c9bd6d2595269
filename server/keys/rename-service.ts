import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import { lockSettings, readSettings, writeSettings } from '../db/installation-settings.ts'
import type { Tables } from '../db/tables.ts'
import { countLiveKeys } from './store.ts'

type Renaming = { service: string; endKeys: boolean; by: By }

/** `refused` is the number of keys that the change would have ended. */
export type Renamed = { before: string | null; ended: number } | { refused: number }

/**
 * Changes the prefix of all keys. The values of all existing keys become invalid immediately, because of the old
 * prefix. The records remain, so `key regenerate` can give each a new value with its jobs and rate counter.
 */
export function renameService(kysely: Kysely<Tables>, { service, endKeys, by }: Renaming): Promise<Renamed> {
  return kysely.transaction().execute(async (trx) => {
    await lockSettings(trx)
    const before = (await readSettings(trx)).SERVICE_NAME ?? null
    if (before === service) return { before, ended: 0 }
    const keys = await countLiveKeys(trx)
    if (keys > 0 && !endKeys) return { refused: keys }
    await trx
      .updateTable('api_key_secret')
      .set({ replaced_at: sql<Date>`least(replaced_at, now())` })
      .execute()
    await writeSettings(trx, { SERVICE_NAME: service })
    await recordAudit(trx, {
      ...by,
      act: 'installation.set',
      targets: [{ type: 'setting', id: 'SERVICE_NAME' }],
      changes: { SERVICE_NAME: { from: before, to: service } },
    })
    return { before, ended: keys }
  })
}

/**
 * Records the service name if it is not recorded yet: the first key of an installation fixes it, even before any server
 * has run.
 *
 * @returns the recorded name, which differs from `service` if a server or command has recorded another name.
 */
export async function holdServiceName(kysely: Kysely<Tables>, service: string): Promise<string> {
  await kysely
    .insertInto('installation_setting')
    .values({ name: 'SERVICE_NAME', value: service })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await readSettings(kysely)).SERVICE_NAME ?? service
}
