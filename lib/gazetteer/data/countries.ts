import { fold } from './fold.ts'

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
] as const
export type KnownCountry = (typeof knownCountries)[number]

export function isKnownCountry(code: string): code is KnownCountry {
  return (knownCountries as readonly string[]).includes(code)
}

/** Names of countries and of distant regions at the end of an address: folded name to ISO code, `zz` for a region. */
export function countriesByName(): Map<string, string> {
  const names = new Map<string, string>()
  for (const language of ['en', 'es', 'ca', 'fr', 'de', 'it', 'pt', 'nl']) {
    const region = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    // Intl also names retired codes (FX, DD). `knownCountries` come first, so that they keep their names.
    for (const code of [...knownCountries, ...allCodes()]) {
      const name = region.of(code.toUpperCase())
      if (name && !names.has(fold(name))) names.set(fold(name), code)
    }
  }
  for (const [code, more] of Object.entries(moreNames)) for (const name of more) names.set(fold(name), code)
  for (const name of farRegions.split('|')) names.set(fold(name), 'zz')
  for (const name of alsoPlaces) names.delete(name)
  return names
}

function allCodes(): string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  return letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => !notCountries.has(code))
}

/** Codes with a name in Intl that are not countries, or are parts of Spain. */
const notCountries = new Set(['eu', 'ez', 'un', 'xa', 'xb', 'qo', 'zz', 'ic', 'ea'])

/** Names of countries that are also Spanish places; in an address the Spanish place is more likely. */
const alsoPlaces = ['granada', 'guadalupe', 'santa lucia', 'santa elena', 'san bartolome']

const moreNames: Record<string, string[]> = {
  es: ['Reino de España', 'Kingdom of Spain', 'Espanya', 'Espainia', 'Esp', 'ES'],
  pt: ['PT', 'Prt', 'Portugal Continental', 'Madeira', 'Azores', 'Açores'],
  fr: ['FR', 'Fra', 'Francia', 'France métropolitaine'],
  ad: ['AD', "Principat d'Andorra", 'Principado de Andorra'],
  it: ['IT', 'Ita'],
  de: ['DE', 'Deu', 'BRD'],
  gb: [
    'GB',
    'UK',
    'U.K.',
    'GBR',
    'Great Britain',
    'Gran Bretaña',
    'England',
    'Inglaterra',
    'Scotland',
    'Escocia',
    'Wales',
    'Gales',
    'Northern Ireland',
    'Irlanda del Norte',
  ],
  ie: ['IE', 'Eire', 'Éire', 'Republic of Ireland', 'Irl'],
  nl: ['NL', 'Holanda', 'Holland', 'The Netherlands', 'Nederland'],
  be: ['BE', 'België', 'Belgique', 'Belgien'],
  at: ['AT', 'Österreich', 'Oesterreich'],
  ch: ['CH', 'Suisse', 'Svizzera', 'Schweiz'],
  lu: ['LU', 'Grand-Duché de Luxembourg'],
  us: ['USA', 'US', 'EEUU', 'EE.UU.', 'EE. UU.', 'Estados Unidos de América', 'United States of America'],
  ae: ['Dubai', 'UAE'],
  gi: ['Gibraltar'],
}

/** Regions and cities that tell a foreign namesake from a Spanish city: "Toledo, Ohio" must not become Toledo. */
const farRegions = `Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|Nuevo México|New York|Nueva York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Tejas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|Ontario|Quebec|Québec|Alberta|British Columbia|Nova Scotia|New South Wales|Queensland|Jalisco|Yucatán|Guanajuato|Nuevo León|Sonora|Chiapas|Oaxaca|Sinaloa|Michoacán|Veracruz|Coahuila|Tamaulipas|CDMX|Antioquia|Bolívar|Carabobo|Anzoátegui|Zulia|Buenos Aires|Mendoza|Santiago de Chile|Cartagena de Indias|Ciudad de México|Mexico City|La Habana|Nueva Delhi|Pekín|Moscú|Tokio|Estocolmo|Varsovia|Praga|Atenas|Bucarest|Budapest|Copenhague|El Cairo|Estambul|Tánger|Casablanca|Rabat|Nueva Orleans|San Francisco|Los Ángeles|Los Angeles|Filadelfia|Jerusalén|Belgrado|Bogotá|Medellín|Montevideo|Asunción|Tetuán de Marruecos|South America|Sudamérica|Europa|Europe|África|Asia`
