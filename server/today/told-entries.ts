import { type Kysely, sql } from 'kysely'
import type { AlertChannel } from '#contract/vocabulary.ts'
import type { AlertedKind } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { isOnStaffSql } from '../members/alert-choices.ts'

/** What an alert says when it is sent. `isKept`: it is tried for as long as there is something to tell. */
export type Told = {
  says: 'begun' | 'ended' | 'test'
  entries: AlertedKind[]
  createdAt: Date
  isKept: boolean
}

/**
 * Reads an alert when it is sent: of entries that have begun, those that still last; for a member, the kinds that the
 * member wants over the channel. Null when it has become pointless. A test has no entries.
 */
export async function readTold(
  kysely: Kysely<Tables>,
  { alertId, to }: { alertId: string; to: { memberId: string; channel: AlertChannel } | null },
): Promise<Told | null> {
  const alert = await kysely
    .selectFrom('alert')
    .select(['entries', 'says', 'created_at'])
    .where('id', '=', alertId)
    .executeTakeFirst()
  if (!alert) return null
  if (alert.says === 'test') return { says: 'test', entries: [], createdAt: alert.created_at, isKept: false }
  // The version before has no marks that name an alert.
  const isKept = alert.says === 'begun'
  const told = isKept ? await readLasting(kysely, alertId) : alert.entries
  const entries = to ? await wantedOf(kysely, to, told) : told
  const says = alert.says === 'ended' ? 'ended' : 'begun'
  return entries.length > 0 ? { says, entries, createdAt: alert.created_at, isKept } : null
}

async function readLasting(kysely: Kysely<Tables>, alertId: string): Promise<AlertedKind[]> {
  const { rows } = await sql<AlertedKind>`
    select kind, count(*)::integer as count from today_alert where alert_id = ${alertId} group by 1 order by 1`.execute(
    kysely,
  )
  return rows
}

async function wantedOf(
  kysely: Kysely<Tables>,
  { memberId, channel }: { memberId: string; channel: AlertChannel },
  entries: AlertedKind[],
): Promise<AlertedKind[]> {
  const { rows } = await sql<{ off: string[] }>`
    select array(select kind from member_alert_off where member_id = member.id and channel = ${channel}) as off
    from member where member.id = ${memberId} and ${isOnStaffSql}`.execute(kysely)
  const [member] = rows
  return member ? entries.filter(({ kind }) => !member.off.includes(kind)) : []
}

export const countOf = (entries: readonly AlertedKind[]): number =>
  entries.reduce((sum, { count }) => sum + count, 0)
