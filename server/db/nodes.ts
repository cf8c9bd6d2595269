import { type Kysely, sql } from 'kysely'
import { Problem } from '../lib/problem.ts'
import { compareVersions } from './migration-files.ts'
import type { Tables } from './tables.ts'

export type NodeRole = 'start' | 'serve' | 'work'
export type NodeBeat = {
  id: string
  role: NodeRole
  host: string
  contradictions: Record<string, string>
  /** Of Dray. */
  version: string
  /** How many connections to PostgreSQL it may open (`DB_CONNECTIONS`). */
  connections: number
}

/** After this many seconds without an update, a node has crashed or lost its database connection. */
const aliveSeconds = 15

/** Records that a node is alive, and which of its settings contradict the installation's record. */
export async function beat(kysely: Kysely<Tables>, node: NodeBeat): Promise<void> {
  const contradictions = JSON.stringify(node.contradictions)
  await kysely
    .insertInto('node')
    .values({ ...node, node_version: process.versions.node, contradictions })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()`, contradictions }))
    .execute()
}

/** Deletes the node's row when it stops, and the rows of nodes that crashed more than a day ago. */
export async function leave(kysely: Kysely<Tables>, id: string): Promise<void> {
  const isOld = sql<boolean>`seen_at < now() - interval '1 day'`
  await kysely
    .deleteFrom('node')
    .where((eb) => eb.or([eb('id', '=', id), isOld]))
    .execute()
}

const isAlive = sql<boolean>`seen_at > now() - make_interval(secs => ${aliveSeconds})`

export const listNodes = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('node')
    .select(['id as node_id', 'role', 'host', 'started_at', 'seen_at', 'contradictions'])
    .where(isAlive)
    .orderBy('started_at')
    .execute()

/** The machines on which nodes are alive; none where the table does not exist yet. */
export async function aliveHosts(kysely: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql`select where to_regclass('node') is not null`.execute(kysely)
  if (rows.length === 0) return []
  const nodes = await kysely.selectFrom('node').select('host').distinct().where(isAlive).execute()
  return nodes.map(({ host }) => host).sort()
}

/** The first version that knows tips, parts of refunds that carriers bear, and photos of carriers. */
const knownSince = '0.3.0'

/**
 * During a roll-out a worker of the version before would release a confirmed tip, would pay carriers without what they
 * bear of a refund, and would mark the notice of a removed photo as told without telling the carrier.
 *
 * @throws Problem `service_unavailable` (503) while such a node is alive, or one that did not tell its version.
 */
export async function refuseBesideOlderNodes(kysely: Kysely<Tables>): Promise<void> {
  const nodes = await kysely.selectFrom('node').select('version').distinct().where(isAlive).execute()
  if (nodes.some(({ version }) => version === null || compareVersions(version, knownSince) < 0)) throw notYet
}

const notYet = new Problem('service_unavailable', (t) => t.requests.unavailable, { retryAfterSeconds: 60 })

/** The nodes of the last day with their versions, crashed ones included. */
export const listRecentNodes = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('node')
    .select(['id as node_id', 'role', 'host', 'version', 'node_version', 'started_at', 'seen_at'])
    .select(['contradictions', isAlive.as('is_alive')])
    .where(sql<boolean>`seen_at > now() - interval '1 day'`)
    .orderBy('started_at')
    .execute()

/**
 * How many nodes are alive, and the sum of the connections that they may open. A node of an older version opens at most
 * 31.
 */
export async function aliveConnections(
  kysely: Kysely<Tables>,
): Promise<{ nodes: number; connections: number }> {
  return await kysely
    .selectFrom('node')
    .select([
      sql<number>`count(*)`.as('nodes'),
      sql<number>`coalesce(sum(coalesce(connections, 31)), 0)`.as('connections'),
    ])
    .where(isAlive)
    .executeTakeFirstOrThrow()
}
