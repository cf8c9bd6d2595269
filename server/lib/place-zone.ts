/** What is known of a place: a `Stop` has it. */
export type Zoned = { countryCode: string; provinceCode: string | null; postcode: string | null }

/**
 * The time zone of a place, for the countries of the gazetteer. Islands with other clocks are told by their province or
 * postcode; a place in any other country has the clock of the peninsula.
 */
export function zoneOf({ countryCode, provinceCode, postcode }: Zoned): string {
  const area = countryCode === 'es' ? (provinceCode ?? postcode) : postcode
  const island = islands[countryCode]?.find(([prefix]) => prefix.test(area ?? ''))
  return island?.[1] ?? zones[countryCode] ?? 'Europe/Madrid'
}

const zones: Record<string, string> = {
  es: 'Europe/Madrid',
  pt: 'Europe/Lisbon',
  fr: 'Europe/Paris',
  ad: 'Europe/Andorra',
  it: 'Europe/Rome',
  de: 'Europe/Berlin',
  gb: 'Europe/London',
  ie: 'Europe/Dublin',
  nl: 'Europe/Amsterdam',
  be: 'Europe/Brussels',
  at: 'Europe/Vienna',
  ch: 'Europe/Zurich',
  lu: 'Europe/Luxembourg',
  gi: 'Europe/Gibraltar',
}

const islands: Record<string, [prefix: RegExp, zone: string][]> = {
  es: [[/^(35|38)/, 'Atlantic/Canary']],
  pt: [
    [/^9[0-4]/, 'Atlantic/Madeira'],
    [/^9[5-9]/, 'Atlantic/Azores'],
  ],
}
