import { fold } from '#lib/gazetteer/data/fold.ts'
import { provinceOfPostcode, provincesByName } from '#lib/gazetteer/data/provinces.ts'
import { fitsCountry } from '#lib/gazetteer/parse/postcodes.ts'
import { postcodeIn } from '#lib/gazetteer/parse/take-codes.ts'
import type { Located } from './geocoder.ts'

type Answer = Pick<Located, 'countryCode' | 'postcode' | 'provinceCode'>

/**
 * Whether an answer contradicts the address: it is in another province than the postcode or the last province named,
 * or in a country where the postcode cannot exist. Checked because geocoders ignore the words they cannot match.
 */
export function contradicts(address: string, answer: Answer): boolean {
  return contradictsPostcode(address, answer) || contradictsProvince(address, answer)
}

function contradictsPostcode(address: string, { countryCode, postcode, provinceCode }: Answer): boolean {
  const asked = postcodeIn(address)
  if (asked === null) return false
  if (asked.country !== null || ['es', 'fr', 'de', 'it'].includes(countryCode)) {
    if (!fitsCountry(asked, countryCode)) return true
  }
  if (asked.country !== null) return false
  const found = countryCode === 'es' ? (provinceCode ?? postcode?.slice(0, 2)) : postcode?.slice(0, 2)
  return found !== undefined && found !== asked.code.slice(0, 2)
}

function contradictsProvince(address: string, { countryCode, postcode, provinceCode }: Answer): boolean {
  const province = provinceCode ?? provinceOfPostcode(postcode ?? '')
  if (countryCode !== 'es' || province === null) return false
  const named = address.split(/[,;()\n]/).map((part) => provincesByName.get(fold(part)))
  const last = named.findLast((codes) => codes !== undefined)
  return last !== undefined && !last.includes(province)
}
