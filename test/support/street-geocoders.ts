import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { TObject } from 'typebox'
import type { Geocoder } from '../../server/geocoding/geocoder.ts'
import { cartociudad } from '../../server/geocoding/providers/cartociudad.ts'
import { nominatim } from '../../server/geocoding/providers/nominatim.ts'
import { photon } from '../../server/geocoding/providers/photon.ts'
import { readEnv } from '../../server/lib/env.ts'
import { type FakeServer, serve } from './geocoding.ts'

export type EngineName = 'nominatim' | 'photon' | 'cartociudad'
export const engineNames: readonly EngineName[] = ['nominatim', 'photon', 'cartociudad']

/** The settings of a Dray that locates addresses with this engine. */
export const engineEnv = (name: EngineName, url: string): Record<string, string> => ({
  GEOCODER: name,
  [`${name.toUpperCase()}_URL`]: url,
})

type Module = { env: TObject; connect: (settings: never) => Geocoder }
const modules: Record<EngineName, Module> = { nominatim, photon, cartociudad }

export function connectGeocoder(name: EngineName, url: string, env: Record<string, string> = {}): Geocoder {
  const read = readEnv(modules[name].env, { ...engineEnv(name, url), ...env })
  if (!read.ok) throw new Error(read.faults.join())
  return modules[name].connect(read.value as never)
}

/** Answers by the address that was asked for; `none` for every other; `finds` by the id of a candidate. */
export type EngineData = { answers: Record<string, unknown>; none: unknown; finds?: Record<string, unknown> }

/** What each engine answers, in its own shape (test/data/engines). */
export const engineData = (name: EngineName): EngineData =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../data/engines/${name}.json`), 'utf8'))

export type Answer = (response: ServerResponse, url: URL) => void

export const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export const plain =
  (body: string, status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body)

/** As CartoCiudad answers for nothing: 204 without a body. */
const nothing: Answer = (response) => void response.writeHead(204).end()

/** An engine that knows the addresses of its file, or those of `data`. Case and spaces of an address do not matter. */
export const answering = (name: EngineName, data: EngineData = engineData(name)): Answer => {
  const known = new Map(Object.entries(data.answers).map(([address, body]) => [address.toLowerCase(), body]))
  return (response, url) => {
    const id = url.searchParams.get('id')
    if (id !== null) {
      const found = data.finds?.[id]
      return found === undefined ? nothing(response, url) : json(found)(response, url)
    }
    const asked = url.searchParams.get('q')?.toLowerCase() ?? ''
    json(known.has(asked) ? known.get(asked) : data.none)(response, url)
  }
}

/** An engine that knows Madrid, and answers `body` for every other address. */
export const answeringWith = (name: EngineName, body: unknown): Answer => {
  const { answers, none, finds } = engineData(name)
  const madrid = answering(name, { answers: { Madrid: answers.Madrid }, none, ...(finds && { finds }) })
  return (response, url) =>
    url.searchParams.get('q') === 'Madrid' || url.searchParams.has('id')
      ? madrid(response, url)
      : json(body)(response, url)
}

export type StreetEngine = FakeServer & { geocoder: Geocoder }

export async function startEngine(
  name: EngineName,
  answer: Answer = answering(name),
  env: Record<string, string> = {},
): Promise<StreetEngine> {
  const server = await serve(answer)
  return { ...server, geocoder: connectGeocoder(name, server.url, env) }
}
