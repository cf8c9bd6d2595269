import { listAccounts, readAccount } from '#contract/admin/accounts.ts'
import { listCarriers, readCarrierForStaff } from '#contract/admin/carriers.ts'
import { readToday } from '#contract/admin/today.ts'

/** Queries whose responses a decision on a person changes. */
export const changedByDecisions = [listCarriers, readCarrierForStaff, listAccounts, readAccount, readToday]
