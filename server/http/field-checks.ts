import type { FieldCheck } from '#contract/common.ts'
import { isE164, textable } from '../lib/phone.ts'
import { photoUrlFault } from '../lib/photo-url.ts'
import type { Text } from '../lib/problem.ts'
import { isPushEndpoint } from '../push/endpoint.ts'

/** Each check returns the reason why a string is refused, or null if it is valid. */
export type FieldChecks = Record<FieldCheck, (value: string) => Text | null>

/** The checks named by `x-check` in the contract, with the settings of this installation. */
export function fieldChecks(settings: {
  smsCountries: '*' | string[]
  photoSourcesAllowed: string[]
  pushEndpointsAllowed: string[]
}): FieldChecks {
  const { smsCountries, photoSourcesAllowed, pushEndpointsAllowed } = settings
  return {
    phone(value) {
      if (!isE164(value)) return notE164
      return textable(value, smsCountries) ? null : notServed
    },
    'photo-url': (value) => (photoUrlFault(value, photoSourcesAllowed) === null ? null : notAPhotoUrl),
    'push-endpoint': (value) => (isPushEndpoint(value, pushEndpointsAllowed) ? null : notAPushEndpoint),
  }
}

const notE164: Text = {
  en: 'must be a phone number in E.164 format with country code, such as +34612345678',
  es: 'debe ser un teléfono en formato E.164 con prefijo de país, como +34612345678',
}

const notServed: Text = {
  en: 'is a number this service does not send SMS to',
  es: 'es un número al que este servicio no envía SMS',
}

const notAPhotoUrl: Text = {
  en: 'must be a public http or https URL of at most 2048 characters, without credentials, on port 80 or 443',
  es: 'debe ser una URL pública http o https de 2048 caracteres como máximo, sin credenciales, en el puerto 80 o 443',
}

const notAPushEndpoint: Text = {
  en: 'must be the https address of a public push service',
  es: 'debe ser la dirección https de un servicio de avisos público',
}
