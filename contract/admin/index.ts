import type { AdminOperation } from '../operation.ts'
import { accountOperations } from './accounts.ts'
import { activityOperations } from './activity.ts'
import { alertOperations } from './alerts.ts'
import { auditOperations } from './audit.ts'
import { carrierPhotoOperations } from './carrier-photos.ts'
import { carrierOperations } from './carriers.ts'
import { documentOperations } from './documents.ts'
import { healthOperations } from './health.ts'
import { jobActOperations } from './job-acts.ts'
import { jobConversationOperations } from './job-conversation.ts'
import { jobExportOperations } from './job-exports.ts'
import { jobViewOperations } from './job-views.ts'
import { jobListOperations } from './jobs.ts'
import { keyOperations } from './keys.ts'
import { memberOperations } from './members.ts'
import { moneyOperations } from './money/index.ts'
import { invoiceOperations } from './money/invoices.ts'
import { monthOperations } from './months.ts'
import { ownAccessOperations } from './own-access.ts'
import { partnerMemberOperations } from './partner-members.ts'
import { partnerAdminOperations } from './partners.ts'
import { providerOperations } from './providers.ts'
import { reconciliationOperations } from './reconciliation.ts'
import { sessionOperations } from './session.ts'
import { statementOperations } from './statements.ts'
import { tariffOperations } from './tariffs.ts'
import { todayOperations } from './today.ts'

const listed = [
  ...sessionOperations,
  ...ownAccessOperations,
  ...alertOperations,
  ...todayOperations,
  ...tariffOperations,
  ...carrierOperations,
  ...accountOperations,
  ...memberOperations,
  ...auditOperations,
  ...partnerAdminOperations,
  ...keyOperations,
  ...activityOperations,
  ...jobListOperations,
  ...jobActOperations,
  ...jobConversationOperations,
  ...jobViewOperations,
  ...jobExportOperations,
  ...partnerMemberOperations,
  ...reconciliationOperations,
  ...statementOperations,
  ...monthOperations,
  ...moneyOperations,
  ...invoiceOperations,
  ...healthOperations,
  ...providerOperations,
  ...documentOperations,
  ...carrierPhotoOperations,
] as const

/** Every operation of the operator's panel. Routes and documentation are derived from this list. */
export const adminOperations: readonly AdminOperation[] = listed

/** The type of each operation, with its literals. */
export type ListedOperation = (typeof listed)[number]
