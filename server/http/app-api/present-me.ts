import type { Me } from '#contract/app/account.ts'
import type { Caller } from './caller.ts'

type Shown = Pick<Caller, 'accountId' | 'phone' | 'name' | 'language' | 'carrierStatus'>

export const presentMe = ({ accountId, phone, name, language, carrierStatus }: Shown): Me => ({
  account_id: accountId,
  phone,
  name,
  language,
  carrier_status: carrierStatus,
})
