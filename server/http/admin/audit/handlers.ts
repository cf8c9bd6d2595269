import { type Kysely, sql } from 'kysely'
import type { AuditEvent, auditOperations, listAuditEvents } from '#contract/admin/audit.ts'
import type { Answered } from '#contract/app/common.ts'
import { type AuditRow, findAuditEvents } from '../../../db/find-audit-events.ts'
import type { AuditTarget } from '../../../db/json-columns.ts'
import type { Tables } from '../../../db/tables.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import { isUuid } from '../../../lib/ids.ts'
import { readPage } from '../../../lib/page.ts'
import type { Handlers, MemberCaller } from '../../mount.ts'
import { listing } from '../listing.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { shownWords } from '../sees-phones.ts'

const columns: Column<Answered<AuditEvent>>[] = [
  ...membersOf('event_id', 'at'),
  { header: 'actor_type', value: ({ actor }) => actor.type },
  { header: 'actor_id', value: ({ actor }) => actor.id },
  { header: 'actor_name', value: ({ actor }) => actor.name },
  { header: 'actor_role', value: ({ actor }) => actor.role },
  ...membersOf('act'),
  { header: 'targets', value: ({ targets }) => targets.map(targetOf).join(', ') },
  ...membersOf('reason'),
  { header: 'changes', value: ({ changes }) => changes && JSON.stringify(changes) },
  ...membersOf('request_id'),
]

const targetOf = ({ type, id, label }: AuditEvent['targets'][number]): string =>
  [type, id, label && `(${label})`].filter(Boolean).join(' ')

const events = listing<typeof listAuditEvents, RecordExportNeeds>()({
  member: 'events',
  find: ({ kysely }, query) =>
    readPage(
      query,
      (limit) => findAuditEvents(kysely, { ...query, limit }),
      ({ id }) => String(id),
    ),
  present: (rows, { needs, caller }) => presentEvents(needs.kysely, rows, caller),
  file: {
    name: 'audit',
    columns,
    act: 'audit.export',
    targets: () => [{ type: 'audit', id: 'log' }],
    limit: { of: 'audit', perMinute: 6 },
  },
})

/** The audit log. */
export const auditHandlers: Handlers<typeof auditOperations, RecordExportNeeds> = {
  listAuditEvents: events.list,
  exportAuditEvents: events.export,
}

/** Events as this member sees them: with the names that their targets have now. */
async function presentEvents(
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
 * Present names of the targets by `<type> <id>`, in one query. The log itself stores no names, because it outlives the
 * erasure of a person.
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
