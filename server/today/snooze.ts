import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuditAct } from '#contract/audit-acts.ts'
import type { TodayKind } from '#contract/vocabulary.ts'
import { type By, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { sources } from './sources.ts'

type Needs = { kysely: Kysely<Tables> }
type Subject = { kind: TodayKind; subjectId: string }

export type Snoozed = Subject & { until: Date }

/**
 * On `today_snooze s` and a row `entry` of a source. A snooze belongs to the subject: later rows folded into its entry
 * do not end it, but a new document of a waiting carrier ends it, and so does a state that has ended and begun again.
 */
export const isStillPutOff = sql`s.until > now()
  and coalesce((to_jsonb(entry)->>'newsAt')::timestamptz <= s.put_off_at, true)`

/** Snoozed entries, soonest to return first; at most 100. */
export async function listSnoozed(kysely: Kysely<Tables>): Promise<Snoozed[]> {
  const rows = await kysely
    .selectFrom('today_snooze')
    .select(['kind', 'subject_id as subjectId', 'until'])
    .where('until', '>', sql<Date>`now()`)
    .orderBy('until')
    .limit(100)
    .execute()
  return rows as Snoozed[]
}

/**
 * Hides an entry of *Today* for some hours, but not beyond the instant at which it costs something. A later request
 * replaces the time.
 *
 * @returns when it returns; null for an unknown entry.
 */
export function snoozeEntry(
  { kysely }: Needs,
  { kind, subjectId, hours, by }: Subject & { hours: number; by: By },
): Promise<Date | null> {
  return kysely.transaction().execute(async (trx) => {
    const costsAt = await costOf(trx, { kind, subjectId })
    if (costsAt === null) return null
    // An entry that already costs money is snoozed for the full time.
    const until = sql<Date>`case when ${costsAt}::timestamptz > now() then least(${costsAt}, now() + make_interval(hours => ${hours}))
      else now() + make_interval(hours => ${hours}) end`
    const stored = await trx
      .insertInto('today_snooze')
      .values({ kind, subject_id: subjectId, until })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'subject_id']).doUpdateSet({ until, put_off_at: sql<Date>`now()` }),
      )
      .returning('until')
      .executeTakeFirstOrThrow()
    await record(trx, { act: 'today.snooze', kind, subjectId, by })
    return stored.until
  })
}

async function costOf(trx: Transaction<Tables>, { kind, subjectId }: Subject): Promise<Date | null> {
  for (const { rows } of sources.filter(({ kinds }) => kinds.includes(kind))) {
    const found = await sql<{ costsAt: Date }>`
      select "costsAt" from (${rows}) as entry
      where kind = ${kind} and "subjectId"::text = ${subjectId} limit 1`.execute(trx)
    const [entry] = found.rows
    if (entry) return entry.costsAt
  }
  return null
}

/** Shows a snoozed entry again. @returns false when it was not snoozed. */
export function wakeEntry(
  { kysely }: Needs,
  { kind, subjectId, by }: Subject & { by: By },
): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('today_snooze')
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await record(trx, { act: 'today.wake', kind, subjectId, by })
    return true
  })
}

type Recorded = Subject & { act: AuditAct; by: By }

const record = (trx: Transaction<Tables>, { act, kind, subjectId, by }: Recorded): Promise<void> =>
  recordAudit(trx, { ...by, act, targets: [{ type: 'today', id: `${kind} ${subjectId}` }] })

/** Deletes snoozes that have ended. */
export async function forgetSnoozes({ kysely }: Needs): Promise<void> {
  await kysely.deleteFrom('today_snooze').where('until', '<', sql<Date>`now()`).execute()
}
