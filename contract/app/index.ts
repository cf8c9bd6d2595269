import type { AppOperation } from '../operation.ts'
import { accountOperations } from './account.ts'
import { carrierOperations } from './carrier.ts'
import { customerOperations } from './customer.ts'
import { dataOperations } from './data.ts'
import { liveOperations } from './live.ts'
import { paymentOperations } from './payments.ts'

/** Every operation of the app API. Routes, documentation and the authority table are derived from this list. */
export const appOperations: readonly AppOperation[] = [
  ...accountOperations,
  ...dataOperations,
  ...customerOperations,
  ...paymentOperations,
  ...carrierOperations,
  ...liveOperations,
]
