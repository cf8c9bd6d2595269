import { serveLocally } from './local-server.ts'

export type GeocoderEngine = AsyncDisposable & {
  env: Record<string, string>
  /** `GET /path` of each request. */
  asked: string[]
  /** Delays all responses until `stopHolding`. */
  hold: () => void
  held: () => number
  stopHolding: () => void
}

/** A local server with Nominatim's API that knows Madrid and Zaragoza. With `town` it calls both by this name. */
export async function startGeocoderEngine({ town }: { town?: string } = {}): Promise<GeocoderEngine> {
  const waiting = new Set<() => void>()
  let holding = false
  const server = await serveLocally((request, response) => {
    const query = new URL(request.url ?? '', 'http://engine').searchParams.get('q') ?? ''
    const answer = () =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify([placeOf(/madrid/i.test(query) ? 'Madrid' : 'Zaragoza', town)]))
    if (holding) {
      waiting.add(answer)
      response.on('close', () => waiting.delete(answer))
    } else answer()
  })
  return {
    env: { GEOCODER: 'nominatim', NOMINATIM_URL: server.url },
    asked: server.asked,
    hold: () => (holding = true),
    held: () => waiting.size,
    stopHolding: () => {
      holding = false
      for (const answer of waiting) answer()
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function placeOf(city: 'Madrid' | 'Zaragoza', town: string = city) {
  const [lat, lon, postcode] =
    city === 'Madrid' ? ['40.4165', '-3.7026', '28013'] : ['41.6561', '-0.8773', '50003']
  return {
    lat,
    lon,
    place_rank: 26,
    category: 'highway',
    type: 'residential',
    addresstype: 'road',
    address: { city: town, province: city, postcode, country_code: 'es' },
  }
}
