import { type Kysely, sql, type Transaction } from 'kysely'
import {
  afterSeconds,
  type Claimed,
  claimRow,
  dueIds,
  finishRow,
  type LeasedRows,
  releaseRow,
  renewRow,
  runDueRows,
} from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { ListedPages, Processor, ProcessorListing } from '../payments/processor.ts'
import type { Processors } from '../payments/providers/processors.ts'
import { compareListed } from '../payments/reconcile/check.ts'
import { readDayFigures } from '../payments/reconcile/day.ts'
import { isChangingDifference, type ProcessorDifference } from '../payments/reconcile/differences.ts'
import { withListedItems } from '../payments/reconcile/listed-items.ts'

export type ReconcileNeeds = {
  kysely: Kysely<Tables>
  processors: Pick<Processors, 'live' | 'named'>
  spoolFolder: string
}

type Db = Kysely<Tables>
type Run = Claimed<'reconciliation_run'>

/**
 * The lists of a whole account take minutes, or an hour: each page renews the lease. A crashed comparison is retried
 * after this time.
 */
const rows: LeasedRows<'reconciliation_run'> = { table: 'reconciliation_run', leaseSeconds: 900 }

/** A hold of a card lasts about seven days, so objects made in the days before may have changed on the day. */
const daysBefore = 9

const maxAttempts = 24
const secondsBetween = 3_600

/**
 * Compares each UTC day with the processor of live jobs, half an hour after its end, and missed days of the last month.
 * One of the nodes compares a day.
 */
export async function reconcileDays(needs: ReconcileNeeds, signal: AbortSignal): Promise<void> {
  await addEndedDays(needs)
  const findIds = (limit: number) => dueIds(needs.kysely, rows, { limit })
  await runDueRows({ together: 1, findIds, work: (id) => reconcile(needs, id, signal) }, signal)
}

async function addEndedDays({ kysely, processors: { live } }: ReconcileNeeds): Promise<void> {
  if (!live.listing) return
  await sql`
    with ended as (select ((now() - interval '30 minutes') at time zone 'utc')::date - 1 as day),
      known as (select max(day) as day from reconciliation_run where processor = ${live.name})
    insert into reconciliation_run (id, processor, day)
    select gen_random_uuid(), ${live.name}, missing::date
    from ended, known,
      generate_series(greatest(coalesce(known.day + 1, ended.day), ended.day - 30), ended.day, interval '1 day') missing
    where exists (select from ledger_transfer where at < (ended.day + 1)::timestamp at time zone 'utc')
    on conflict do nothing`.execute(kysely)
}

async function reconcile(needs: ReconcileNeeds, id: string, signal: AbortSignal): Promise<void> {
  const { kysely } = needs
  const run = await claimRow(kysely, rows, id, { started_at: sql<Date>`now()` })
  if (!run) return
  try {
    await compare(needs, run, signal)
  } catch (error) {
    if (signal.aborted) return void (await releaseRow(kysely, rows, run, { dueAt: sql<Date>`now()` }))
    const isOfProvider = error instanceof ProviderError
    const last_error = isOfProvider ? error.message : error instanceof Error ? error.name : 'unknown'
    const isOwn =
      run.attempts >= maxAttempts
        ? await finishRow(kysely, rows, run, { status: 'failed', last_error })
        : await releaseRow(kysely, rows, run, { dueAt: afterSeconds(secondsBetween), last_error })
    // The next retry may succeed; until then the page and *Today* show the error. A lost claim is not an error of this node.
    if (isOwn && !isOfProvider) throw error
  }
}

async function compare(needs: ReconcileNeeds, run: Run, signal: AbortSignal): Promise<void> {
  const { kysely, processors } = needs
  const { processor: name } = run
  const processor = processors.named(name)
  const { from, to, since, listedSince } = await spanOf(kysely, run)
  const done = processor
    ? await withListedItems(
        needs,
        { listing: whileClaimed(processor, { kysely, run, signal }), since: listedSince },
        async (items) => ({
          compared: await compareListed(items, { processor: name, since, until: to }),
          of: { since, until: to, startedAt: items.startedAt, hasTransfers: items.listed.transfer !== null },
          figures: await readDayFigures(items.db, { processor: name, from, to }),
        }),
      )
    : null
  if (!done) {
    await finishRow(kysely, rows, run, { status: 'failed', last_error: 'not connected' })
    return
  }
  const { compared, of, figures } = done
  const { differences, more: isMore, elsewhere } = compared
  await kysely.transaction().execute(async (trx) => {
    const isOwn = await finishRow(trx, rows, run, {
      status: 'done',
      ended_at: sql<Date>`now()`,
      last_error: null,
      figures: JSON.stringify(figures),
      elsewhere,
      is_more: isMore,
    })
    if (!isOwn) return
    await storeDifferences(trx, { ...of, runId: run.id, processor: name, differences, isMore })
  })
}

