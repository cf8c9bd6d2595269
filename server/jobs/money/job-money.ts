import { onCancelled, onDelivered } from './capture-or-release.ts'
import type { JobMoney } from './hold.ts'
import { readPayments } from './read-payments.ts'

/** The implementation of `JobMoney`. */
export const jobMoney: JobMoney = { onDelivered, onCancelled, readPayments }
