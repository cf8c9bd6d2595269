import type { FieldCheck } from '#contract/common.ts'
import { samplePhotoOrigin } from '#contract/sandbox/words.ts'
import { urlFault } from '#lib/safe-fetch/url-rules.ts'
import { isE164, isSamplePhone, textable } from '../lib/phone.ts'
import { companyNameFault } from '../partners/profile.ts'
import { isPushEndpoint } from '../push/endpoint.ts'
import type { Text } from '../texts/index.ts'

/** Each check returns the reason why a string is refused, or null if it is valid. */
export type FieldChecks = Record<FieldCheck, (value: string) => Text | null>

type CheckSettings = {
  smsCountries: '*' | string[]
  photoSourcesAllowed: string[]
  pushEndpointsAllowed: string[]
}

/** The checks named by `x-check` in the contract, with the settings of this installation. */
export function fieldChecks(settings: CheckSettings): FieldChecks {
  const { smsCountries, photoSourcesAllowed, pushEndpointsAllowed } = settings
  return {
    phone(value) {
      if (!isE164(value)) return notE164
      return textable(value, smsCountries) ? null : notServed
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

const notE164: Text = (t) => t.fields.phone
const notServed: Text = (t) => t.fields.phoneNotServed
const notAPhotoUrl: Text = (t) => t.fields.photoUrl
const notACompanyName: Text = (t) => t.fields.companyName
const notAPushEndpoint: Text = (t) => t.fields.pushEndpoint
