import { accounts } from './accounts.ts'
import { addresses } from './addresses.ts'
import { fields } from './fields.ts'
import { jobs } from './jobs.ts'
import { notices } from './notices.ts'
import { pages } from './pages.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { requests } from './requests.ts'
import { sms } from './sms.ts'

export const en = {
  accounts,
  addresses,
  fields,
  jobs,
  notices,
  pages,
  partners,
  payments,
  requests,
  sms,
}
