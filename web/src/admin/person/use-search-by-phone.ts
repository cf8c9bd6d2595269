import { type ListedAccount, readAccountByPhone } from '#contract/admin/accounts.ts'
import { call } from '../../kit/api.ts'
import { useAct } from '../../panel/use-act.ts'

type Found = Pick<ListedAccount, 'account_id' | 'carrier_status'>

/** Finds the person of a phone. The phone is sent in a body; the audit log records who asked. */
export function useSearchByPhone(onDone: (found: Found | null) => void) {
  return useAct({
    act: (phone: string) => call(readAccountByPhone, { body: { phone } }),
    onDone: ({ accounts: [found] }) => onDone(found ?? null),
  })
}
