import { en as accountEn } from '../../web/src/app/account/texts/en.ts'
import { es as accountEs } from '../../web/src/app/account/texts/es.ts'
import { en as appEn } from '../../web/src/app/texts/en.ts'
import { es as appEs } from '../../web/src/app/texts/es.ts'
import { en as carrierEn } from '../../web/src/carrier/texts/en.ts'
import { es as carrierEs } from '../../web/src/carrier/texts/es.ts'

/** What stands on the buttons that have to be pressed, in the language of the picture. */
export const words = {
  en: { app: appEn, account: accountEn, carrier: carrierEn },
  es: { app: appEs, account: accountEs, carrier: carrierEs },
}
export type Words = (typeof words)['en' | 'es']

/** The words of a button whose amount is filled in when it is drawn. */
export const around = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+\}\}/g, '.+')}$`)
