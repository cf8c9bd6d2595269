import { fold } from './fold.ts'

/** Spanish provinces by the first two digits of their postcodes and municipality codes: capital, then other names. */
const provinces: Record<string, readonly [capital: string, ...names: string[]]> = {
  '01': ['Gasteiz / Vitoria', 'Álava', 'Araba', 'Araba/Álava'],
  '02': ['Albacete'],
  '03': ['Alicante', 'Alacant'],
  '04': ['Almería'],
  '05': ['Ávila'],
  '06': ['Badajoz'],
  '07': ['Palma', 'Baleares', 'Islas Baleares', 'Illes Balears', 'Balears', 'Balearic Islands'],
  '08': ['Barcelona', 'BCN'],
  '09': ['Burgos'],
  '10': ['Cáceres'],
  '11': ['Cádiz'],
  '12': ['Castelló de la Plana', 'Castellón', 'Castelló', 'Castellón de la Plana'],
  '13': ['Ciudad Real'],
  '14': ['Córdoba'],
  '15': ['A Coruña', 'La Coruña', 'Coruña'],
  '16': ['Cuenca'],
  '17': ['Girona', 'Gerona'],
  '18': ['Granada'],
  '19': ['Guadalajara'],
  '20': ['Donostia / San Sebastián', 'Gipuzkoa', 'Guipúzcoa', 'Guipuzkoa'],
  '21': ['Huelva'],
  '22': ['Huesca'],
  '23': ['Jaén'],
  '24': ['León'],
  '25': ['Lleida', 'Lérida'],
  '26': ['Logroño', 'La Rioja', 'Rioja'],
  '27': ['Lugo'],
  '28': ['Madrid'],
  '29': ['Málaga'],
  '30': ['Murcia'],
  '31': ['Pamplona', 'Navarra', 'Nafarroa', 'Navarre'],
  '32': ['Ourense', 'Orense'],
  '33': ['Oviedo', 'Asturias', 'Asturies', 'Principado de Asturias'],
  '34': ['Palencia'],
  '35': ['Las Palmas de Gran Canaria', 'Las Palmas'],
  '36': ['Pontevedra'],
  '37': ['Salamanca'],
  '38': ['Santa Cruz de Tenerife', 'S/C de Tenerife'],
  '39': ['Santander', 'Cantabria'],
  '40': ['Segovia'],
  '41': ['Sevilla', 'Seville'],
  '42': ['Soria'],
  '43': ['Tarragona'],
  '44': ['Teruel'],
  '45': ['Toledo'],
  '46': ['Valencia', 'València'],
  '47': ['Valladolid'],
  '48': ['Bilbao', 'Bizkaia', 'Vizcaya', 'Biscay'],
  '49': ['Zamora'],
  '50': ['Zaragoza', 'Saragossa'],
  '51': ['Ceuta'],
  '52': ['Melilla'],
}

/** Provinces whose capital has a different name: "Asturias" names a province, "Oviedo" does not. */
const capitalIsNoProvince = new Set(['01', '07', '20', '26', '31', '33', '39', '48'])

/** Names of regions and islands, and the codes of the provinces they may mean. */
const regions: ReadonlyArray<readonly [names: string[], codes: string[]]> = [
  [
    ['Andalucía', 'Andalusia'],
    ['04', '11', '14', '18', '21', '23', '29', '41'],
  ],
  [
    ['Aragón', 'Aragon'],
    ['22', '44', '50'],
  ],
  [
    ['Canarias', 'Islas Canarias', 'Canary Islands'],
    ['35', '38'],
  ],
  [['Gran Canaria', 'Lanzarote', 'Fuerteventura', 'La Graciosa'], ['35']],
  [['Tenerife', 'La Palma', 'La Gomera', 'El Hierro', 'Isla de La Palma'], ['38']],
  [['Mallorca', 'Majorca', 'Menorca', 'Minorca', 'Ibiza', 'Eivissa', 'Formentera'], ['07']],
  [
    ['Castilla-La Mancha', 'Castilla La Mancha'],
    ['02', '13', '16', '19', '45'],
  ],
  [
    ['Castilla y León', 'Castilla León'],
    ['05', '09', '24', '34', '37', '40', '42', '47', '49'],
  ],
  [
    ['Cataluña', 'Catalunya', 'Catalonia'],
    ['08', '17', '25', '43'],
  ],
  [
    ['Comunidad Valenciana', 'Comunitat Valenciana', 'Valencian Community', 'País Valencià'],
    ['03', '12', '46'],
  ],
  [['Extremadura'], ['06', '10']],
  [
    ['Galicia', 'Galiza'],
    ['15', '27', '32', '36'],
  ],
  [
    ['País Vasco', 'Euskadi', 'Basque Country'],
    ['01', '20', '48'],
  ],
]

/** The province code (first two digits) of a Spanish postcode; null for any other text. */
export function provinceOfPostcode(postcode: string): string | null {
  const code = postcode.slice(0, 2)
  return postcode.length === 5 && code in provinces ? code : null
}

/** Name, in the gazetteer, of the capital of the province `code`. */
export function capitalOf(code: string): string | undefined {
  return provinces[code]?.[0]
}

/** The name of the province `code` as people write it. */
export function provinceName(code: string): string | undefined {
  const [capital, ...names] = provinces[code] ?? []
  return capitalIsNoProvince.has(code) ? names[0] : capital
}

/** Postcodes whose third digit is 0 belong to the province's capital. */
export function isCapitalPostcode(postcode: string): boolean {
  return provinceOfPostcode(postcode) !== null && postcode[2] === '0'
}

/** Folded name of a province, region or island to the province codes it may mean. */
export const provincesByName: ReadonlyMap<string, readonly string[]> = provinceNames()

function provinceNames(): Map<string, readonly string[]> {
  const byName = new Map<string, readonly string[]>()
  for (const [names, codes] of regions) for (const name of names) byName.set(fold(name), codes)
  for (const [code, [capital, ...names]] of Object.entries(provinces)) {
    for (const name of capitalIsNoProvince.has(code) ? names : [capital, ...names])
      byName.set(fold(name), [code])
  }
  for (const name of ['Comunidad de Madrid', 'Región de Murcia', 'Comunidad Foral de Navarra']) {
    byName.set(fold(name), byName.get(fold(name.replace(/^.* de /, ''))) ?? [])
  }
  return byName
}
