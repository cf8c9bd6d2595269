import type { FastifyInstance } from 'fastify'
import type { NeededDocuments } from '../../../accounts/documents/needed.ts'
import type { AccountNeeds } from './answer-account.ts'
import type { CarrierNeeds } from './answer-carrier.ts'
import { mountApproveCarrier } from './approve-carrier.ts'
import { mountEraseAccount } from './erase-account.ts'
import { type ExportAccountNeeds, mountExportAccount } from './export-account.ts'
import { mountListAccounts } from './list-accounts.ts'
import { mountListCarriers } from './list-carriers.ts'
import { mountReadAccount } from './read-account.ts'
import { mountReadAccountByPhone } from './read-account-by-phone.ts'
import { mountReadCarrierForStaff } from './read-carrier-for-staff.ts'
import { mountRejectCarrier } from './reject-carrier.ts'
import { mountResumeAccount } from './resume-account.ts'
import { mountResumeCarrier } from './resume-carrier.ts'
import { mountSuspendAccount } from './suspend-account.ts'
import { mountSuspendCarrier } from './suspend-carrier.ts'

export type PeopleNeeds = CarrierNeeds &
  AccountNeeds &
  ExportAccountNeeds & { neededDocuments: NeededDocuments }

/** Carriers and customers, and what staff decide about them. */
export function mountPeople(scope: FastifyInstance, needs: PeopleNeeds): void {
  mountListCarriers(scope, needs)
  mountReadCarrierForStaff(scope, needs)
  mountApproveCarrier(scope, needs)
  mountRejectCarrier(scope, needs)
  mountSuspendCarrier(scope, needs)
  mountResumeCarrier(scope, needs)
  mountListAccounts(scope, needs)
  mountReadAccountByPhone(scope, needs)
  mountReadAccount(scope, needs)
  mountSuspendAccount(scope, needs)
  mountResumeAccount(scope, needs)
  mountExportAccount(scope, needs)
  mountEraseAccount(scope, needs)
}
