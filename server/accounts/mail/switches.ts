import { type Kysely, sql } from 'kysely'
import {
  carrierKinds,
  kindsOver,
  type NoticeChannel,
  type NoticesOff,
  noticeChannels,
  switchableKinds,
} from '#contract/notice-rules.ts'
import type { NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { hasMailSql } from '../../mail/store.ts'

export type SwitchNeeds = {
  kysely: Kysely<Tables>
  /** The channels that this installation has. */
  channels: readonly NoticeChannel[]
  noticesOff: NoticesOff
}

export type NoticeChoice = {
  kind: NoticeKind
  channels: { channel: NoticeChannel; on: boolean; reaches: boolean }[]
}

/** The notices that a person may switch off, with those that are switched off. */
export async function readSwitches(
  { kysely, ...sent }: SwitchNeeds,
  { accountId, isCarrier }: { accountId: string; isCarrier: boolean },
): Promise<NoticeChoice[]> {
  const off = await kysely
    .selectFrom('notice_switch')
    .select(['kind', 'channel'])
    .where('account_id', '=', accountId)
    .execute()
  const reaching = await readReaching(kysely, accountId)
  const isOn = (kind: string, channel: string) =>
    !off.some((each) => each.kind === kind && each.channel === channel)
  return switchableKinds
    .filter((kind) => isCarrier || !carrierKinds.has(kind))
    .map((kind) => ({
      kind,
      channels: channelsOf(sent, kind).map((channel) => ({
        ...{ channel, on: isOn(kind, channel), reaches: reaching[channel] },
      })),
    }))
    .filter(({ channels }) => channels.length > 0)
}

async function readReaching(
  kysely: Kysely<Tables>,
  accountId: string,
): Promise<Record<NoticeChannel, boolean>> {
  const { rows } = await sql<{ push: boolean; mail: boolean }>`
    select ${sql.raw(hasMailSql('account.id'))} as mail, exists (
      select from push_subscription s join session on session.id = s.session_id
      where s.account_id = account.id and session.ended_at is null and session.expires_at > now()) as push
    from account where id = ${accountId}`.execute(kysely)
  return { push: rows[0]?.push ?? false, mail: rows[0]?.mail ?? false, sms: true }
}

/** @throws Problem `wrong_state` for a notice about money, or a channel it is never sent over. */
export async function switchNotice(
  { kysely, ...sent }: SwitchNeeds,
  {
    accountId,
    kind,
    channel,
    on,
  }: { accountId: string; kind: NoticeKind; channel: NoticeChannel; on: boolean },
): Promise<void> {
  if (!switchableKinds.includes(kind)) throw alwaysSent
  if (!channelsOf(sent, kind).includes(channel)) throw neverSent
  if (on)
    await kysely
      .deleteFrom('notice_switch')
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where('channel', '=', channel)
      .execute()
  else await insertOff(kysely, sql`${accountId}::uuid`, [kind], channel)
}

/** Switches off every mail that is not about money. @returns false when no account has this token. */
export async function switchMailsOff(kysely: Kysely<Tables>, token: string): Promise<boolean> {
  const owner = await kysely
    .selectFrom('mail_address')
    .select('account_id')
    .where('token', '=', token)
    .executeTakeFirst()
  if (owner) await insertOff(kysely, sql`${owner.account_id}::uuid`, switchableKinds, 'mail')
  return owner !== undefined
}

const channelsOf = ({ channels, noticesOff }: Omit<SwitchNeeds, 'kysely'>, kind: NoticeKind) =>
  noticeChannels.filter(
    (channel) => channels.includes(channel) && kindsOver(channel, noticesOff).includes(kind),
  )

async function insertOff(
  kysely: Kysely<Tables>,
  accountId: ReturnType<typeof sql>,
  kinds: readonly NoticeKind[],
  channel: NoticeChannel,
): Promise<void> {
  await sql`
    insert into notice_switch (account_id, kind, channel)
    select ${accountId}, kind, ${channel} from unnest(${[...kinds]}::text[]) as kind
    on conflict do nothing`.execute(kysely)
}

const alwaysSent = new Problem('wrong_state', (t) => t.accounts.noticeAlwaysSent)
const neverSent = new Problem('wrong_state', (t) => t.accounts.noticeNeverSent)
