import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import type { TestDatabase } from './database.ts'

type Books = Pick<TestDatabase, 'kysely'>

/** Checks the invariants of settled money, and that the sandbox's books are equal to Dray's. */
export async function assertBooks(db: Books): Promise<void> {
  await assertOwnBooks(db)
  assert.deepEqual(await differences(db.kysely), [], 'differences between our books and those of the sandbox')
}

/**
 * Invariants for any processor: no unsettled calls, a balanced ledger, one hold for each job that needs it, no other.
 */
export async function assertOwnBooks({ kysely }: Books): Promise<void> {
  assert.deepEqual(await unsettled(kysely), [], 'calls that are not settled')
  assert.deepEqual(await ledgerImbalance(kysely), [], 'accounts with a wrong balance')
  assert.deepEqual(await strayHolds(kysely), [], 'holds without a job, jobs without a hold, two captures')
}

const all = async <T>(kysely: TestDatabase['kysely'], query: ReturnType<typeof sql<T>>) =>
  (await query.execute(kysely)).rows

const unsettled = (kysely: TestDatabase['kysely']) =>
  all(
    kysely,
    sql`select e.kind, e.status, p.status as payment, e.last_error from payment_effect e join payment p on p.id = e.payment_id
        where e.status in ('due', 'running') and e.due_at < 'infinity'`,
  )

const differences = (kysely: TestDatabase['kysely']) =>
  all(
    kysely,
    sql`select p.id, p.status, p.captured_cents, p.refunded_cents, a.status as theirs, a.captured_cents as captured_by_them
        from payment p full join sandbox_authorization a on a.reference = p.reference
        where coalesce(p.source, 'card') = 'card' and (
          p.id is null
          or (a.reference is null and p.status not in ('refused', 'released'))
          or p.captured_cents <> coalesce(a.captured_cents, 0)
          or (a.status = 'captured') <> (p.status = 'captured')
          or (a.status = 'held' and a.hold_expires_at > now()) <> (p.status = 'held' and p.hold_expires_at > now())
          or p.refunded_cents <> coalesce((select sum(m.amount_cents) from sandbox_movement m
            where m.kind = 'refund' and m.authorization_reference = a.reference), 0))
        union all
        select null, 'transfers', ours.cents, 0, 'transfers', theirs.cents
        from (select coalesce(sum(amount_cents), 0)::integer as cents from ledger_transfer where kind = 'transfer') ours,
          (select coalesce(sum(amount_cents), 0)::integer as cents from sandbox_movement where kind = 'transfer') theirs
        where ours.cents <> theirs.cents`,
  )

const strayHolds = (kysely: TestDatabase['kysely']) =>
  all(
    kysely,
    sql`select job.id, job.status, job.hidden_at,
          count(p.id) filter (where p.status = 'held')::integer as holds,
          count(p.id) filter (where p.status = 'captured')::integer as captures
        from job left join payment p on p.job_id = job.id and p.purpose <> 'tip'
        group by job.id
        having count(p.id) filter (where p.status = 'captured') > 1
          or (job.status in ('draft', 'cancelled', 'completed') and count(p.id) filter (where p.status = 'held') > 0)
          or (job.status = 'completed' and count(p.id) filter (where p.status = 'captured') <> 1)
          or (job.status = 'posted' and job.hidden_at is null and count(p.id) filter (where p.status = 'held') <> 1)
        union all
        select null, p.status, null, 1, 0 from payment p where p.job_id is null and p.purpose <> 'top_up' and p.status = 'held'`,
  )
