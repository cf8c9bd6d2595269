import { type Kysely, sql } from 'kysely'
import { type AlertChannel, type TodayKind, todayKinds } from '#contract/vocabulary.ts'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { byMember, type Visit } from './by-member.ts'
import type { MemberSession } from './session-store.ts'

type Own = { session: MemberSession; visit: Visit }

type AlertChoice = { kind: TodayKind } & Record<AlertChannel, boolean>

/** What a member is told of over each channel: every kind that was not switched off. */
export async function readAlertChoices(kysely: Kysely<Tables>, memberId: string): Promise<AlertChoice[]> {
  const off = await kysely
    .selectFrom('member_alert_off')
    .select(['kind', 'channel'])
    .where('member_id', '=', memberId)
    .execute()
  const isOn = (kind: string, channel: AlertChannel) =>
    !off.some((each) => each.kind === kind && each.channel === channel)
  return todayKinds.map((kind) => ({ kind, mail: isOn(kind, 'mail'), push: isOn(kind, 'push') }))
}

type AlertSwitch = { kinds: readonly TodayKind[]; channel: AlertChannel; on: boolean }

/** Switches alerts of some kinds on or off for one channel. Repeating it changes nothing. */
export function switchAlerts(
  { kysely }: { kysely: Kysely<Tables> },
  { session, visit, kinds, channel, on }: Own & AlertSwitch,
): Promise<void> {
  const { memberId } = session
  return kysely.transaction().execute(async (trx) => {
    const changed = on
      ? await sql<{ kind: string }>`
          delete from member_alert_off
          where member_id = ${memberId} and channel = ${channel} and kind = any(${[...kinds]}::text[])
          returning kind`.execute(trx)
      : await sql<{ kind: string }>`
          insert into member_alert_off (member_id, kind, channel)
          select distinct ${memberId}::uuid, kind, ${channel}::text from unnest(${[...kinds]}::text[]) as kind
          on conflict do nothing returning kind`.execute(trx)
    if (changed.rows.length === 0) return
    const names = changed.rows.map(({ kind }) => kind).sort()
    await recordAudit(trx, {
      ...byMember(session, visit),
      act: 'member.change_alerts',
      targets: [{ type: 'member', id: memberId }],
      changes: { [channel]: on ? { from: [], to: names } : { from: names, to: [] } },
    })
  })
}

/** SQL: a member, whose row is `member`, wants one of these kinds over the channel. */
export const wantsSql = (channel: AlertChannel, kinds: readonly string[]) => sql<boolean>`exists (
  select from unnest(${[...kinds]}::text[]) as wanted (kind)
  where not exists (select from member_alert_off off
    where off.member_id = member.id and off.channel = ${channel} and off.kind = wanted.kind))`

/** SQL: a member of staff who may be told. */
export const isOnStaffSql = sql<boolean>`member.partner_id is null and member.suspended_at is null`
