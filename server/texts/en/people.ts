import type { CarrierStatus, ErasureBlocker } from '#contract/vocabulary.ts'
import { euros } from './formats.ts'

/** Carriers and accounts in the operator's panel. */
export const people = {
  carrierStatus: {
    pending: 'This carrier is waiting for a decision, so this does not apply.',
    approved: 'This carrier is approved already.',
    rejected: 'This carrier is rejected.',
    suspended: 'This carrier is suspended.',
  } satisfies Record<CarrierStatus, string>,
  carrierSaved: 'The carrier has changed since you opened it. Look at it and decide again.',
  accountErased: 'This account has been deleted.',
  /** Each blocker is a sentence of `blockers`. */
  notErasable: (blockers: string[]) =>
    `The account cannot be deleted yet; nothing was changed. ${blockers.join(' ')}`,
  blockers: {
    open_jobs: (count: number) => `Published jobs that are not finished: ${count}. Cancel them.`,
    deliveries: (count: number) => `Accepted jobs that are not finished: ${count}. Cancel them.`,
    problems: (count: number) =>
      `Open disputes, problems or doubtful deliveries: ${count}. Settle them first.`,
    payments: (count: number) => `Payments that are being processed: ${count}. Wait until they are done.`,
    wallet: (cents: number) =>
      `There is ${euros(cents)} in the wallet. Pay it back, then say that it is paid.`,
    earnings: (cents: number) =>
      `${euros(cents)} of earnings is owed. Pay it out, or by other means and then say that it is paid.`,
  } satisfies Record<ErasureBlocker, (amount: number) => string>,
}
