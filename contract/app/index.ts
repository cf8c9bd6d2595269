import type { AppOperation } from '../operation.ts'
import { accountOperations, erasureOperations, signInOperations } from './account.ts'
import { carriersCallOperations, customersCallOperations } from './calls.ts'
import { carrierOperations } from './carrier.ts'
import { conversationOperations } from './conversation.ts'
import { customerOperations } from './customer.ts'
import { dataOperations } from './data.ts'
import { feedOperations } from './feed.ts'
import { invoiceOperations } from './invoices.ts'
import { liveOperations, pushOperations } from './live.ts'
import { mailOperations } from './mail.ts'
import { noticeOperations } from './notices.ts'
import { openOperations } from './open.ts'
import { paymentOperations } from './payments.ts'
import { positionOperations } from './positions.ts'
import { recognitionOperations, signUpOperations } from './sign-up.ts'
import { statementOperations } from './statements.ts'
import { taxDataOperations } from './tax-data.ts'
import { tipOperations } from './tips.ts'
import { carriersWindowOperations, customersWindowOperations } from './windows.ts'

const listed = [
  ...signInOperations,
  ...accountOperations,
  ...erasureOperations,
  ...dataOperations,
  ...customerOperations,
  ...customersWindowOperations,
  ...customersCallOperations,
  ...recognitionOperations,
  ...tipOperations,
  ...openOperations,
  ...paymentOperations,
  ...invoiceOperations,
  ...carrierOperations,
  ...signUpOperations,
  ...feedOperations,
  ...taxDataOperations,
  ...statementOperations,
  ...carriersWindowOperations,
  ...positionOperations,
  ...conversationOperations,
  ...carriersCallOperations,
  ...liveOperations,
  ...pushOperations,
  ...mailOperations,
  ...noticeOperations,
] as const

/** Every operation of the app API. Routes, documentation and the authority table are derived from this list. */
export const appOperations: readonly AppOperation[] = listed

/** The type of each operation, with its literals. */
export type ListedAppOperation = (typeof listed)[number]
