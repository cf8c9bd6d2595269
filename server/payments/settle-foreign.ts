import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { applyOutcome } from './apply-outcome.ts'
import type { ProcessorEventNeeds } from './handle-processor-event.ts'
import type { SettledEffect } from './settled-effect.ts'
import { settleTopUp } from './top-up.ts'

/** Applies an act made on the processor's own pages, with all its consequences, as if Dray had requested it. */
export async function settleForeign(
  trx: Transaction<Tables>,
  needs: Pick<ProcessorEventNeeds, 'settle'>,
  settled: SettledEffect,
): Promise<void> {
  await applyOutcome(trx, settled)
  await (settled.payment.purpose === 'top_up' ? settleTopUp(trx, settled) : needs.settle(trx, settled))
}
