/** Letters that Europeans write before a postcode, by country: from car plates, and from ISO 3166. */
const lettersOf: Record<string, string> = {
  ...{
    es: 'E ES ESP',
    fr: 'F FR FRA',
    de: 'D DE DEU',
    it: 'I IT ITA',
    pt: 'P PT PRT',
    ad: 'AD AND',
    ch: 'CH CHE',
  },
  ...{
    gb: 'GB UK GBR',
    gi: 'GI GBZ',
    ie: 'IE IRL',
    nl: 'NL NLD',
    be: 'B BE BEL',
    at: 'A AT AUT',
    lu: 'L LU LUX',
  },
  ...{ dk: 'DK DNK', se: 'S SE SWE', no: 'N NO NOR', fi: 'FI FIN', is: 'IS ISL', ee: 'EE EST', lv: 'LV LVA' },
  ...{ lt: 'LT LTU', pl: 'PL POL', cz: 'CZ CZE', sk: 'SK SVK', hu: 'H HU HUN', ro: 'RO ROU', bg: 'BG BGR' },
  ...{
    gr: 'GR EL GRC',
    hr: 'HR HRV',
    si: 'SI SLO SVN',
    rs: 'RS SRB',
    ba: 'BA BIH',
    me: 'ME MNE',
    al: 'AL ALB',
  },
  ...{ mk: 'MK NMK', cy: 'CY CYP', mt: 'MT MLT', tr: 'TR TUR', ua: 'UA UKR', md: 'MD MDA', by: 'BY BLR' },
  ...{ ru: 'RU RUS', mc: 'MC MCO', sm: 'SM RSM SMR', va: 'VA', li: 'LI FL LIE', ma: 'MA MAR', us: 'US USA' },
}

const countryOf = new Map(
  Object.entries(lettersOf).flatMap(([code, all]) =>
    all.split(' ').map((letters) => [letters, code] as const),
  ),
)

/** "F-31001", "D–10115", "PL-00-950". After "3º" the letter is a door: "3º D-28013". */
const marked =
  /(?<![\p{L}\d])(?<![ºª°]\s?)([A-Z]{1,3})[-–]\s?(?=(\d{5,6}|\d{4}|\d{2}-\d{3}|\d{3} \d{2})(?!\d|-\d))/giu

const fourDigits = new Set('ch at be lu nl pt dk no hu si bg cy li mk al lv'.split(' '))

/** Words of roads, whose numbers look like Austrian postcodes: "A-8058 km 3". */
const road =
  /(?<!\p{L})(?:ctra|carretera|crta|cra|autov[ií]a|autopista|estrada|route|km|kil[oó]metro|p\.?k)(?!\p{L})/iu

/** The country whose letters are before a postcode, and the text without them. */
export function takeCountryLetters(text: string): { text: string; country: string | null } {
  let country: string | null = null
  const rest = text.replaceAll(marked, (whole: string, letters: string, code: string) => {
    const found = countryOf.get(letters.toUpperCase())
    if (found === undefined || !fits(found, code) || (code.length === 4 && road.test(text))) return whole
    country ??= found
    return ''
  })
  return { text: rest, country }
}

/** "3 B-28013": Belgian postcodes have four digits, so B is a door. */
function fits(country: string, code: string): boolean {
  return /\D/.test(code) || fourDigits.has(country) === (code.length === 4)
}

/** Whether a lone letter, directly before a postcode, may be that of a country: "F 31001". E is Spain. */
export function mayBeCountryLetters(word: string, home: string): boolean {
  const found = countryOf.get(word.toUpperCase())
  return found !== undefined && found !== home
}
