import type { en as account } from './account/en.ts'
import type { en as address } from './address/en.ts'
import type { en as admin } from './admin/en.ts'
import type { en as app } from './app/en.ts'
import type { en as audit } from './audit/en.ts'
import type { en as calls } from './calls/en.ts'
import type { en as card } from './card/en.ts'
import type { en as carrier } from './carrier/en.ts'
import type { en as closing } from './closing/en.ts'
import type { en as codes } from './codes/en.ts'
import type { en as documents } from './documents/en.ts'
import type { en as health } from './health/en.ts'
import type { en as invoices } from './invoices/en.ts'
import type { en as jobs } from './jobs/en.ts'
import type { en as kit } from './kit/en.ts'
import type { en as live } from './live/en.ts'
import type { en as member } from './member/en.ts'
import type { en as money } from './money/en.ts'
import type { en as panel } from './panel/en.ts'
import type { en as partner } from './partner/en.ts'
import type { en as partners } from './partners/en.ts'
import type { en as people } from './people/en.ts'
import type { en as receipts } from './receipts/en.ts'
import type { en as signIn } from './sign-in/en.ts'
import type { en as start } from './start/en.ts'
import type { en as steps } from './steps/en.ts'
import type { en as talk } from './talk/en.ts'
import type { en as tariffs } from './tariffs/en.ts'
import type { SameTexts } from './texts.ts'
import type { en as time } from './time/en.ts'
import type { en as tips } from './tips/en.ts'
import type { en as today } from './today/en.ts'
import type { en as way } from './way/en.ts'
import type { en as welcome } from './welcome/en.ts'

/** The texts of each area: a part of the pages whose texts are downloaded together. */
export type Areas = {
  kit: typeof kit
  app: typeof app
  live: typeof live
  invoices: typeof invoices
  signIn: typeof signIn
  start: typeof start
  account: typeof account
  address: typeof address
  welcome: typeof welcome
  audit: typeof audit
  card: typeof card
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
  steps: typeof steps
  talk: typeof talk
  tariffs: typeof tariffs
  time: typeof time
  way: typeof way
  tips: typeof tips
  calls: typeof calls
  closing: typeof closing
  money: typeof money
  receipts: typeof receipts
  health: typeof health
}

type PersonArea =
  | 'kit'
  | 'app'
  | 'live'
  | 'invoices'
  | 'signIn'
  | 'start'
  | 'steps'
  | 'account'
  | 'address'
  | 'welcome'
  | 'card'
  | 'carrier'
  | 'documents'
  | 'talk'
  | 'time'
  | 'way'
  | 'tips'
  | 'calls'

/** All texts of the app for people, in one language other than English and Spanish: one file (decision 80). */
export type PersonAreas = { readonly [A in PersonArea]: SameTexts<Areas[A]> }
