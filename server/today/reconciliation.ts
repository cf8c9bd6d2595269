import { sql } from 'kysely'
import type { Entry, Source } from './entry.ts'

/** Days with differences to the processor that were found a day ago and are neither explained nor settled. */
export const openDifferences: Source = {
  kinds: ['reconciliation_differs'],
  rows: sql<Entry>`
    select 'reconciliation_differs' as kind, run.id as "subjectId", null as "jobId",
      run.processor || ' ' || run.day::text as label, min(d.found_at) as since,
      min(d.found_at) + interval '1 day' as "costsAt",
      least(sum(abs(coalesce(d.our_cents, 0) - coalesce(d.their_cents, 0))), 2147483647)::integer as "amountCents",
      count(*) || ' × ' || min(d.kind) as cause
    from reconciliation_difference d join reconciliation_run run on run.id = d.run_id
    where d.settled_at is null and d.explained_at is null and d.found_at < now() - interval '1 day'
    group by run.id`,
}

/** Days that could not be compared with the processor within a day. */
export const failedReconciliations: Source = {
  kinds: ['reconciliation_failed'],
  rows: sql<Entry>`
    select 'reconciliation_failed' as kind, id as "subjectId", null as "jobId",
      processor || ' ' || day::text as label, created_at as since, created_at + interval '1 day' as "costsAt",
      null::integer as "amountCents", last_error as cause
    from reconciliation_run
    where status <> 'done' and last_error is not null and created_at < now() - interval '1 day'`,
}

/** Closed months whose figures the ledger does not give any more. */
export const changedClosings: Source = {
  kinds: ['closing_differs'],
  rows: sql<Entry>`
    select 'closing_differs' as kind, month as "subjectId", null as "jobId", month as label, differs_since as since,
      differs_since as "costsAt", null::integer as "amountCents", null as cause, differs_since as "newsAt"
    from month_closing where differs_since is not null`,
}
