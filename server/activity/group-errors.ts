import type pg from 'pg'

export type ErrorGroup = {
  status: number
  error_code: string | null
  field: string | null
  calls: number
  first_at: Date
  last_at: Date
  /** The newest of them. */
  request_id: string
}

const maxGroups = 100

/** The refused calls of a partner by cause, the most frequent first, as far back as the log reaches. */
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
