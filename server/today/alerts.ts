import { type Kysely, sql, type Transaction } from 'kysely'
import type { AlertedKind } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { giveUpSql } from '../mail/store.ts'
import type { Entry } from './entry.ts'
import { readToday } from './read-today.ts'

/** Whom staff on duty are told through; null for a way that is not set up. */
export type AlertSettings = {
  mailTo: readonly string[]
  webhook: { url: string; secret: string; allowed: string[] } | null
}

export type AlertNeeds = { kysely: Kysely<Tables>; alerts: AlertSettings }

/** An entry that is not red for a moment, such as a provider that comes and goes, is not told again. */
const forgottenAfter = sql`interval '15 minutes'`

/**
 * Tells staff on duty once of each entry of *Today* that has begun to cost something, over all channels that are set
 * up. The mark of the entry, the alert and its mails are one transaction, which one node runs at a time.
 */
export async function tellOfRedEntries({ kysely, alerts }: AlertNeeds): Promise<void> {
  if (alerts.mailTo.length === 0 && !alerts.webhook) return
  const { entries } = await readToday(kysely)
  const red = entries.filter(isRed(new Date()))
  await kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isAlone: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('dray: alerts', 0)) as "isAlone"`.execute(trx)
    if (!rows[0]?.isAlone) return
    const news = await markRed(trx, red)
    if (news.length > 0) await writeAlert(trx, news, alerts)
  })
}

/** It costs money or a customer already. */
const isRed =
  (now: Date) =>
  ({ costsAt }: Entry): boolean =>
    costsAt <= now

/** @returns the kinds of the entries that were not red before. */
async function markRed(trx: Transaction<Tables>, red: Entry[]): Promise<string[]> {
  await sql`delete from today_alert where seen_at < now() - ${forgottenAfter}`.execute(trx)
  const [kinds, subjects] = [red.map(({ kind }) => kind), red.map(({ subjectId }) => subjectId)]
  const { rows } = await sql<{ kind: string; isNew: boolean }>`
    insert into today_alert (kind, subject_id)
    select distinct kind, subject_id from unnest(${kinds}::text[], ${subjects}::text[]) as red (kind, subject_id)
    on conflict (kind, subject_id) do update set seen_at = now()
    returning kind, told_at = now() as "isNew"`.execute(trx)
  return rows.filter(({ isNew }) => isNew).map(({ kind }) => kind)
}

async function writeAlert(
  trx: Transaction<Tables>,
  kinds: string[],
  { mailTo, webhook }: AlertSettings,
): Promise<void> {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const entries: AlertedKind[] = [...counts].map(([kind, count]) => ({ kind, count }))
  const { id } = await trx
    .insertInto('alert')
    .values({ entries: JSON.stringify(entries), status: webhook ? 'due' : 'none' })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (mailTo.length > 0)
    await trx
      .insertInto('mail')
      .values(
        mailTo.map((recipient) => ({
          ...{ kind: 'alert', alert_id: id, recipient },
          give_up_at: giveUpSql('notice'),
        })),
      )
      .execute()
}

/** Deletes alerts after 30 days, with their mails. */
export async function forgetAlerts({ kysely }: Pick<AlertNeeds, 'kysely'>): Promise<void> {
  await kysely.deleteFrom('alert').where('created_at', '<', sql<Date>`now() - interval '30 days'`).execute()
}
