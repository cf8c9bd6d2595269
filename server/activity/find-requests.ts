import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../db/tables.ts'

/** An absent filter is not applied. */
type RequestFilters = {
  partnerId: string
  requestId?: string | undefined
  keyId?: string | undefined
  status?: number | undefined
  error?: string | undefined
  route?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** The `request_id` of the last row of the page before. */
  before?: string | undefined
  limit: number
}

const columns = [
  'request_id',
  'at',
  'key_id',
  'method',
  'route',
  'status',
  'error_code',
  'field',
  'latency_ms',
] as const satisfies (keyof Tables['request_log'])[]

export type RequestRow = Pick<Selectable<Tables['request_log']>, (typeof columns)[number]>

/** Requests of a partner, newest first. Ids rise with time, so a page does not shift while new requests arrive. */
export async function findRequests(pool: pg.Pool, filters: RequestFilters): Promise<RequestRow[]> {
  const { partnerId, limit } = filters
  const given = conditions.flatMap(([name, condition]) => {
    const value = filters[name]
    return value === undefined ? [] : [{ condition, value }]
  })
  const where = given.map(({ condition }, at) => ` and ${condition}$${at + 3}`).join('')
  const { rows } = await pool.query<RequestRow>(
    `select ${columns.join(', ')} from request_log
     where partner_id = $1${where} order by request_id desc limit $2`,
    [partnerId, limit, ...given.map(({ value }) => value)],
  )
  return rows
}

const conditions = [
  ['requestId', 'request_id = '],
  ['keyId', 'key_id = '],
  ['status', 'status = '],
  ['error', 'error_code = '],
  ['route', 'route = '],
  ['from', 'at >= '],
  ['to', 'at < '],
  ['before', 'request_id < '],
] as const

type ErrorGroup = {
  status: number
  error_code: string | null
  field: string | null
  calls: number
  first_at: Date
  last_at: Date
  /** The newest request. */
  request_id: string
}

const maxGroups = 100

/** Refused requests of a partner by error, most frequent first, as far back as the log reaches. */
export async function groupErrors(
  pool: pg.Pool,
  { partnerId, keyId }: { partnerId: string; keyId?: string | undefined },
): Promise<ErrorGroup[]> {
  const { rows } = await pool.query<ErrorGroup>(
    `select status, error_code, field, count(*)::integer as calls, min(at) as first_at, max(at) as last_at,
       (array_agg(request_id order by request_id desc))[1] as request_id
     from request_log where partner_id = $1 and status >= 400 and ($2::uuid is null or key_id = $2)
     group by 1, 2, 3 order by calls desc, status, error_code, field limit ${maxGroups}`,
    [partnerId, keyId ?? null],
  )
  return rows
}
