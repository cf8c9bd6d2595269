import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Geocoded, Located } from '../../server/geocoding/geocoder.ts'
import { embedded } from '../../server/geocoding/providers/embedded.ts'

/** The embedded geocoder with default settings, for tests without a database. */
export function connectEmbedded(needs: Parameters<typeof embedded.connect>[1] = {}) {
  return embedded.connect({ GEOCODER_HOME_COUNTRY: 'es' }, needs)
}

export function located(more: Partial<Located> = {}): Located {
  return {
    outcome: 'located',
    lat: 40.4,
    lon: -3.7,
    precision: 'locality',
    uncertaintyKm: 6,
    locality: 'Madrid',
    postcode: null,
    provinceCode: '28',
    countryCode: 'es',
    provider: 'stub',
    confidence: 0.9,
    ...more,
  }
}

/** A geocoder that answers with `answer` and records the addresses it was asked for. */
export function stub(name: string, answer: (address: string) => Geocoded | Promise<Geocoded>) {
  const asked: string[] = []
  return {
    name,
    dataVersion: '1',
    asked,
    geocode: async (address: string) => {
      asked.push(address)
      return await answer(address)
    },
  }
}

export type FakeServer = AsyncDisposable & {
  url: string
  requests: URL[]
  headers: IncomingMessage['headers'][]
}

/** An HTTP server on a free local port that answers with `answer` and records the requests. */
export async function serve(answer: (response: ServerResponse, url: URL) => void): Promise<FakeServer> {
  const requests: URL[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    requests.push(url)
    headers.push(request.headers)
    answer(response, url)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}
