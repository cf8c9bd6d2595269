import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'
import { openGazetteer } from '#lib/gazetteer/gazetteer.ts'
import type { PostcodePoint } from '#lib/gazetteer/resolve/evidence.ts'
import { readPostalRows } from '../server/geocoding/postal-file/read-rows.ts'
import { price } from '../server/pricing/price.ts'
import { defaultTariff } from '../server/pricing/tariff.ts'
import { embedded } from '../server/routing/providers/embedded.ts'
import type { End } from '../server/routing/router.ts'

/**
 * `node bench/street-prices.ts ES.txt STATIONS.csv`: prices 100 trips in Spain by towns, by postcodes and by streets.
 *
 * `ES.txt` is the postal file of GeoNames. `STATIONS.csv` has the addresses and positions of the petrol stations of
 * Spain, as the ministry publishes them: columns with a semicolon, among them `IDEESS`, `Dirección`, `C.P.`,
 * `Municipio`, `Provincia`, `Latitud` and `Longitud (WGS84)`, decimals with a comma.
 */
const [postalFile = '', stationsFile = ''] = process.argv.slice(2)

type Station = Point & { id: string; address: string; town: string; postcode: string }

/** Stations in streets of the mainland, in an order that depends only on their ids. */
function readStations(): Station[] {
  const [head = '', ...lines] = readFileSync(stationsFile, 'utf8').split(/\r?\n/)
  const names = head.split(';')
  return lines
    .flatMap((line): Station[] => {
      const values = line.split(';')
      const read = (name: string) => values[names.indexOf(name)]?.trim() ?? ''
      const degrees = (name: string) => Number(read(name).replace(',', '.'))
      const [street, postcode, town] = [read('Dirección'), read('C.P.'), read('Municipio')]
      if (!/^(CALLE|AVENIDA|AVDA|PLAZA|PASEO|RONDA|CL|AV)\b.*\d$/i.test(street)) return []
      if (!/^\d{5}$/.test(postcode) || /^(07|35|38|51|52)/.test(postcode)) return []
      const address = `${street}, ${postcode} ${town}`
      return [
        {
          id: read('IDEESS'),
          address,
          town,
          postcode,
          lat: degrees('Latitud'),
          lon: degrees('Longitud (WGS84)'),
        },
      ]
    })
    .sort((a, b) => (digest(a.id) < digest(b.id) ? -1 : 1))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

type Trip = { from: Station; to: Station }

/** The first 50 trips inside one town, and the first 50 of 5 to 50 km as the crow flies to another. */
function readTrips(): { inside: Trip[]; between: Trip[] } {
  const stations = readStations()
  const trips = (fits: (from: Station, to: Station) => boolean) =>
    stations.flatMap((from, i) => {
      const to = [...stations.slice(i + 1), ...stations.slice(0, i)].find((other) => fits(from, other))
      return to ? [{ from, to }] : []
    })
  const inside = trips((from, to) => from.town === to.town && kilometresBetween(from, to) > 0.2)
  const between = trips((from, to) => {
    const km = kilometresBetween(from, to)
    return from.town !== to.town && km >= 5 && km <= 50
  })
  return { inside, between }
}

const postcodes = new Map<string, PostcodePoint[]>()
for await (const { row } of readPostalRows(createReadStream(postalFile)))
  postcodes.set(row.postcode, [...(postcodes.get(row.postcode) ?? []), row])

const byTowns = openGazetteer({ home: 'es' })
const byPostcodes = openGazetteer({ home: 'es', findPostcode: async (_, code) => postcodes.get(code) ?? [] })
const router = embedded.connect({
  ROUTE_DETOUR_BASE: 1.2,
  ROUTE_DETOUR_EXTRA: 0.2,
  ROUTE_DETOUR_SCALE_KM: 80,
})

const house = ({ lat, lon }: Point): End => ({
  ...{ lat, lon },
  ...{ uncertaintyKm: 0.05, precision: 'house', countryCode: 'es', provinceCode: null },
})

type Measured = { km: number; cents: number }

async function measure(from: End, to: End): Promise<Measured> {
  const routed = await router.route(from, to)
  if (routed.outcome !== 'routed') throw new Error(routed.outcome)
  const { totalCents } = price({ size: 'M', distanceKm: routed.distanceKm, stairFloors: 0 }, defaultTariff)
  return { km: routed.distanceKm, cents: totalCents }
}

async function locate(gazetteer: typeof byTowns, { from, to }: Trip): Promise<[End, End] | null> {
  const [a, b] = await Promise.all([gazetteer.locate(from.address), gazetteer.locate(to.address)])
  return a.outcome === 'located' && b.outcome === 'located' ? [a, b] : null
}

type Row = { street: Measured; town: Measured; postcode: Measured; errorsKm: [number, number][] }

/** The first 50 trips whose addresses both geocoders understand. */
async function rowsOf(trips: Trip[]): Promise<{ rows: Row[]; refused: number }> {
  const rows: Row[] = []
  let refused = 0
  for (const trip of trips) {
    const [town, postcode] = await Promise.all([locate(byTowns, trip), locate(byPostcodes, trip)])
    if (town === null || postcode === null) {
      refused++
      continue
    }
    const street: [End, End] = [house(trip.from), house(trip.to)]
    const errorsKm = street.map((end, i): [number, number] => [
      kilometresBetween(end, town[i] ?? end),
      kilometresBetween(end, postcode[i] ?? end),
    ])
    rows.push({
      street: await measure(...street),
      town: await measure(...town),
      postcode: await measure(...postcode),
      errorsKm,
    })
    if (rows.length === 50) break
  }
  return { rows, refused }
}

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ??
  Number.NaN
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const euros = (cents: number): string => (cents / 100).toFixed(2)

function print(title: string, rows: Row[]): void {
  console.log(
    `\n${title}: ${rows.length} trips\n| ${columns.join(' | ')} |\n${'|---'.repeat(columns.length)}|`,
  )
  for (const [name, at] of [
    ['town', 0],
    ['postcode', 1],
  ] as const) {
    const differences = rows.map((row) => row[name].cents - row.street.cents)
    const sizes = differences.map(Math.abs)
    const off = rows.flatMap(({ errorsKm }) => errorsKm.map((error) => error[at]))
    const cells = [
      name,
      ...[mean(rows.map((row) => row[name].cents)), mean(differences)].map(euros),
      ...[quantile(sizes, 0.5), quantile(sizes, 0.9), Math.max(...sizes)].map(euros),
      ...[sizes.filter((cents) => cents <= 100), differences.filter((cents) => cents < -100)].map(countOf),
      countOf(differences.filter((cents) => cents > 100)),
      ...[quantile(off, 0.5), quantile(off, 0.9)].map((km) => km.toFixed(1)),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log(`Mean price by street: ${euros(mean(rows.map(({ street }) => street.cents)))}`)
}

const countOf = (values: number[]): string => String(values.length)

const columns = [
  ...['priced by', 'mean €', 'mean difference €', 'median €', 'p90 €', 'largest €'],
  ...['within 1 €', 'too low', 'too high', 'end off, median km', 'p90 km'],
]

const { inside, between } = readTrips()
const insides = await rowsOf(inside)
const betweens = await rowsOf(between)
const refusals = `${insides.refused} and ${betweens.refused} refused before the 50`
console.log(`${inside.length} and ${between.length} possible trips; ${refusals}`)
print('Inside one town', insides.rows)
print('To another town', betweens.rows)
print('All', [...insides.rows, ...betweens.rows])
