import type { AdminOperation } from '../operation.ts'
import { accountOperations } from './accounts.ts'
import { activityOperations } from './activity.ts'
import { auditOperations } from './audit.ts'
import { carrierOperations } from './carriers.ts'
import { jobActOperations } from './job-acts.ts'
import { jobExportOperations } from './job-exports.ts'
import { jobViewOperations } from './job-views.ts'
import { jobListOperations } from './jobs.ts'
import { keyOperations } from './keys.ts'
import { memberOperations } from './members.ts'
import { ownAccessOperations } from './own-access.ts'
import { partnerAdminOperations } from './partners.ts'
import { sessionOperations } from './session.ts'
import { tariffOperations } from './tariffs.ts'
import { todayOperations } from './today.ts'

/** Every operation of the operator's panel. Routes and documentation are derived from this list. */
export const adminOperations: readonly AdminOperation[] = [
  ...sessionOperations,
  ...ownAccessOperations,
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
  ...jobViewOperations,
  ...jobExportOperations,
]
