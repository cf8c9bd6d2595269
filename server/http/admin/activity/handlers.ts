import type { Kysely } from 'kysely'
import type pg from 'pg'
import type {
  activityOperations,
  LoggedRequest,
  listRequests,
  ProviderActivity,
} from '#contract/admin/activity.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { Activity } from '../../../activity/activity.ts'
import { findRequests, groupErrors, type RequestRow } from '../../../activity/find-requests.ts'
import { type ProviderOutcome, readProviders, readUsage } from '../../../activity/read-usage.ts'
import type { Tables } from '../../../db/tables.ts'
import { type FunnelInput, readFunnel, type StageCount } from '../../../jobs/queries/read-funnel.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import { readPage } from '../../../lib/page.ts'
import { errorHelp } from '../../errors/help.ts'
import type { Handlers } from '../../mount.ts'
import { docsPath } from '../../requests/language.ts'
import { listing } from '../listing.ts'
import { requirePartner } from '../partners/present-partner.ts'
import type { RecordExportNeeds } from '../record-export.ts'

export type ActivityNeeds = RecordExportNeeds & {
  pool: pg.Pool
  recordedUntil: Activity['recordedUntil']
}

const presentRequest = (row: RequestRow): Answered<LoggedRequest> => ({
  request_id: row.request_id,
  at: row.at,
  key_id: row.key_id,
  method: row.method,
  route: row.route,
  status: row.status,
  error: row.error_code,
  field: row.field,
  latency_ms: row.latency_ms,
})

const requestColumns: Column<Answered<LoggedRequest>>[] = [
  ...membersOf('request_id', 'at', 'key_id', 'method', 'route', 'status', 'error', 'field'),
  ...membersOf('latency_ms'),
]

const requests = listing<typeof listRequests, ActivityNeeds>()({
  member: 'requests',
  admit: ({ kysely }, { partner_id: partnerId }) => requirePartner(kysely, partnerId),
  find: ({ pool }, query, { partner_id: partnerId }) => {
    const { key_id: keyId, request_id: requestId, ...filters } = query
    const find = (limit: number) => findRequests(pool, { ...filters, keyId, requestId, partnerId, limit })
    return readPage(query, find, ({ request_id }) => request_id)
  },
  present: (rows) => rows.map(presentRequest),
  file: {
    name: 'requests',
    columns: requestColumns,
    act: 'partner.export_requests',
    targets: ({ partner_id: id }) => [{ type: 'partner', id }],
    limit: { of: 'requests', perMinute: 6 },
  },
})

/** Requests of partners, the funnel of their jobs, and requests to providers. */
export const activityHandlers: Handlers<typeof activityOperations, ActivityNeeds> = {
  readPartnerUsage:
    ({ kysely, pool }) =>
    async ({ params: { partner_id: partnerId }, query }) => {
      await requirePartner(kysely, partnerId)
      const { step } = query
      const to = query.to === undefined ? new Date() : new Date(query.to)
      const earliest = new Date(Date.now() - maxDays[step] * 86_400_000)
      const from = query.from === undefined ? earliest : new Date(query.from)
      const points = await readUsage(pool, { partnerId, from: from > earliest ? from : earliest, to, step })
      return {
        points: points.map(({ at, ms_average, ms_max, ...point }) => ({
          ...point,
          at,
          average_ms: ms_average,
          slowest_ms: ms_max,
        })),
      }
    },
  listRequests: (needs) => {
    const list = requests.list(needs)
    return async (call) => ({ ...(await list(call)), recorded_until: needs.recordedUntil() })
  },
  exportRequests: requests.export,
  listRequestErrors:
    ({ kysely, pool }) =>
    async ({ params, query: { key_id: keyId }, language }) => {
      const { partner_id: partnerId } = params
      await requirePartner(kysely, partnerId)
      const groups = await groupErrors(pool, { partnerId, keyId })
      return {
        errors: groups.map(({ error_code, first_at, last_at, ...group }) => ({
          ...group,
          error: error_code,
          first_at,
          last_at,
          guide: guideOf({ ...group, error_code }, language),
        })),
      }
    },
  readPartnerFunnel: ({ kysely }) => {
    const readAll = funnelOfAll(kysely)
    return async ({ params, query: { mode = 'live', days = 30 } }) => {
      const { partner_id: partnerId } = params
      await requirePartner(kysely, partnerId)
      const from = firstDay(days)
      const [partner, all] = await Promise.all([
        readFunnel(kysely, { partnerId, mode, from }),
        readAll({ mode, from }),
      ])
      return { from, partner, all_partners: all }
    }
  },
  listProviderActivity:
    ({ pool }) =>
    async ({ query: { hours = 24 } }) => ({
      providers: byProvider(await readProviders(pool, { hours })),
    }),
}

/** The rows are in the order of their providers. */
function byProvider(rows: ProviderOutcome[]): Answered<ProviderActivity>[] {
  const providers: Answered<ProviderActivity>[] = []
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
  last_at: row.last_at,
})

/** Limit of a chart: more points would be indistinguishable. */
const maxDays = { hour: 14, day: 65 }

const keptMs = 600_000

type Kept = { stages: Promise<StageCount[]>; until: number }

/**
 * Reads the funnel of all partners. It reads each open job, so each process caches it for ten minutes per mode and
 * first day.
 */
function funnelOfAll(kysely: Kysely<Tables>) {
  const kept = new Map<string, Kept>()
  return ({ mode, from }: Omit<FunnelInput, 'partnerId'>): Promise<StageCount[]> => {
    const now = performance.now()
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
    const key = `${mode} ${from.getTime()}`
    const known = kept.get(key)
    if (known) return known.stages
    const stages = readFunnel(kysely, { partnerId: null, mode, from })
    kept.set(key, { stages, until: now + keptMs })
    stages.catch(() => kept.delete(key))
    return stages
  }
}

/** Midnight (UTC) of the first of the last `days` days, today included; deleted drafts are counted by day. */
export const firstDay = (days: number): Date =>
  new Date((Math.floor(Date.now() / 86_400_000) - days + 1) * 86_400_000)

type Cause = { status: number; error_code: string | null; field: string | null }

/** Path of the guide's paragraph about an error: of its field, else of its code. */
export function guideOf({ status, error_code, field }: Cause, language: Language): string {
  const page = error_code === 'validation_error' && field !== null ? pageOfField(field) : null
  if (error_code === null) return `${docsPath(language)}/errors`
  return page ? `${docsPath(language)}/${page}` : errorHelp({ status, code: error_code }, language)
}

function pageOfField(field: string): string | null {
  if (field.startsWith('photos')) return 'photos'
  if (field === 'Idempotency-Key') return 'once#idempotency-key'
  return field === 'body' ? null : 'create#request'
}
