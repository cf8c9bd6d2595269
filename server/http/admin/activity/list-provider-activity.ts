import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { listProviderActivity as operation, type ProviderActivity } from '#contract/admin/activity.ts'
import { type ProviderOutcome, readProviders } from '../../../activity/read-providers.ts'
import { mount } from '../../mount.ts'

/** Lists what the providers answered, over all nodes. */
export function mountListProviderActivity(scope: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  mount(scope, operation, async ({ query: { hours = 24 } }) => ({
    providers: byProvider(await readProviders(pool, { hours })),
  }))
}

/** The rows are in the order of their providers. */
function byProvider(rows: ProviderOutcome[]): ProviderActivity[] {
  const providers: ProviderActivity[] = []
  for (const row of rows) {
    const { kind, provider } = row
    const last = providers.at(-1)
    if (last?.kind === kind && last.provider === provider) last.outcomes.push(presentOutcome(row))
    else providers.push({ kind, provider, outcomes: [presentOutcome(row)] })
  }
  return providers
}

const presentOutcome = (row: ProviderOutcome) => ({
  outcome: row.outcome,
  cause: row.cause || null,
  calls: row.calls,
  average_ms: row.ms_average,
  slowest_ms: row.ms_max,
  last_ms: row.last_ms,
  last_at: row.last_at.toISOString(),
})
