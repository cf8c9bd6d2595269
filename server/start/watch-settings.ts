import os from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config/read-config.ts'
import {
  type Contradiction,
  comparedNames,
  contradictionsOf,
  effectiveValues,
  fingerprintName,
} from '../config/recorded-settings.ts'
import { readSettings } from '../db/installation-settings.ts'
import { beat, leave, type NodeRole } from '../db/nodes.ts'
import type { Tables } from '../db/tables.ts'
import { every } from '../lib/every.ts'
import { newId } from '../lib/ids.ts'
import { drayVersion } from '../lib/version.ts'
import { fingerprintOf } from './secret-key.ts'

export type SettingsWatch = {
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
  let current: Contradiction[] = []

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
    await beat(kysely, { id, role, host: os.hostname(), contradictions, version })
  }

  return {
    contradictions: () => current,
    start(kysely) {
      // An unavailable database is reported elsewhere; the next check catches up.
      const looking = every(
        3,
        () => look(kysely),
        () => {},
      )
      return {
        async stop() {
          await looking.stop()
          await leave(kysely, id).catch(() => {})
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