/** The day as instants. The list begins an hour earlier, because the clocks of both sides differ. */
async function spanOf(kysely: Db, { id }: Pick<Run, 'id'>) {
  const { from } = await kysely
    .selectFrom('reconciliation_run')
    .select(sql<Date>`day::timestamp at time zone 'utc'`.as('from'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const plus = (hours: number) => new Date(from.getTime() + hours * 3_600_000)
  return { from, to: plus(24), since: plus(-24 * daysBefore), listedSince: plus(-24 * daysBefore - 1) }
}

type Claiming = { kysely: Db; run: Run; signal: AbortSignal }

/** The list; throws at shutdown, and when another node has claimed the day. */
function whileClaimed(
  { listing }: Processor,
  { kysely, run, signal }: Claiming,
): ProcessorListing | undefined {
  async function* claimed(pages: ListedPages): ListedPages {
    for await (const page of pages) {
      signal.throwIfAborted()
      if (!(await renewRow(kysely, rows, run))) throw new Error('another node compares this day')
      yield page
    }
  }
  if (!listing) return undefined
  const { holds, refunds, transfers } = listing
  return {
    holds: (since) => claimed(holds(since)),
    refunds: (since) => claimed(refunds(since)),
    transfers: transfers && ((since) => claimed(transfers(since))),
  }
}

type FoundDifferences = {
  runId: string
  processor: string
  differences: ProcessorDifference[]
  /** Items made in this span were compared. */
  since: Date
  until: Date
  /** Items that changed after this were not compared. */
  startedAt: Date
  /** Whether the processor listed its transfers; without the list they are not compared. */
  hasTransfers: boolean
  /** There were more differences than these. */
  isMore: boolean
}

/**
 * Inserts the differences that are new to the run. A known difference stays with the run that found it first. It
 * reopens if it was settled or its amounts have changed, and keeps its explanation while they are the same. Compared
 * differences of the span that no longer exist are settled.
 */
async function storeDifferences(trx: Transaction<Tables>, found: FoundDifferences): Promise<void> {
  const { runId, processor, since, until, startedAt, hasTransfers, isMore } = found
  const rows = JSON.stringify(found.differences.map(rowOf))
  await sql`
    insert into reconciliation_difference as known (id, run_id, processor, "check", kind, subject, payment_id, reference,
      ours, our_cents, theirs, their_cents, item_at)
    select distinct on (kind, subject) gen_random_uuid(), ${runId}::uuid, ${processor}, "check", kind, subject, payment_id,
      reference, ours, our_cents, theirs, their_cents, item_at
    from jsonb_to_recordset(${rows}::jsonb) as found ("check" text, kind text, subject text, payment_id uuid,
      reference text, ours text, our_cents bigint, theirs text, their_cents bigint, item_at timestamptz)
    on conflict (processor, kind, subject) do update set "check" = excluded."check", payment_id = excluded.payment_id,
      ours = excluded.ours, our_cents = excluded.our_cents,
      theirs = excluded.theirs, their_cents = excluded.their_cents,
      found_at = case when known.settled_at is null and ${isSame} then known.found_at else now() end,
      explained_at = case when ${isSame} then known.explained_at end,
      explained_by = case when ${isSame} then known.explained_by end,
      explanation = case when ${isSame} then known.explanation end,
      settled_at = null`.execute(trx)
  if (isMore) return
  await sql`
    update reconciliation_difference d set settled_at = now()
    where processor = ${processor} and settled_at is null and item_at >= ${since} and item_at < ${until}
      and (kind <> 'transfer' or ${hasTransfers}) and not (${isChangingDifference(startedAt)})
      and not exists (select from jsonb_to_recordset(${rows}::jsonb) as found (kind text, subject text)
        where found.kind = d.kind and found.subject = d.subject)`.execute(trx)
}

const isSame = sql`((known.ours, known.our_cents, known.theirs, known.their_cents)
  is not distinct from (excluded.ours, excluded.our_cents, excluded.theirs, excluded.their_cents))`

const checks = {
  'not at the processor': 'not_at_processor',
  'not in the books': 'not_in_books',
  differs: 'differs',
} as const

/** An item known to both sides has the processor's reference; a payment without one never reached it. */
const rowOf = ({ check, at, ...difference }: ProcessorDifference) => ({
  ...difference,
  check: checks[check],
  subject: difference.reference ?? difference.payment_id ?? '',
  item_at: at,
})
