import 'i18next'
import type { en as account } from './texts/account/en.ts'
import type { en as app } from './texts/app/en.ts'
import type { en as carrier } from './texts/carrier/en.ts'
import type { en as kit } from './texts/kit/en.ts'
import type { en as live } from './texts/live/en.ts'
import type { en as start } from './texts/start/en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kit'
    resources: {
      kit: typeof kit
      app: typeof app
      live: typeof live
      start: typeof start
      account: typeof account
      carrier: typeof carrier
    }
  }
}
