import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuditAct } from '#contract/audit-acts.ts'
import type { TodayKind } from '#contract/vocabulary.ts'
import { type By, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { sources } from './sources.ts'

type Needs = { kysely: Kysely<Tables> }
type Subject = { kind: TodayKind; subjectId: string }

export type Snoozed = Subject & { until: Date; label: string | null }

/**
 * On `today_snooze s` and a row `entry` of a source. A snooze belongs to the subject: later rows folded into its entry
 * do not end it, but a new document of a waiting carrier ends it, and so does a state that has ended and begun again.
 */
export const isStillPutOff = sql`s.until > now()
  and coalesce((to_jsonb(entry)->>'newsAt')::timestamptz <= s.put_off_at, true)`

/** Snoozed entries, soonest to return first; at most 100. An entry whose state has ended is left out. */
export async function listSnoozed(kysely: Kysely<Tables>): Promise<Snoozed[]> {
  const { rows: kinds } = await sql<{ kind: TodayKind }>`
    select distinct kind from today_snooze where until > now()`.execute(kysely)
  const snoozed = new Set(kinds.map(({ kind }) => kind))
  const found: Snoozed[] = []
  for (const { rows } of sources.filter((source) => source.kinds.some((kind) => snoozed.has(kind)))) {
    const ofSource = await sql<Snoozed>`
      select entry.kind, entry."subjectId"::text as "subjectId", entry.label, s.until
      from (${rows}) as entry
      join today_snooze s on s.kind = entry.kind and s.subject_id = entry."subjectId"::text
      where ${isStillPutOff} order by s.until limit 100`.execute(kysely)
    found.push(...ofSource.rows)
  }
  return found.sort((one, other) => one.until.getTime() - other.until.getTime()).slice(0, 100)
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
