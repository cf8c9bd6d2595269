import { exportDisputes, listDisputes, releaseDispute } from './disputes.ts'
import { bookPayment, exportEffects, listEffects, retryEffect, settleEffectOutside } from './effects.ts'
import { exportFees, listFees } from './fees.ts'
import { exportHolds, listHolds } from './holds.ts'
import {
  bookLedgerDifference,
  checkLedger,
  exportLedgerRows,
  listLedgerDifferences,
  listLedgerRows,
  readLedger,
} from './ledger.ts'
import { readMoney } from './overview.ts'
import { exportWallets, listWallets, readWalletForStaff } from './wallets.ts'

export const moneyOperations = [
  readMoney,
  listHolds,
  exportHolds,
  listEffects,
  exportEffects,
  retryEffect,
  settleEffectOutside,
  bookPayment,
  listFees,
  exportFees,
  listDisputes,
  exportDisputes,
  releaseDispute,
  listWallets,
  exportWallets,
  readWalletForStaff,
  readLedger,
  checkLedger,
  listLedgerDifferences,
  bookLedgerDifference,
  listLedgerRows,
  exportLedgerRows,
] as const
