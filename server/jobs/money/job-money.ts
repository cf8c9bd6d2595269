import type { JobMoney } from './hold.ts'
import { readPayments } from './read-payments.ts'
import { onCancelled, onDelivered } from './take-and-release.ts'

/** The money of jobs, as their life asks for it. */
export const jobMoney: JobMoney = { onDelivered, onCancelled, readPayments }
