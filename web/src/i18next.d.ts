import 'i18next'
import type { en as account } from './app/account/texts/en.ts'
import type { en as app } from './app/texts/en.ts'
import type { en as carrier } from './carrier/texts/en.ts'
import type { en as kit } from './kit/texts/en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kit'
    resources: { kit: typeof kit; app: typeof app; account: typeof account; carrier: typeof carrier }
  }
}
