import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isChangingDifference, type ProcessorDifference } from '../payments/reconcile/differences.ts'

export type FoundDifferences = {
  runId: string
  processor: string
  differences: ProcessorDifference[]
  /** Items made in this span were compared. */
  since: Date
  until: Date
  /** Items that changed after this were not compared. */
  startedAt: Date
  /** Whether the processor listed its transfers; else they were not compared. */
  hasTransfers: boolean
  /** There were more differences than these. */
  isMore: boolean
}

/**
 * Adds the differences that are new to the run. A known one stays with the run that found it first. It is open again when
 * it was settled or its amounts have changed, and keeps its explanation while they are the same. Differences of the span
 * that were compared and not found are settled.
 */
export async function storeDifferences(trx: Transaction<Tables>, found: FoundDifferences): Promise<void> {
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

/** An item that both sides know has the processor's reference; a payment without one never reached it. */
const rowOf = ({ check, at, ...difference }: ProcessorDifference) => ({
  ...difference,
  check: checks[check],
  subject: difference.reference ?? difference.payment_id ?? '',
  item_at: at,
})
