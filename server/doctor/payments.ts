import type { Config } from '../config.ts'
import { connectProcessors } from '../connect-payments.ts'
import type { Database } from '../db/database.ts'
import { attempt, type Check, ok, warn } from './check.ts'
import { isLoopback } from './is-loopback.ts'

/** Asks the processor whether it would take our calls; no money moves. Nothing to say without a database to keep books in. */
export async function checkPayments(config: Config, database: Database | null): Promise<Check[]> {
  if (!database) return []
  const name = `payments ${config.paymentProcessor.name}`
  const check = await attempt({ name, mend: 'Set what the processor needs' }, async () => {
    const { live, sandbox } = await connectProcessors(config, database)
    const trouble = await live.probe()
    if (trouble !== null) return warn(name, 'does not take our calls', trouble)
    if (live !== sandbox) return ok(name, 'answers')
    if (isLoopback(config.baseUrl)) return ok(name, 'no real money moves: cards are test cards')
    return warn(name, 'no real money moves', 'Set PAYMENT_PROCESSOR to one that takes real cards')
  })
  return [check]
}
