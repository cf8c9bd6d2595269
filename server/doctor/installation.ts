import { type Contradiction, sentence } from '../config/recorded-settings.ts'
import type { Database } from '../db/database.ts'
import { listSettings } from '../db/installation-settings.ts'
import { listNodes } from '../db/nodes.ts'
import { countLiveKeys } from '../keys/store.ts'
import { type Check, fail, ok, warn } from './check.ts'

const name = 'installation'

/** Checks that this shell and every node have the settings that are recorded for the installation. */
export async function checkInstallation(
  { kysely }: Database,
  contradictions: Contradiction[],
): Promise<Check[]> {
  const recorded = await listSettings(kysely)
  const nodes = await listNodes(kysely)
  const keys = await countLiveKeys(kysely)
  const here = contradictions.map((contradiction) => judge(contradiction, keys))
  const there = nodes.flatMap(({ role, host, contradictions }) =>
    Object.entries(contradictions).map(([setting, value]) =>
      warn(
        name,
        `a node (${role} on ${host}) still runs with ${setting} ${value || 'not set'}`,
        'Restart it with the settings of the others',
      ),
    ),
  )
  if (here.length + there.length > 0) return [...here, ...there]
  if (recorded.length === 0) return [ok(name, 'no server has run yet')]
  const running = nodes.length === 1 ? '1 node runs and agrees' : `${nodes.length} nodes run and agree`
  return [ok(name, `${running} with these settings`)]
}

/** Another service name would end every key, so while keys are in use a server with it does not start. */
function judge(contradiction: Contradiction, keys: number): Check {
  if (contradiction.name === 'SERVICE_NAME' && keys > 0)
    return fail(
      name,
      `${sentence(contradiction)} No server starts with it, as it would end every key (${keys} in use)`,
      `Set SERVICE_NAME=${contradiction.recorded}, or end the keys on purpose: dray installation set SERVICE_NAME ${contradiction.here} --end-keys`,
    )
  return warn(
    name,
    sentence(contradiction),
    `Unset ${contradiction.name} for the doctor, or restart the servers with it if they are to change`,
  )
}
