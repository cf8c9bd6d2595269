import type { FastifyInstance } from 'fastify'
import type { ProcessorEventNeeds } from '../../../payments/handle-processor-event.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { mountBookLedgerDifference } from './book-ledger-difference.ts'
import { mountBookPayment } from './book-payment.ts'
import { mountCheckLedger } from './check-ledger.ts'
import { mountExportDisputes } from './export-disputes.ts'
import { mountExportEffects } from './export-effects.ts'
import { mountExportFees } from './export-fees.ts'
import { mountExportHolds } from './export-holds.ts'
import { mountExportLedgerRows } from './export-ledger-rows.ts'
import { mountExportWallets } from './export-wallets.ts'
import { mountListDisputes } from './list-disputes.ts'
import { mountListEffects } from './list-effects.ts'
import { mountListFees } from './list-fees.ts'
import { mountListHolds } from './list-holds.ts'
import { mountListLedgerDifferences } from './list-ledger-differences.ts'
import { mountListLedgerRows } from './list-ledger-rows.ts'
import { mountListWallets } from './list-wallets.ts'
import { mountReadLedger } from './read-ledger.ts'
import { mountReadMoney } from './read-money.ts'
import { mountReadWalletForStaff } from './read-wallet-for-staff.ts'
import { mountReleaseDispute } from './release-dispute.ts'
import { mountRetryEffect } from './retry-effect.ts'
import { mountSettleEffectOutside } from './settle-effect-outside.ts'

export type MoneyNeeds = RecordExportNeeds & ProcessorEventNeeds

/** Where the money is, and what staff do about it. */
export function mountMoney(scope: FastifyInstance, needs: MoneyNeeds): void {
  mountReadMoney(scope, needs)
  mountListHolds(scope, needs)
  mountExportHolds(scope, needs)
  mountListEffects(scope, needs)
  mountExportEffects(scope, needs)
  mountRetryEffect(scope, needs)
  mountSettleEffectOutside(scope, needs)
  mountBookPayment(scope, needs)
  mountListFees(scope, needs)
  mountExportFees(scope, needs)
  mountListDisputes(scope, needs)
  mountExportDisputes(scope, needs)
  mountReleaseDispute(scope, needs)
  mountListWallets(scope, needs)
  mountExportWallets(scope, needs)
  mountReadWalletForStaff(scope, needs)
  mountReadLedger(scope, needs)
  mountCheckLedger(scope, needs)
  mountListLedgerDifferences(scope, needs)
  mountBookLedgerDifference(scope, needs)
  mountListLedgerRows(scope, needs)
  mountExportLedgerRows(scope, needs)
}
