import { endDoubts } from '../../server/jobs/doubts/end-doubts.ts'
import { captureBeforeEnd } from '../../server/jobs/money/capture-before-end.ts'
import { endHiddenJobs } from '../../server/jobs/money/end-hidden.ts'
import { payOwed } from '../../server/jobs/money/pay-owed.ts'
import { renewHolds } from '../../server/jobs/money/renew.ts'
import { runDueEffects } from '../../server/payments/effects/run.ts'
import type { TestDray } from './dray.ts'
import { until } from './until.ts'

/** Runs one round of the money tasks. Work that is due later is not run. */
export async function runMoneyTasks({ dray }: TestDray): Promise<void> {
  const { signal } = new AbortController()
  const { payments } = dray
  await renewHolds(payments, signal)
  await endHiddenJobs(payments, signal)
  await endDoubts(payments, signal)
  await captureBeforeEnd(payments, signal)
  // The result of an effect may queue another.
  for (let round = 0; round < 3; round++) {
    await payOwed(payments)
    await runDueEffects(payments, signal)
  }
}

/** Runs rounds until no effect is due or running; does not wait for 3-D Secure confirmations of customers. */
export async function settleMoney(app: TestDray): Promise<void> {
  await until('all calls to the processor are settled', async () => {
    await runMoneyTasks(app)
    const { rowCount } = await app.db.pool.query(
      `select from payment_effect e join payment p on p.id = e.payment_id
       where e.status in ('due', 'running') and e.due_at < 'infinity' and p.status <> 'action_required'`,
    )
    return rowCount === 0
  })
}
