import type { Kysely } from 'kysely'
import { readHealth as operation } from '#contract/admin/health.ts'
import type { Tables } from '../../../db/tables.ts'
import { readHealth as read } from '../../../health/read-health.ts'
import type { Handler } from '../../mount.ts'

export type ReadHealthNeeds = {
  kysely: Kysely<Tables>
  drayVersion: string
  missingCompanySettings: string[]
}

type Health = Awaited<ReturnType<typeof read>>

/** Reads the state of nodes, tasks and queues. */
export const readHealth = (needs: ReadHealthNeeds): Handler<typeof operation> => {
  const { kysely, drayVersion, missingCompanySettings } = needs
  return async () => {
    const { postgresql, migration, nodes, tasks, queues } = await read(kysely)
    return {
      versions: { dray: drayVersion, node: process.versions.node, postgresql, migration },
      nodes: nodes.map(presentNode),
      tasks: tasks.map(presentTask),
      queues: queues.map((queue) => ({ ...queue, oldest_at: queue.oldest_at?.toISOString() ?? null })),
      missing_company_settings: missingCompanySettings,
    }
  }
}

const presentNode = ({
  contradictions,
  is_alive,
  started_at,
  seen_at,
  ...node
}: Health['nodes'][number]) => ({
  ...node,
  started_at: started_at.toISOString(),
  seen_at: seen_at.toISOString(),
  alive: is_alive,
  contradicted_settings: Object.keys(contradictions),
})

const presentTask = ({ ended_at, next_at, failed_at, ...task }: Health['tasks'][number]) => ({
  ...task,
  ended_at: ended_at.toISOString(),
  next_at: next_at.toISOString(),
  failed_at: failed_at?.toISOString() ?? null,
})
