import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js/max'

/** The package's format. `lengths` are the possible lengths of a country's national numbers. */
type Metadata = {
  country_calling_codes: Record<string, CountryCode[]>
  countries: Record<string, [code: string, prefix: string, pattern: string, lengths: number[]]>
  nonGeographic: Record<string, [code: string, prefix: unknown, pattern: string, lengths: number[]]>
}

const metadata = createRequire(import.meta.url)('libphonenumber-js/max/metadata') as Metadata

/**
 * Returns a regular expression for E.164 numbers with an existing calling code and a length valid for that code, for
 * all countries (`*`) or only the given ones (ISO codes). Validation and the published document use the same pattern,
 * so the server accepts what the document allows. It does not check whether a number is assigned: the metadata lags
 * behind the operators and would refuse common test numbers.
 */
export function phonePattern(countries: '*' | readonly string[]): string {
  const codesByLengths = new Map<string, string[]>()
  for (const [code, lengths] of lengthsByCode(countries)) {
    const key = quantifier(code, lengths)
    if (key) codesByLengths.set(key, [...(codesByLengths.get(key) ?? []), code])
  }
  const forms = [...codesByLengths].map(([digits, codes]) => `${oneOf(codes)}${digits}`)
  return `^\\+${oneOf(forms)}$`
}

/** Countries that share a calling code share its lengths. The first country in the list is the main one. */
function lengthsByCode(countries: '*' | readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [code, members] of Object.entries(metadata.country_calling_codes)) {
    const main = members[0]
    const isServed = countries === '*' || members.some((country) => countries.includes(country))
    if (main && isServed) found.set(code, metadata.countries[main]?.[3] ?? [])
  }
  if (countries === '*')
    for (const [code, numbers] of Object.entries(metadata.nonGeographic)) found.set(code, numbers[3])
  return found
}

/**
 * The pattern of the national digits as ranges of lengths, or null if no length is possible. E.164 allows at most 15
 * digits, and no real number has fewer than 7.
 */
function quantifier(code: string, lengths: number[]): string | null {
  const fitting = lengths
    .filter((length) => code.length + length >= 7 && code.length + length <= 15)
    .sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const length of fitting) {
    const last = ranges.at(-1)
    if (last && last[1] === length - 1) last[1] = length
    else ranges.push([length, length])
  }
  if (ranges.length === 0) return null
  return oneOf(ranges.map(([from, to]) => (from === to ? `[0-9]{${from}}` : `[0-9]{${from},${to}}`)))
}

const oneOf = (parts: string[]): string => (parts.length === 1 ? (parts[0] ?? '') : `(?:${parts.join('|')})`)
