import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Settle } from '../effects/outcome.ts'
import type { Dispute } from '../processor.ts'
import type { Processors } from '../providers/processors.ts'

export type ProcessorEventNeeds = {
  kysely: Kysely<Tables>
  processors: Processors
  /** Called with alerts for the operator; the text contains ids and amounts only. */
  onMoneyAlert: (alert: string) => void
  settle: Settle
  /** Applies a dispute to the jobs that were paid with the payment. */
  onDisputed: OnDisputed
}

/**
 * `jobIds`: locked jobs that the disputed payment paid. `isBlocking`: whether the dispute blocks the carrier's pay for
 * them. False lifts the block, unless another dispute holds it.
 */
export type OnDisputed = (
  trx: Transaction<Tables>,
  disputed: { jobIds: string[]; kind: Dispute['kind']; isBlocking: boolean },
) => Promise<void>
