import 'i18next'
import type { en as account } from './texts/account/en.ts'
import type { en as admin } from './texts/admin/en.ts'
import type { en as app } from './texts/app/en.ts'
import type { en as audit } from './texts/audit/en.ts'
import type { en as carrier } from './texts/carrier/en.ts'
import type { en as closing } from './texts/closing/en.ts'
import type { en as codes } from './texts/codes/en.ts'
import type { en as documents } from './texts/documents/en.ts'
import type { en as health } from './texts/health/en.ts'
import type { en as jobs } from './texts/jobs/en.ts'
import type { en as kit } from './texts/kit/en.ts'
import type { en as live } from './texts/live/en.ts'
import type { en as member } from './texts/member/en.ts'
import type { en as money } from './texts/money/en.ts'
import type { en as panel } from './texts/panel/en.ts'
import type { en as partner } from './texts/partner/en.ts'
import type { en as partners } from './texts/partners/en.ts'
import type { en as people } from './texts/people/en.ts'
import type { en as signIn } from './texts/sign-in/en.ts'
import type { en as start } from './texts/start/en.ts'
import type { en as tariffs } from './texts/tariffs/en.ts'
import type { en as today } from './texts/today/en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kit'
    resources: {
      kit: typeof kit
      app: typeof app
      live: typeof live
      signIn: typeof signIn
      start: typeof start
      account: typeof account
      audit: typeof audit
      carrier: typeof carrier
      documents: typeof documents
      panel: typeof panel
      member: typeof member
      admin: typeof admin
      today: typeof today
      jobs: typeof jobs
      codes: typeof codes
      people: typeof people
      partner: typeof partner
      partners: typeof partners
      tariffs: typeof tariffs
      closing: typeof closing
      money: typeof money
      health: typeof health
    }
  }
}
