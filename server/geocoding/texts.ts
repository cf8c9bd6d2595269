import type { Text } from '../lib/problem.ts'
import type { Refusal } from './geocoder.ts'

/** Why an address was refused and what to do, for `details["pickup.address"]` of a 422 `geocoding_failed`. */
export const refusalTexts: Record<Refusal['outcome'], Text> = {
  not_found: {
    en: 'We could not find this address. Check the spelling and include the town and the postcode.',
    es: 'No hemos encontrado esta dirección. Revisa cómo está escrita e incluye la localidad y el código postal.',
  },
  ambiguous: {
    en: 'This address fits more than one place. Add the postcode, or the town and the province.',
    es: 'Esta dirección puede estar en más de un lugar. Añade el código postal, o la localidad y la provincia.',
  },
  conflict: {
    en: 'Parts of this address contradict each other: the postcode, the town, the province or the country do not match.',
    es: 'Esta dirección se contradice: el código postal, la localidad, la provincia o el país no coinciden.',
  },
}
