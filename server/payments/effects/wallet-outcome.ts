import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { ledgerAccount } from '../ledger/entries.ts'
import type { Payment } from '../payment.ts'
import { takeFromWallet } from '../wallet/balance.ts'
import { bookedBy, type EffectOutcome } from './outcome.ts'
import type { Effect } from './queue.ts'

/**
 * Decides the outcome of a payment from the wallet as a processor would, inside the caller's transaction, so no
 * answer can be lost.
 */
export async function walletOutcome(
  trx: Transaction<Tables>,
  { effect, payment }: { effect: Effect; payment: Payment },
): Promise<EffectOutcome> {
  switch (effect.kind) {
    case 'authorize':
      return { kind: 'authorize', outcome: await take(trx, { effect, payment }) }
    case 'capture':
      return { kind: 'capture', outcome: { outcome: 'captured', capturedCents: effect.amountCents } }
    case 'void':
      return { kind: 'void', outcome: { outcome: 'released' } }
    case 'refund':
      return { kind: 'refund', outcome: { outcome: 'done', reference: effect.id } }
    default:
      throw new Error('a carrier is paid by the processor, whatever the customer paid with')
  }
}

async function take(
  trx: Transaction<Tables>,
  about: { effect: Effect; payment: Payment },
): Promise<Extract<EffectOutcome, { kind: 'authorize' }>['outcome']> {
  const { payment } = about
  const { accountId, amountCents } = payment
  if (payment.status === 'releasing') return { outcome: 'refused', reference: null, refusal: 'other' }
  const to = ledgerAccount.held(payment.id)
  const isTaken = await takeFromWallet(trx, {
    ...bookedBy(about),
    kind: 'hold',
    accountId,
    to,
    amountCents,
  })
  if (!isTaken) return { outcome: 'refused', reference: null, refusal: 'insufficient_funds' }
  return { outcome: 'held', reference: `wallet:${payment.id}`, holdExpiresAt: null }
}
