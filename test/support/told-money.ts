import assert from 'node:assert/strict'
import { readMyJob } from '#contract/app/customer.ts'
import { listMyStatements } from '#contract/app/statements.ts'
import type { TestDray } from './dray.ts'
import { assertPagesAgree, issueInvoices } from './invoices.ts'
import { ledgerOf } from './job-records.ts'
import { assertBooks } from './money-books.ts'
import type { Person } from './person.ts'
import { settleMoney } from './run-money-tasks.ts'
import { issueStatementsOf, misplacedOfCarriers, monthsLater, unequalStatements } from './statements.ts'

/** In cents. `earned`: the shares of the carriers. */
export type Told = { charged: number; refunded?: number; earned: readonly (readonly [Person, number])[] }

/** Settles a job and ends the month: ledger, receipt, credit note and statements tell the same, to the cent. */
export async function assertTold(
  app: TestDray,
  { jobId, customer }: { jobId: string; customer: Person },
  { charged, refunded = 0, earned }: Told,
): Promise<void> {
  await settleMoney(app)
  await issueInvoices(app)
  await issueStatementsOf(app, monthsLater(1))
  const share = earned.reduce((sum, [, cents]) => sum + cents, 0)
  const booked = new Map(await ledgerOf(app, jobId))
  const { invoices } = await customer.ok(readMyJob, { params: { job_id: jobId } })
  const cents = (kind: string) => invoices.find((page) => page.kind === kind)?.total_cents ?? 0
  const told = {
    ledger: ['capture', 'share', 'fee', 'refund'].map((kind) => booked.get(kind) ?? 0),
    pages: ['receipt', 'credit_note'].map(cents),
    statements: [] as number[],
  }
  for (const [carrier] of earned) {
    const { statements } = await carrier.ok(listMyStatements)
    told.statements.push(statements.reduce((sum, { total_cents }) => sum + total_cents, 0))
  }
  assert.deepEqual(told, {
    ledger: [charged, share, charged - share, refunded],
    pages: [charged, refunded],
    statements: earned.map(([, got]) => got),
  })
  await assertBooks(app.db)
  await assertPagesAgree(app.db.kysely)
  assert.deepEqual(await misplacedOfCarriers(app.db.kysely), [])
  assert.deepEqual(await unequalStatements(app.db.kysely), [])
}
