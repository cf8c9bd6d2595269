import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { TodayKind } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import type { Entry, Source } from './entry.ts'
import { type LedgerState, readLedgerState } from './ledger.ts'
import { inOrder } from './order.ts'
import { isStillPutOff, listSnoozed, type Snoozed } from './snooze.ts'
import { sources } from './sources.ts'

/** Limit of entries read per source, and shown in total. */
const maxOfSource = 100
const maxShown = 200

export type Today = {
  entries: Entry[]
  /** Entries of each kind, counted up to the limit of a source; kinds without entries are absent. */
  counts: Partial<Record<TodayKind, number>>
  /** True if a source has more entries than the limit, or the list more than it shows. */
  isMore: boolean
  snoozed: Snoozed[]
  ledger: LedgerState
}

/**
 * States that staff should act on, in the order of the next loss (`order.ts`). Queried for each request from the rows
 * themselves, so an entry begins and ends with its cause; only the ledger is checked in the background. One transaction
 * reads all sources in turn: a snapshot, on one connection.
 */
export function readToday(kysely: Kysely<Tables>): Promise<Today> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const found: Entry[][] = []
      for (const source of sources) found.push(await readSource(trx, source))
      const now = await clockOf(trx)
      const entries = inOrder(
        found.flatMap((ofOne) => ofOne.slice(0, maxOfSource)),
        now,
      )
      return {
        entries: entries.slice(0, maxShown),
        counts: countsOf(entries),
        isMore: entries.length > maxShown || found.some(({ length }) => length > maxOfSource),
        snoozed: await listSnoozed(trx),
        ledger: await readLedgerState(trx),
      }
    })
}

/** Entries that cost something already, and the kinds of which a source may have more than were read. */
export type RedEntries = { red: Entry[]; cutKinds: TodayKind[] }

export function readRed(kysely: Kysely<Tables>): Promise<RedEntries> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const now = await clockOf(trx)
      const [red, cutKinds]: [Entry[], TodayKind[]] = [[], []]
      for (const source of sources) {
        const found = await readSource(trx, source)
        red.push(...found.filter(({ costsAt }) => costsAt <= now))
        if (found.length > maxOfSource) cutKinds.push(...source.kinds)
      }
      return { red, cutKinds }
    })
}

async function readSource(trx: Transaction<Tables>, { rows }: Source): Promise<Entry[]> {
  const found = await sql<Entry>`
    select shown.*, about.detail from (
      select * from (${rows}) as entry
      where not exists (
        select from today_snooze s
        where s.kind = entry.kind and s.subject_id = entry."subjectId"::text and ${isStillPutOff})
      order by ${inOrderSql} limit ${maxOfSource + 1}) as shown
    left join lateral (${detailOf(sql`shown."jobId"`)}) as about on true
    order by ${inOrderSql}`.execute(trx)
  return found.rows
}

/**
 * Which entries of a source are read when it has many: of the entries that cost something already, the largest amounts
 * (`order.ts`).
 */
const inOrderSql = sql`greatest("costsAt", now()), "amountCents" desc nulls last, since, "subjectId"`

/** Partner, and the reference or else the towns, of a job. */
const detailOf = (jobId: RawBuilder<unknown>) => sql`
  select nullif(concat_ws(' · ', partner.company_name, coalesce(
    job.external_reference,
    nullif(concat_ws(' → ', job.pickup->>'locality', job.dropoff->>'locality'), ''))), '') as detail
  from job left join api_key key on key.id = job.key_id left join partner on partner.id = key.partner_id
  where job.id = ${jobId}::uuid`

async function clockOf(trx: Transaction<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(trx)
  return rows[0]?.now ?? new Date()
}

function countsOf(entries: Entry[]): Today['counts'] {
  const counts: Today['counts'] = {}
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
