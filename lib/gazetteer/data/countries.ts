import { foldedWords } from './fold.ts'

/** ISO codes of the countries whose places and postcodes the gazetteer knows. */
export const knownCountries = [
  'es',
  'pt',
  'fr',
  'ad',
  'it',
  'de',
  'gb',
  'ie',
  'nl',
  'be',
  'at',
  'ch',
  'lu',
  'gi',
] as const
export type KnownCountry = (typeof knownCountries)[number]

export function isKnownCountry(code: string): code is KnownCountry {
  return (knownCountries as readonly string[]).includes(code)
}

/** Languages that Europeans write, the likeliest first: a name keeps its first meaning. */
const languages =
  'en es ca fr de it pt nl gl eu pl ro sv da nb fi is cs sk sl hr hu et lv lt ga mt sq tr el bg ru uk sr mk'.split(
    ' ',
  )
/** Shorter names are words of other languages: Norwegian "Man", Turkish "Fas". */
const shortestName = 4

/**
 * Names of countries, of their parts with a code (`pt-23`) and of distant regions: folded name to ISO code, `zz` for a
 * region.
 */
export function countriesByName(): Map<string, string> {
  const names = new Map<string, string>()
  const add = (name: string, code: string) => names.set(nameOf(name), code)
  const codes = [...knownCountries, ...allCodes()]
  for (const language of languages) {
    const region = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    // Intl also names retired codes (FX, DD). `knownCountries` come first, so they keep their names.
    for (const code of codes) {
      const name = region.of(code.toUpperCase())
      if (name && name.length >= shortestName && !names.has(nameOf(name))) add(name, code)
    }
  }
  for (const [code, more] of Object.entries(moreNames)) for (const name of more) add(name, code)
  for (const name of farRegions.split('|')) add(name, 'zz')
  for (const name of alsoPlaces) names.delete(name)
  return names
}

const nameOf = (name: string): string => foldedWords(name).join(' ')

function allCodes(): string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  return letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => !notCountries.has(code))
}

/** Codes with a name in Intl that are not countries, or are parts of Spain. */
const notCountries = new Set(['eu', 'ez', 'un', 'xa', 'xb', 'qo', 'zz', 'ic', 'ea'])

/** Names of countries that are also places; in an address the place is more likely. */
export const alsoPlaces: ReadonlySet<string> = new Set(
  'granada|guadalupe|santa lucia|santa luzia|santa elena|san bartolome|andora|turcia|toga|samo|turgi|sili|chiny'.split(
    '|',
  ),
)

const moreNames: Record<string, string[]> = {
  es: ['Reino de España', 'Kingdom of Spain', 'Espanya', 'Espainia', 'Esp', 'ES'],
  pt: ['PT', 'Prt', 'Portugal Continental'],
  'pt-10': ['Madeira', 'Ilha da Madeira', 'Isla de Madeira', 'Região Autónoma da Madeira'],
  'pt-23': [
    'Azores',
    'Açores',
    'Islas Azores',
    'Ilhas dos Açores',
    'Região Autónoma dos Açores',
    'Azoren',
    'Azzorre',
  ],
  fr: ['FR', 'Fra', 'Francia', 'France métropolitaine'],
  ad: ['AD', "Principat d'Andorra", 'Principado de Andorra', 'Andorra la Vella', 'Andorra la Vieja'],
  it: ['IT', 'Ita'],
  de: ['DE', 'Deu', 'BRD'],
  gb: ['GB', 'UK', 'U.K.', 'GBR', 'Great Britain', 'Gran Bretaña'],
  'gb-ENG': ['England', 'Inglaterra', 'Angleterre', 'Inghilterra'],
  'gb-SCT': ['Scotland', 'Escocia', 'Écosse', 'Schottland', 'Scozia'],
  'gb-WLS': ['Wales', 'Gales', 'Cymru', 'Pays de Galles'],
  'gb-NIR': ['Northern Ireland', 'Irlanda del Norte', 'Irlande du Nord', 'Nordirland'],
  ie: ['IE', 'Eire', 'Éire', 'Republic of Ireland', 'Irl'],
  nl: ['NL', 'Holanda', 'Holland', 'The Netherlands', 'Nederland'],
  be: ['BE', 'België', 'Belgique', 'Belgien'],
  at: ['AT', 'Österreich', 'Oesterreich'],
  ch: ['CH', 'Suisse', 'Svizzera', 'Schweiz'],
  lu: ['LU', 'Grand-Duché de Luxembourg'],
  us: ['USA', 'US', 'EEUU', 'EE.UU.', 'EE. UU.', 'Estados Unidos de América', 'United States of America'],
  ae: ['Dubai', 'UAE'],
  gi: ['Gibraltar', 'GI', 'GBZ'],
}

/** Regions and cities that tell a foreign namesake from a Spanish city: "Toledo, Ohio" must not become Toledo. */
const farRegions = `Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|Nuevo México|New York|Nueva York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Tejas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|Ontario|Quebec|Québec|Alberta|British Columbia|Nova Scotia|New South Wales|Queensland|Jalisco|Yucatán|Guanajuato|Nuevo León|Sonora|Chiapas|Oaxaca|Sinaloa|Michoacán|Veracruz|Coahuila|Tamaulipas|CDMX|Antioquia|Bolívar|Carabobo|Anzoátegui|Zulia|Buenos Aires|Mendoza|Santiago de Chile|Cartagena de Indias|Ciudad de México|Mexico City|La Habana|Nueva Delhi|Pekín|Moscú|Tokio|Estocolmo|Varsovia|Praga|Atenas|Bucarest|Budapest|Copenhague|El Cairo|Estambul|Tánger|Casablanca|Rabat|Nueva Orleans|San Francisco|Los Ángeles|Los Angeles|Filadelfia|Jerusalén|Belgrado|Bogotá|Medellín|Montevideo|Asunción|Tetuán de Marruecos|South America|Sudamérica|Europa|Europe|África|Asia`
