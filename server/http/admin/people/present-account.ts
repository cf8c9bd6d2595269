import type { ListedAccount } from '#contract/admin/accounts.ts'
import type { FoundAccount } from '../../../people/find-accounts.ts'
import type { MemberCaller } from '../../callers.ts'
import { shownPhone } from '../sees-phones.ts'

export const presentAccount = (account: FoundAccount, reader: Pick<MemberCaller, 'role'>): ListedAccount => ({
  account_id: account.accountId,
  name: account.name,
  phone: shownPhone(reader)(account.phone),
  language: account.language,
  carrier_status: account.carrierStatus,
  suspended_at: account.suspendedAt?.toISOString() ?? null,
  erased_at: account.erasedAt?.toISOString() ?? null,
  created_at: account.createdAt.toISOString(),
})
