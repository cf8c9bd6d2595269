import { type Kysely, sql, type Transaction } from 'kysely'
import type { AlertedKind } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { giveUpSql } from '../mail/store.ts'
import { isOnStaffSql, wantsSql } from '../members/alert-choices.ts'
import { type RedEntries, readRed } from './read-today.ts'

/** The operator's ways to tell staff on duty, besides those that members choose; null for one that is not set up. */
export type AlertSettings = {
  mailTo: readonly string[]
  webhook: { url: string; secret: string; allowed: string[] } | null
}

export type AlertNeeds = { kysely: Kysely<Tables>; alerts: AlertSettings }

type Trx = Transaction<Tables>

/** An entry ends after so long an absence: a provider that fails now and then must not cause many alerts. */
const endedAfter = sql`interval '5 minutes'`

/**
 * Tells staff once when an entry of *Today* has begun to cost something, and the same receivers once when it has ended.
 * The marks of the entries, the alerts and their mails and deliveries are one transaction, which one node runs at a
 * time. An absence is counted from the first run that misses the entry, so time without tasks ends no entry.
 */
export async function tellOfRedEntries({ kysely, alerts }: AlertNeeds): Promise<void> {
  if (!(await hasReceivers(kysely, alerts))) return
  const found = await readRed(kysely)
  await kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isAlone: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('dray: alerts', 0)) as "isAlone"`.execute(trx)
    if (!rows[0]?.isAlone) return
    const alertId = newId()
    const begun = await markRed(trx, found, alertId)
    if (begun.length > 0) await tellOfBegun(trx, { alertId, begun, alerts })
    for (const ended of await takeEnded(trx, found)) await tellOfEnded(trx, ended)
  })
}

async function hasReceivers(kysely: Kysely<Tables>, { mailTo, webhook }: AlertSettings): Promise<boolean> {
  if (mailTo.length > 0 || webhook) return true
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from member_mail) or exists (select from member_push) as has`.execute(kysely)
  return rows[0]?.has ?? false
}

/** @returns the kinds of the entries that were not red before. */
async function markRed(trx: Trx, { red }: RedEntries, alertId: string): Promise<string[]> {
  const [kinds, subjects] = [red.map(({ kind }) => kind), red.map(({ subjectId }) => subjectId)]
  const { rows } = await sql<{ kind: string; isNew: boolean }>`
    insert into today_alert (kind, subject_id, alert_id)
    select distinct kind, subject_id, ${alertId}::uuid
    from unnest(${kinds}::text[], ${subjects}::text[]) as red (kind, subject_id)
    on conflict (kind, subject_id) do update set seen_at = now(), gone_at = null
    returning kind, told_at = now() as "isNew"`.execute(trx)
  return rows.filter(({ isNew }) => isNew).map(({ kind }) => kind)
}

const isRedNow = sql<boolean>`seen_at = now()`

type Ended = { alertId: string; entries: AlertedKind[] }

/**
 * Deletes the marks of the entries that have ended. An entry that staff have put off is forgotten without a word, and
 * told again when it returns; one that a cut list may hide stays.
 *
 * @returns the others, by the alert that told of them.
 */
async function takeEnded(trx: Trx, { cutKinds }: RedEntries): Promise<Ended[]> {
  await sql`
    delete from today_alert a using today_snooze s
    where s.kind = a.kind and s.subject_id = a.subject_id and s.until > now() and not ${isRedNow}`.execute(
    trx,
  )
  await sql`update today_alert set gone_at = now() where gone_at is null and not ${isRedNow}`.execute(trx)
  const { rows } = await sql<Ended>`
    with ended as (
      delete from today_alert where gone_at <= now() - ${endedAfter} and kind <> all(${cutKinds}::text[])
      returning kind, alert_id
    ), counted as (
      select alert_id, kind, count(*)::integer as count from ended where alert_id is not null group by 1, 2
    )
    select alert_id as "alertId", jsonb_agg(jsonb_build_object('kind', kind, 'count', count) order by kind) as entries
    from counted group by 1 order by 1`.execute(trx)
  return rows
}

type Begun = { alertId: string; begun: string[]; alerts: AlertSettings }

async function tellOfBegun(trx: Trx, { alertId, begun, alerts: { mailTo, webhook } }: Begun): Promise<void> {
  const counts = new Map<string, number>()
  for (const kind of begun) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const entries = [...counts].map(([kind, count]) => ({ kind, count }))
  const kinds = [...counts.keys()]
  await insertAlert(trx, { id: alertId, says: 'begun', entries })
  if (mailTo.length > 0)
    await trx
      .insertInto('mail')
      .values(mailTo.map((recipient) => ({ ...{ kind: 'alert', alert_id: alertId, recipient }, give_up_at })))
      .execute()
  await sql`
    insert into mail (kind, alert_id, member_id, give_up_at)
    select 'alert', ${alertId}, member.id, ${give_up_at}
    from member join member_mail address on address.member_id = member.id
    where ${isOnStaffSql} and address.failing_since is null and ${wantsSql('mail', kinds)}`.execute(trx)
  await sql`
    insert into alert_delivery (alert_id, member_push_id)
    select ${alertId}, device.id
    from member_push device join member on member.id = device.member_id
      join member_session session on session.id = device.session_id
    where ${isOnStaffSql} and session.ended_at is null and session.expires_at > now()
      and ${wantsSql('push', kinds)}`.execute(trx)
  if (webhook) await trx.insertInto('alert_delivery').values({ alert_id: alertId }).execute()
}

const give_up_at = giveUpSql('alert')

/** Tells those whom the alert has reached. One that still waits says nothing about an entry that has ended. */
async function tellOfEnded(trx: Trx, { alertId, entries }: Ended): Promise<void> {
  const id = newId()
  await insertAlert(trx, { id, says: 'ended', entries })
  await sql`
    insert into mail (kind, alert_id, recipient, member_id, give_up_at)
    select 'alert', ${id}, recipient, member_id, ${give_up_at} from mail
    where alert_id = ${alertId} and status in ('sent', 'unknown')`.execute(trx)
  await sql`
    insert into alert_delivery (alert_id, member_push_id)
    select ${id}, member_push_id from alert_delivery where alert_id = ${alertId} and status = 'sent'`.execute(
    trx,
  )
}

type NewAlert = { id: string; says: 'begun' | 'ended'; entries: AlertedKind[] }

/** `status` is of the version before, which calls the webhook itself. */
const insertAlert = (trx: Trx, { id, says, entries }: NewAlert) =>
  trx
    .insertInto('alert')
    .values({ id, says, entries: JSON.stringify(entries), status: 'none' })
    .execute()

/** Deletes alerts after 30 days, with their mails and deliveries, unless an entry that they told of still lasts. */
export async function forgetAlerts({ kysely }: Pick<AlertNeeds, 'kysely'>): Promise<void> {
  await sql`
    delete from alert where created_at < now() - interval '30 days'
      and not exists (select from today_alert told where told.alert_id = alert.id)`.execute(kysely)
}
