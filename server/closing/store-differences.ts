import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ProcessorDifference } from '../payments/processor-differences.ts'

export type FoundDifferences = {
  runId: string
  processor: string
  differences: ProcessorDifference[]
  /** Items made in this span were compared. */
  since: Date
  until: Date
  /** There were more differences than these. */
  isMore: boolean
}

/**
 * Adds the differences that are new to the run. A known one stays with the run that found it first, and is open again when
 * it was settled or its amounts have changed. Differences of the span that were not found are settled.
 */
export async function storeDifferences(trx: Transaction<Tables>, found: FoundDifferences): Promise<void> {
  const { runId, processor, since, until, isMore } = found
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
      found_at = case when ${isKnown} then known.found_at else now() end,
      explained_at = case when ${isKnown} then known.explained_at end,
      explained_by = case when ${isKnown} then known.explained_by end,
      explanation = case when ${isKnown} then known.explanation end,
      settled_at = null`.execute(trx)
  if (isMore) return
  await sql`
    update reconciliation_difference d set settled_at = now()
    where processor = ${processor} and settled_at is null and item_at >= ${since} and item_at < ${until}
      and not exists (select from jsonb_to_recordset(${rows}::jsonb) as found (kind text, subject text)
        where found.kind = d.kind and found.subject = d.subject)`.execute(trx)
}

const isKnown = sql`(known.settled_at is null
  and (known.ours, known.our_cents, known.theirs, known.their_cents)
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
