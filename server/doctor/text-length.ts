import type { Config } from '../config/read-config.ts'
import { previewDraftSms } from '../jobs/drafts/send-draft-sms.ts'
import { hasApp } from '../start/connect-texts.ts'
import { type Check, ok, warn } from './check.ts'

type Given = Pick<
  Config,
  | 'baseUrl'
  | 'appLinkHost'
  | 'appLinkProtocol'
  | 'appScheme'
  | 'appLinks'
  | 'stores'
  | 'plainLetters'
  | 'smsProviders'
>

/** Counts the segments of a usual text, with an accent and with the links of this installation: each is charged. */
export function checkTextLength(config: Given): Check {
  const { appLinks, stores, plainLetters, smsProviders } = config
  const sample = {
    companyName: 'Muebles Loft',
    pickupPlace: 'Madrid',
    dropoffPlace: 'Zaragoza',
    totalCents: 28_826,
  }
  const lengthWith = (letters: Config['plainLetters']) =>
    previewDraftSms(
      { links: config, hasApp: hasApp(appLinks, stores), plainLetters: letters },
      { ...sample, title: 'Sofá de tres plazas', language: 'es' },
    ).segments
  const [now, plain] = [lengthWith(plainLetters), lengthWith(['es'])]
  if (plain === now) return ok(['textLength'], ['segments', now])
  if (smsProviders[0]?.name === 'outbox') return ok(['textLength'], ['accentsCost', now, plain])
  return warn(['textLength'], ['accentsCost', now, plain], ['setPlainLetters'])
}
