import type { FieldCheck } from '#contract/common.ts'
import { samplePhotoOrigin } from '#contract/sandbox/words.ts'
import { urlFault } from '#lib/safe-fetch/url-rules.ts'
import { isSamplePhone } from '../../lib/phone.ts'
import { companyNameFault } from '../../partners/store.ts'
import { isPushEndpoint } from '../../push/subscriptions.ts'
import { type NumberFault, numberFault, type TextedNumbers } from '../../sms/recipient.ts'
import type { Text } from '../../texts/index.ts'

/** Each check returns the reason why a string is refused, or null if it is valid. */
export type FieldChecks = Record<FieldCheck, (value: string) => Text | null>

type CheckSettings = {
  smsCountries: TextedNumbers
  photoSourcesAllowed: string[]
  pushEndpointsAllowed: string[]
}

/** The checks named by `x-check` in the contract, with the settings of this installation. */
export function fieldChecks(settings: CheckSettings): FieldChecks {
  const { smsCountries, photoSourcesAllowed, pushEndpointsAllowed } = settings
  return {
    phone(value) {
      const fault = numberFault(value, smsCountries)
      return fault && numberFaults[fault]
    },
    'photo-url': (value) => (urlFault(value, photoSourcesAllowed) === null ? null : notAPhotoUrl),
    'company-name': (value) => (companyNameFault(value) === null ? null : notACompanyName),
    'push-endpoint': (value) => (isPushEndpoint(value, pushEndpointsAllowed) ? null : notAPushEndpoint),
  }
}

/** The checks for test keys: they may also send the numbers and photos of the sandbox. */
export function testKeyChecks(settings: CheckSettings): FieldChecks {
  const photoSourcesAllowed = [...settings.photoSourcesAllowed, `${new URL(samplePhotoOrigin).host}:443`]
  const checks = fieldChecks({ ...settings, photoSourcesAllowed })
  return { ...checks, phone: (value) => (isSamplePhone(value) ? null : checks.phone(value)) }
}

const numberFaults: Record<NumberFault, Text> = {
  not_e164: (t) => t.fields.phone,
  national_prefix: (t) => t.fields.phoneNationalPrefix,
  mexican_one: (t) => t.fields.phoneMexico,
  argentine_mobile: (t) => t.fields.phoneArgentina,
  costly: (t) => t.fields.phoneCostly,
  not_served: (t) => t.fields.phoneNotServed,
}
const notAPhotoUrl: Text = (t) => t.fields.photoUrl
const notACompanyName: Text = (t) => t.fields.companyName
const notAPushEndpoint: Text = (t) => t.fields.pushEndpoint
