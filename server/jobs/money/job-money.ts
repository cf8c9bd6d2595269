import type { JobMoney } from './hold.ts'
import { readPayments } from './read-payments.ts'
import { onCancelled, onDelivered } from './take-and-release.ts'

/** The implementation of `JobMoney`. */
export const jobMoney: JobMoney = { onDelivered, onCancelled, readPayments }
