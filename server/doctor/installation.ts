import type { Contradiction } from '../config/recorded-settings.ts'
import type { Database } from '../db/database.ts'
import { listSettings } from '../db/installation-settings.ts'
import { listNodes } from '../db/nodes.ts'
import { countLiveKeys } from '../keys/store.ts'
import type { CheckName } from '../texts/coded.ts'
import { type Check, fail, ok, warn } from './check.ts'

const name: CheckName = ['installation']

/**
 * Checks that this shell and every node have the recorded settings of the installation, and that a node runs the
 * background tasks. `isServing`: a running server makes the check, so there is a node even if no row shows it.
 */
export async function checkInstallation(
  { kysely }: Database,
  { contradictions, isServing }: { contradictions: Contradiction[]; isServing: boolean },
): Promise<Check[]> {
  const recorded = await listSettings(kysely)
  const nodes = await listNodes(kysely)
  const keys = await countLiveKeys(kysely)
  const here = contradictions.map((contradiction) => judge(contradiction, keys))
  const there = nodes.flatMap(({ role, host, contradictions }) =>
    Object.entries(contradictions).map(([setting, value]) =>
      warn(name, ['nodeDiffers', role, host, setting, value], ['restartNode']),
    ),
  )
  const runsTasks = nodes.some(({ role }) => role !== 'serve')
  const stopped = !runsTasks && (isServing || nodes.length > 0) ? [noTasks] : []
  if (here.length + there.length + stopped.length > 0) return [...stopped, ...here, ...there]
  if (recorded.length === 0) return [ok(name, ['noServerYet'])]
  if (nodes.length === 0) return [ok(name, ['noNodeRuns'])]
  return [ok(name, ['nodesAgree', nodes.length])]
}

const noTasks = fail(name, ['noTasks'], ['startWorker'])

/** Another service name would invalidate every key, so a server with it does not start while keys are in use. */
function judge({ name: setting, here, recorded }: Contradiction, keys: number): Check {
  if (setting === 'SERVICE_NAME' && keys > 0)
    return fail(name, ['wouldEndKeys', setting, here, recorded, keys], ['keepServiceName', recorded, here])
  return warn(name, ['settingDiffers', setting, here, recorded], ['unset', setting])
}
