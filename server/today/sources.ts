import { failingProviders, nearLimits, risenErrors } from './activity.ts'
import type { Source } from './entry.ts'
import {
  coarseAddresses,
  contestedTrips,
  doubtedDeliveries,
  expiringDrafts,
  openDisputes,
  openProblems,
  overdueCollections,
  waitingMessages,
} from './jobs.ts'
import { unbalancedLedger, uncheckedLedger } from './ledger.ts'
import {
  changedClosings,
  dyingHolds,
  failedReconciliations,
  hiddenJobs,
  openDifferences,
  owedJobs,
  refusedEffects,
  stuckEffects,
} from './money.ts'
import { expiringDocuments, refusedMembers, waitingCarriers, waitingDocuments } from './people.ts'
import { failedTexts, noWorker, overdueTasks, refusingPushes } from './running.ts'

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
  contestedTrips,
  waitingMessages,
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
