import { en as accountEn } from '../../web/src/app/account/texts/en.ts'
import { es as accountEs } from '../../web/src/app/account/texts/es.ts'
import { en as appEn } from '../../web/src/app/texts/en.ts'
import { es as appEs } from '../../web/src/app/texts/es.ts'
import { en as carrierEn } from '../../web/src/carrier/texts/en.ts'
import { es as carrierEs } from '../../web/src/carrier/texts/es.ts'

/** Texts of the app, by language, to find buttons. */
export const words = {
  en: { app: appEn, account: accountEn, carrier: carrierEn },
  es: { app: appEs, account: accountEs, carrier: carrierEs },
}
export type Words = (typeof words)['en' | 'es']

/** Pattern of a text with placeholders, such as a button with an amount. */
export const around = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+\}\}/g, '.+')}$`)
