import { failingProviders, nearLimits, risenErrors } from './activity.ts'
import { waitingCarriers } from './carriers.ts'
import { overdueCollections } from './collection.ts'
import { expiringDocuments, waitingDocuments } from './documents.ts'
import { coarseAddresses, expiringDrafts } from './drafts.ts'
import { refusedEffects, stuckEffects } from './effects.ts'
import type { Source } from './entry.ts'
import { dyingHolds, hiddenJobs } from './holds.ts'
import { unbalancedLedger, uncheckedLedger } from './ledger.ts'
import { owedJobs } from './owed.ts'
import { doubtedDeliveries, openDisputes, openProblems } from './problems.ts'
import { refusingPushes } from './pushes.ts'
import { changedClosings, failedReconciliations, openDifferences } from './reconciliation.ts'
import { refusedMembers } from './refused-proofs.ts'
import { noWorker, overdueTasks } from './tasks.ts'
import { failedTexts } from './texts.ts'

/** Every state that is an entry of *Today*. */
export const sources: readonly Source[] = [
  noWorker,
  overdueTasks,
  unbalancedLedger,
  uncheckedLedger,
  dyingHolds,
  hiddenJobs,
  overdueCollections,
  stuckEffects,
  refusedEffects,
  owedJobs,
  openDisputes,
  openProblems,
  doubtedDeliveries,
  failedTexts,
  expiringDrafts,
  coarseAddresses,
  waitingCarriers,
  openDifferences,
  failedReconciliations,
  changedClosings,
  failingProviders,
  refusingPushes,
  nearLimits,
  risenErrors,
  waitingDocuments,
  expiringDocuments,
  refusedMembers,
]
