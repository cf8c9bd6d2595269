import type { Kysely } from 'kysely'
import type { AuditEvent } from '#contract/admin/audit.ts'
import type { AuditRow } from '../../../db/find-audit-events.ts'
import type { Tables } from '../../../db/tables.ts'
import type { MemberCaller } from '../../callers.ts'
import { shownWords } from '../sees-phones.ts'
import { type NamedTarget, nameTargets } from './name-targets.ts'

/** Events as this member sees them: with the names that their targets have now. */
export async function presentEvents(
  kysely: Kysely<Tables>,
  rows: AuditRow[],
  caller: Pick<MemberCaller, 'role'>,
): Promise<AuditEvent[]> {
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
): AuditEvent => ({
  event_id: row.id,
  at: row.at.toISOString(),
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
