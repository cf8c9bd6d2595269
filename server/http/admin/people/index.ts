import type { FastifyInstance } from 'fastify'
import { mountApproveCarrier } from './approve-carrier.ts'
import { mountEraseAccount } from './erase-account.ts'
import { type ExportAccountNeeds, mountExportAccount } from './export-account.ts'
import { mountFindAccountByPhone } from './find-account-by-phone.ts'
import { mountFindAccounts } from './find-accounts.ts'
import { mountListCarriers } from './list-carriers.ts'
import { mountReadAccount, type ReadAccountNeeds } from './read-account.ts'
import { mountReadCarrierForStaff, type ReadCarrierNeeds } from './read-carrier-for-staff.ts'
import { mountRejectCarrier } from './reject-carrier.ts'
import { mountResumeAccount } from './resume-account.ts'
import { mountResumeCarrier } from './resume-carrier.ts'
import { mountSuspendAccount } from './suspend-account.ts'
import { mountSuspendCarrier } from './suspend-carrier.ts'

export type PeopleNeeds = ReadCarrierNeeds & ReadAccountNeeds & ExportAccountNeeds

/** Carriers and customers, and what staff decide about them. */
export function mountPeople(scope: FastifyInstance, needs: PeopleNeeds): void {
  mountListCarriers(scope, needs)
  mountReadCarrierForStaff(scope, needs)
  mountApproveCarrier(scope, needs)
  mountRejectCarrier(scope, needs)
  mountSuspendCarrier(scope, needs)
  mountResumeCarrier(scope, needs)
  mountFindAccounts(scope, needs)
  mountFindAccountByPhone(scope, needs)
  mountReadAccount(scope, needs)
  mountSuspendAccount(scope, needs)
  mountResumeAccount(scope, needs)
  mountExportAccount(scope, needs)
  mountEraseAccount(scope, needs)
}
