import { fold } from '#lib/gazetteer/data/fold.ts'
import { provinceOfPostcode, provincesByName } from '#lib/gazetteer/data/provinces.ts'
import { fitsCountry, type Postcode } from '#lib/gazetteer/parse/postcodes.ts'
import { takeCodes } from '#lib/gazetteer/parse/take-codes.ts'
import type { Located } from './geocoder.ts'

type Answer = Pick<Located, 'countryCode' | 'postcode' | 'provinceCode'>

/**
 * Whether an answer contradicts the address: it is in another province than the postcode or the last province named, in
 * another country than "F-31000" or CEDEX state, or in one where the postcode cannot exist. Needed because geocoders
 * ignore words they cannot match.
 */
export function contradicts(address: string, answer: Answer): boolean {
  const codes = takeCodes(address, ' ')
  const [country] = [...codes.letters, ...codes.office]
  if (country !== undefined && country !== answer.countryCode) return true
  return contradictsPostcode(codes.found, answer) || contradictsProvince(address, answer)
}

function contradictsPostcode(
  [asked, ...others]: readonly Postcode[],
  { countryCode, postcode, provinceCode }: Answer,
): boolean {
  if (asked === undefined || others.length > 0) return false
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
