import { type Kysely, sql, type Transaction } from 'kysely'
import { daySumDifferences, isOfDay } from '../day-sums/check-day-sums.ts'
import { recordSummed } from '../day-sums/sum-day-by.ts'
import { sumDayAgain } from '../day-sums/sum-days.ts'
import { isDay, spanOfDay } from '../day-sums/unsummed.ts'
import { type By, recordAudit } from '../db/audit.ts'
import type { Difference } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import {
  bookDifference as book,
  lockDifference,
  readDifference,
  subjectOfDifference,
} from '../payments/ledger/differences.ts'
import { findLedgerRows, type LedgerRow } from '../payments/queries/find-ledger-rows.ts'
import { maxKept } from './check-ledger.ts'

type ShownDifference = Difference & {
  paymentId: string | null
  job: { jobId: string; jobTitle: string } | null
  rows: LedgerRow[]
}

const maxShown = 20

/** The differences of the last check, each with its payment, job and rows. */
export function listDifferences(
  kysely: Kysely<Tables>,
  check: string | undefined,
): Promise<ShownDifference[]> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows: found } = await sql<Difference>`
        select each->>'check' as check, each->>'subject' as subject,
          (each->>'expected_cents')::float8 as expected_cents, (each->>'actual_cents')::float8 as actual_cents
        from ledger_check cross join jsonb_array_elements(differences) as each
        where each->>'check' = coalesce(${check ?? null}::text, each->>'check') limit ${maxShown}`.execute(
        trx,
      )
      const shown: ShownDifference[] = []
      for (const difference of found) {
        const { paymentId, account } = await subjectOfDifference(trx, difference)
        const of = paymentId ? { paymentId } : { account: account ?? difference.subject }
        const { rows } = await findLedgerRows(trx, { ...of, limit: maxShown })
        shown.push({ ...difference, paymentId, rows, job: await jobOf(trx, paymentId) })
      }
      return shown
    })
}

async function jobOf(trx: Kysely<Tables>, paymentId: string | null): Promise<ShownDifference['job']> {
  if (!paymentId) return null
  const row = await trx
    .selectFrom('payment')
    .innerJoin('job', 'job.id', 'payment.job_id')
    .select(['job.id as jobId', 'job.title as jobTitle'])
    .where('payment.id', '=', paymentId)
    .executeTakeFirst()
  return row ?? null
}

type Act = { seen: Difference; by: By }

/**
 * A member books an examined difference of the ledger; of the sums of a day, they are written again. It must equal what
 * the member has seen, and the same check must agree afterwards; otherwise nothing changes.
 *
 * @throws Problem `wrong_state` (409).
 */
export const bookDifference = ({ kysely }: { kysely: Kysely<Tables> }, { seen, by }: Act): Promise<void> =>
  kysely
    .transaction()
    .execute((trx) => (isOfDay(seen) ? sumAgain(trx, { seen, by }) : bookSeen(trx, { seen, by })))

async function sumAgain(trx: Transaction<Tables>, { seen, by }: Act): Promise<void> {
  if (!isDay(seen.subject)) throw new Problem('wrong_state', (t) => t.payments.differenceGone)
  const read = async () => {
    const found = await daySumDifferences(trx, [spanOfDay(seen.subject)])
    return found.find(({ check }) => check === seen.check)
  }
  requireSeen(seen, await read())
  await sumDayAgain(trx, seen.subject)
  if (await read()) throw new Problem('wrong_state', (t) => t.payments.differenceStays)
  await leaveOut(trx, seen)
  await recordSummed(trx, { day: seen.subject, by })
}

function requireSeen(seen: Difference, now: Difference | undefined): void {
  if (!now) throw new Problem('wrong_state', (t) => t.payments.differenceGone)
  if (now.expected_cents !== seen.expected_cents || now.actual_cents !== seen.actual_cents)
    throw new Problem('wrong_state', (t) => t.payments.differenceChanged)
}

async function bookSeen(trx: Transaction<Tables>, { seen, by }: Act): Promise<void> {
  const about = await subjectOfDifference(trx, seen)
  await lockDifference(trx, about)
  requireSeen(seen, await readDifference(trx, seen))
  await book(trx, seen, about)
  if (await readDifference(trx, seen)) throw new Problem('wrong_state', (t) => t.payments.differenceStays)
  await leaveOut(trx, seen)
  await recordAudit(trx, {
    ...by,
    act: 'ledger.book_difference',
    targets: [
      { type: 'money', id: 'ledger' },
      ...(about.paymentId ? [{ type: 'payment' as const, id: about.paymentId }] : []),
    ],
    changes: {
      check: { from: null, to: seen.check },
      subject: { from: null, to: seen.subject },
      cents: { from: seen.actual_cents, to: seen.expected_cents },
    },
  })
}

/**
 * Removes it from the list until the next check, which begins immediately. After a full list that is a check of the
 * whole ledger, which finds the differences that were not stored.
 */
const leaveOut = (trx: Kysely<Tables>, { check, subject }: Difference) =>
  sql`
  with rest as (
    select coalesce(jsonb_agg(each), '[]') as differences from ledger_check cross join jsonb_array_elements(differences) as each
    where each->>'check' <> ${check} or each->>'subject' <> ${subject})
  update ledger_check set differences = rest.differences, due_at = now(),
    whole_due_at = case when jsonb_array_length(ledger_check.differences) < ${maxKept} then whole_due_at else now() end,
    unbalanced_since = case when rest.differences = '[]' then null else unbalanced_since end
  from rest`.execute(trx)
