import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { bookedBy } from './apply-outcome.ts'
import { queueEffect } from './effects.ts'
import { ledgerAccount } from './ledger.ts'
import type { SettledEffect } from './settled-effect.ts'
import { giveToWallet } from './wallet.ts'

/**
 * A top-up is captured as soon as it is held, and is in the wallet in the transaction that hears of the capture. What was
 * taken on the processor's own page after it was given up goes back to the card.
 */
export async function settleTopUp(trx: Transaction<Tables>, settled: SettledEffect): Promise<void> {
  const { kind, payment, outcome } = settled
  const { id: paymentId, accountId, amountCents } = payment
  if (kind === 'authorize' && outcome.outcome === 'held' && payment.status !== 'releasing')
    await queueEffect(trx, { paymentId, kind: 'capture', amountCents })
  if (kind === 'void' && outcome.outcome === 'already_captured')
    await queueEffect(trx, { paymentId, kind: 'refund', amountCents })
  if (kind === 'capture' && outcome.outcome === 'captured')
    await giveToWallet(trx, {
      ...bookedBy(settled),
      kind: 'top_up',
      accountId,
      from: ledgerAccount.captured(paymentId),
      amountCents,
    })
}
