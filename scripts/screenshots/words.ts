import { en as accountEn } from '../../web/src/texts/account/en.ts'
import { es as accountEs } from '../../web/src/texts/account/es.ts'
import { en as addressEn } from '../../web/src/texts/address/en.ts'
import { es as addressEs } from '../../web/src/texts/address/es.ts'
import { en as adminEn } from '../../web/src/texts/admin/en.ts'
import { es as adminEs } from '../../web/src/texts/admin/es.ts'
import { en as appEn } from '../../web/src/texts/app/en.ts'
import { es as appEs } from '../../web/src/texts/app/es.ts'
import { en as cardEn } from '../../web/src/texts/card/en.ts'
import { es as cardEs } from '../../web/src/texts/card/es.ts'
import { en as carrierEn } from '../../web/src/texts/carrier/en.ts'
import { es as carrierEs } from '../../web/src/texts/carrier/es.ts'
import { en as documentsEn } from '../../web/src/texts/documents/en.ts'
import { es as documentsEs } from '../../web/src/texts/documents/es.ts'
import { en as jobsEn } from '../../web/src/texts/jobs/en.ts'
import { es as jobsEs } from '../../web/src/texts/jobs/es.ts'
import { en as kitEn } from '../../web/src/texts/kit/en.ts'
import { es as kitEs } from '../../web/src/texts/kit/es.ts'
import { en as liveEn } from '../../web/src/texts/live/en.ts'
import { es as liveEs } from '../../web/src/texts/live/es.ts'
import { en as memberEn } from '../../web/src/texts/member/en.ts'
import { es as memberEs } from '../../web/src/texts/member/es.ts'
import { en as panelEn } from '../../web/src/texts/panel/en.ts'
import { es as panelEs } from '../../web/src/texts/panel/es.ts'
import { en as peopleEn } from '../../web/src/texts/people/en.ts'
import { es as peopleEs } from '../../web/src/texts/people/es.ts'
import { en as signInEn } from '../../web/src/texts/sign-in/en.ts'
import { es as signInEs } from '../../web/src/texts/sign-in/es.ts'
import { en as startEn } from '../../web/src/texts/start/en.ts'
import { es as startEs } from '../../web/src/texts/start/es.ts'
import { en as stepsEn } from '../../web/src/texts/steps/en.ts'
import { es as stepsEs } from '../../web/src/texts/steps/es.ts'
import { en as talkEn } from '../../web/src/texts/talk/en.ts'
import { es as talkEs } from '../../web/src/texts/talk/es.ts'
import { en as tariffsEn } from '../../web/src/texts/tariffs/en.ts'
import { es as tariffsEs } from '../../web/src/texts/tariffs/es.ts'
import { en as timeEn } from '../../web/src/texts/time/en.ts'
import { es as timeEs } from '../../web/src/texts/time/es.ts'
import { en as tipsEn } from '../../web/src/texts/tips/en.ts'
import { es as tipsEs } from '../../web/src/texts/tips/es.ts'
import { en as todayEn } from '../../web/src/texts/today/en.ts'
import { es as todayEs } from '../../web/src/texts/today/es.ts'
import { en as wayEn } from '../../web/src/texts/way/en.ts'
import { es as wayEs } from '../../web/src/texts/way/es.ts'

/** Texts of the app and the panels, by language, to find buttons. */
export const words = {
  en: {
    app: { ...appEn, ...signInEn },
    account: accountEn,
    address: addressEn,
    card: cardEn,
    carrier: carrierEn,
    documents: documentsEn,
    kit: kitEn,
    live: liveEn,
    start: startEn,
    steps: stepsEn,
    talk: talkEn,
    tariffs: tariffsEn,
    time: timeEn,
    tips: tipsEn,
    way: wayEn,
    panel: panelEn,
    member: memberEn,
    admin: adminEn,
    today: todayEn,
    jobs: jobsEn,
    people: peopleEn,
  },
  es: {
    app: { ...appEs, ...signInEs },
    account: accountEs,
    address: addressEs,
    card: cardEs,
    carrier: carrierEs,
    documents: documentsEs,
    kit: kitEs,
    live: liveEs,
    start: startEs,
    steps: stepsEs,
    talk: talkEs,
    tariffs: tariffsEs,
    time: timeEs,
    tips: tipsEs,
    way: wayEs,
    panel: panelEs,
    member: memberEs,
    admin: adminEs,
    today: todayEs,
    jobs: jobsEs,
    people: peopleEs,
  },
}
export type Words = (typeof words)['en' | 'es']

/** Pattern of a text with placeholders, such as a button with an amount. */
export const around = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+\}\}/g, '.+')}$`)
