import { type Contradiction, sentence } from '../config/recorded-settings.ts'
import type { Database } from '../db/database.ts'
import { listSettings } from '../db/installation-settings.ts'
import { listNodes } from '../db/nodes.ts'
import { type Check, ok, warn } from './check.ts'

const name = 'installation'

/** Checks that this shell and every node have the settings that are recorded for the installation. */
export async function checkInstallation(
  { kysely }: Database,
  contradictions: Contradiction[],
): Promise<Check[]> {
  const recorded = await listSettings(kysely)
  const nodes = await listNodes(kysely)
  const here = contradictions.map((contradiction) =>
    warn(
      name,
      sentence(contradiction),
      `Unset ${contradiction.name} for the doctor, or restart the servers with it if they are to change`,
    ),
  )
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
