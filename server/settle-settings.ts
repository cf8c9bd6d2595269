import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { ConfigError } from './config/config-error.ts'
import type { Env } from './config/load-settings.ts'
import { type Config, readConfig } from './config/read-config.ts'
import {
  contradictionsOf,
  effectiveValues,
  filled,
  type Recorded,
  recordedNames,
  sentence,
} from './config/recorded-settings.ts'
import { lockSettings, readSettings, writeSettings } from './db/installation-settings.ts'
import { listNodes, type NodeRole } from './db/nodes.ts'
import type { Tables } from './db/tables.ts'
import { countLiveKeys } from './keys/store.ts'
import { OperatorError } from './lib/operator-error.ts'

type Start = { role: NodeRole; env: Env; log: Logger }

/**
 * Returns the settings of a role and records them for all commands and nodes. Values of the environment apply, except
 * that SERVICE_NAME must not change while keys are in use. For unset variables, a worker or a node that joins others
 * uses the recorded value. A node that runs alone uses the default, so that removing a variable takes effect.
 *
 * @throws OperatorError when a new SERVICE_NAME would end all keys.
 */
export async function settleSettings(kysely: Kysely<Tables>, { role, env, log }: Start): Promise<Config> {
  return kysely.transaction().execute(async (trx) => {
    await lockSettings(trx)
    const recorded: Recorded = await readSettings(trx)
    const others = (await listNodes(trx)).filter(({ role }) => role !== 'work')
    const isJoining = role === 'work' || others.length > 0
    const { SERVICE_NAME } = recorded
    const adopted = isJoining ? recorded : { ...(SERVICE_NAME && { SERVICE_NAME }) }
    const config = readAdopting(env, adopted)
    const values = effectiveValues(config)
    const changed = contradictionsOf(values, recorded)
    const renamed = changed.find(({ name }) => name === 'SERVICE_NAME')
    const keys = renamed ? await countLiveKeys(trx) : 0
    if (renamed && keys > 0) throw new OperatorError(`${sentence(renamed)} ${wouldEnd(keys, renamed)}`)
    for (const { name, here, recorded } of changed)
      log.warn({ setting: name, before: recorded, now: here }, 'a setting of the installation has changed')
    // A worker's defaults are not recorded, because they say nothing about the servers, which may not have run yet.
    const isSaid = (name: string) => role !== 'work' || Boolean(env[name])
    await writeSettings(trx, Object.fromEntries(Object.entries(values).filter(([name]) => isSaid(name))))
    return config
  })
}

const wouldEnd = (keys: number, { recorded, here }: { recorded: string; here: string }): string =>
  `Every key begins with the service name, so that this change would end ${keys === 1 ? 'a key' : `${keys} keys`} that partners use.
Set SERVICE_NAME=${recorded}, or change it on purpose with: dray installation set SERVICE_NAME ${here} --end-keys`

/** If recorded values were used, the error must name them as the source. */
function readAdopting(env: Env, recorded: Recorded): Config {
  try {
    return readConfig(filled(env, recorded))
  } catch (error) {
    const names = recordedNames.filter((name) => !env[name] && recorded[name])
    if (!(error instanceof ConfigError) || names.length === 0) throw error
    const given = names.map((name) => `${name}=${recorded[name]}`).join(', ')
    throw new ConfigError([...error.faults, `(taken from the running installation: ${given})`])
  }
}
