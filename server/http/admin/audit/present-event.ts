import { type Kysely, sql } from 'kysely'
import type { AuditEvent } from '#contract/admin/audit.ts'
import type { Answered } from '#contract/app/common.ts'
import type { AuditRow } from '../../../db/find-audit-events.ts'
import type { AuditTarget } from '../../../db/json-columns.ts'
import type { Tables } from '../../../db/tables.ts'
import { isUuid } from '../../../lib/ids.ts'
import type { MemberCaller } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'

/** Events as this member sees them: with the names that their targets have now. */
export async function presentEvents(
  kysely: Kysely<Tables>,
  rows: AuditRow[],
  caller: Pick<MemberCaller, 'role'>,
): Promise<Answered<AuditEvent>[]> {
  const names = await nameTargets(
    kysely,
    rows.flatMap(({ targets }) => targets),
  )
  return rows.map((row) => presentEvent(row, names, shownWords(caller)))
}

const presentEvent = (
  row: AuditRow,
  names: Map<string, NamedTarget>,
  words: ReturnType<typeof shownWords>,
): Answered<AuditEvent> => ({
  event_id: row.id,
  at: row.at,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name, role: row.actor_role },
  act: row.act,
  targets: row.targets.map(({ type, id }) => {
    const named = names.get(`${type} ${id}`)
    // The start of a tariff has digits that look like a phone.
    const label = type === 'tariff' ? (named?.label ?? null) : words(named?.label ?? null)
    return { type, id, label, partner_id: named?.partnerId ?? null }
  }),
  reason: words(row.reason),
  changes: row.changes,
  request_id: row.correlation_id,
})

type NamedTarget = { label: string | null; partnerId: string | null }

/**
 * What the targets are called now, by `<type> <id>`, in one query. The log itself stores no names, because it outlives
 * the erasure of a person.
 */
async function nameTargets(
  kysely: Kysely<Tables>,
  targets: AuditTarget[],
): Promise<Map<string, NamedTarget>> {
  const idsOf = (type: AuditTarget['type']) =>
    sql`any(${[...new Set(targets.filter((each) => each.type === type && isUuid(each.id)).map(({ id }) => id))]}::uuid[])`
  const { rows } = await sql<NamedTarget & { type: string; id: string }>`
    select 'partner' as type, id::text, company_name as label, null::text as "partnerId"
    from partner where id = ${idsOf('partner')}
    union all
    select 'key', k.id::text, coalesce(k.label || ' ', '') || '…' || s.last_four, k.partner_id::text
    from api_key k cross join lateral (
      select last_four from api_key_secret where key_id = k.id order by created_at desc limit 1) s
    where k.id = ${idsOf('key')}
    union all
    select 'job', id::text, concat_ws(' · ', short_id, nullif(title, '')), null
    from job where id = ${idsOf('job')}
    union all
    select 'account', id::text, name, null from account where id = ${idsOf('account')}
    union all
    select 'member', id::text, name, null from member where id = ${idsOf('member')}
    union all
    select 'invitation', id::text, name, null from member_invitation where id = ${idsOf('invitation')}
    union all
    select 'job_view', id::text, name, null from job_view where id = ${idsOf('job_view')}
    union all
    select 'tariff', id::text, to_char(starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), partner_id::text
    from tariff where id = ${idsOf('tariff')}`.execute(kysely)
  return new Map(rows.map(({ type, id, label, partnerId }) => [`${type} ${id}`, { label, partnerId }]))
}
