import { fold } from './fold.ts'
import type { Located } from './geocoder.ts'
import { fitsCountry, postcodeIn } from './postcodes.ts'
import { provinceOfPostcode, provincesByName } from './provinces.ts'

type Answer = Pick<Located, 'countryCode' | 'postcode' | 'provinceCode'>

/**
 * Whether what an engine found is not what the address says: another province than its postcode's or than the one it
 * names at its end, or a country where its postcode cannot be. Engines drop the words they cannot match.
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
