import type { Config } from '../config.ts'
import { connectProcessors, connectWebhook } from '../connect-payments.ts'
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
    if (!live.movesRealMoney) {
      if (isLoopback(config.baseUrl)) return ok(name, 'no real money moves: cards are test cards')
      const mend =
        live === sandbox ? 'Set PAYMENT_PROCESSOR to one that takes real cards' : 'Give it a live key'
      return warn(name, 'no real money moves', mend)
    }
    if (connectWebhook(config)) return ok(name, 'answers; real money moves')
    return warn(
      name,
      'answers, and real money moves, but it posts no news here',
      'Let it post its events to this Dray, as docs/operating.md says: without them news waits for people to come back',
    )
  })
  return [check]
}
