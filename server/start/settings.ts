import os from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { ConfigError } from '../config/config-error.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import {
  type Contradiction,
  comparedNames,
  contradictionsOf,
  effectiveValues,
  filled,
  fingerprintName,
  type Recorded,
  recordedNames,
  sentence,
} from '../config/recorded-settings.ts'
import { lockSettings, readSettings, writeSettings } from '../db/installation-settings.ts'
import { beat, leave, listNodes, listRecentNodes, type NodeRole } from '../db/nodes.ts'
import type { Tables } from '../db/tables.ts'
import { countLiveKeys } from '../keys/store.ts'
import type { Env } from '../lib/env.ts'
import { every } from '../lib/every.ts'
import { newId } from '../lib/ids.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { drayVersion } from '../lib/version.ts'
import { markFolder, unmarkFolder } from '../photos/shared-folder.ts'
import { photoFolder } from '../photos/storage/disk.ts'
import { fingerprintOf } from './secret-key.ts'

type Start = { role: NodeRole; env: Env; log: Logger }

/**
 * Returns the settings of a role. Values of the environment apply, except that SERVICE_NAME must not change while keys
 * are in use. For unset variables, a worker or a node that joins others uses the recorded value. A single node uses the
 * default, so removing a variable takes effect.
 *
 * Records only SERVICE_NAME, because the first start creates a key with it; `recordSettings` records the others.
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
    if (renamed) warnOf(log, renamed)
    await writeSettings(trx, saidValues(values, { role, env }, isRecordedFirst))
    return config
  })
}

/**
 * Records the settings of a role for all commands and nodes. Called once the role listens: a start that fails before
 * must not change what other commands and nodes use.
 */
export async function recordSettings(
  kysely: Kysely<Tables>,
  config: Config,
  { role, env, log }: Start,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await lockSettings(trx)
    const values = saidValues(effectiveValues(config), { role, env }, (name) => !isRecordedFirst(name))
    for (const changed of contradictionsOf(values, await readSettings(trx))) warnOf(log, changed)
    await writeSettings(trx, values)
  })
}

const isRecordedFirst = (name: string): boolean => name === 'SERVICE_NAME'

/** A worker's defaults are not recorded, because servers, which may not have run yet, can have other values. */
const saidValues = (
  values: Record<string, string>,
  { role, env }: Omit<Start, 'log'>,
  isWanted: (name: string) => boolean,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => isWanted(name) && (role !== 'work' || Boolean(env[name]))),
  )

const warnOf = (log: Logger, { name, here, recorded }: Contradiction): void =>
  log.warn({ setting: name, before: recorded, now: here }, 'a setting of the installation has changed')

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

type SettingsWatch = {
  /** The settings of this process that differ from the last recorded ones. */
  contradictions: () => Contradiction[]
  /** Checks every 3 seconds. `stop` also removes the process from the list of nodes. */
  start: (kysely: Kysely<Tables>) => { stop: () => Promise<void> }
}

/** Watches for settings changed by a node that started later: this node warns and keeps its values until a restart. */
export function createSettingsWatch(
  config: Config,
  { role, secretKey, log }: { role: NodeRole; secretKey: Buffer; log: Logger },
): SettingsWatch {
  const values = { ...effectiveValues(config), [fingerprintName]: fingerprintOf(secretKey) }
  const id = newId()
  const version = drayVersion()
  const folder = photoFolder(config)
  let isMarked = folder === null
  let current: Contradiction[] = []

  /** After the first beat, as a mark without a node is removed by the next one. */
  const mark = async (kysely: Kysely<Tables>) => {
    if (isMarked || folder === null) return
    await markFolder(folder, id, async () => (await listRecentNodes(kysely)).map(({ node_id }) => node_id))
    isMarked = true
  }

  const look = async (kysely: Kysely<Tables>) => {
    const found = contradictionsOf(values, await readSettings(kysely))
    for (const contradiction of found.filter(isNews(current))) {
      const { name, here, recorded } = contradiction
      log.warn(
        { setting: name, here, installation: recorded },
        'this node runs with an old setting: restart it',
      )
    }
    current = found
    const contradictions = Object.fromEntries(found.map(({ name, here }) => [name, here]))
    const connections = config.databaseConnections
    await beat(kysely, { id, role, host: os.hostname(), contradictions, version, connections })
    await mark(kysely)
  }

  return {
    contradictions: () => current,
    start(kysely) {
      // Errors of the database and the disk are reported elsewhere; the next check catches up.
      const looking = every(
        3,
        () => look(kysely),
        () => {},
      )
      return {
        async stop() {
          await looking.stop()
          await leave(kysely, id).catch(() => {})
          if (folder !== null) await unmarkFolder(folder, id).catch(() => {})
        },
      }
    },
  }
}

const isNews =
  (before: Contradiction[]) =>
  ({ name, recorded }: Contradiction): boolean =>
    !before.some((old) => old.name === name && old.recorded === recorded)

/** For `/metrics`: 1 for each setting that differs on this node, else 0. */
export function contradictionFigures(contradictions: Contradiction[]): { setting: string; figure: 0 | 1 }[] {
  const contradicted = contradictions.map(({ name }) => name)
  return comparedNames.map((setting) => ({ setting, figure: contradicted.includes(setting) ? 1 : 0 }))
}
