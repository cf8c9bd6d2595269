import type { ServerResponse } from 'node:http'
import { type LocalServer, serveLocally } from './local-server.ts'
import { zipOf } from './zip.ts'

/** Rows, the bytes of a zip file, or a handler of the response. */
export type PostalFile = string[] | Buffer | ((response: ServerResponse) => void)

/** Files by country code, such as `ES`. */
export type PostalFiles = Record<string, PostalFile>

/** Serves files such as `ES.zip`, like download.geonames.org; others are 404. `files` may be changed while it runs. */
export const servePostalFiles = (files: PostalFiles): Promise<LocalServer> =>
  serveLocally((request, response) => {
    const name = /^\/([A-Z]{2})\.zip$/.exec(request.url ?? '')?.[1] ?? ''
    const file = files[name]
    if (file === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
    else if (typeof file === 'function') file(response)
    else {
      const zip = Buffer.isBuffer(file) ? file : zipOf(`${name}.txt`, file.map((row) => `${row}\n`).join(''))
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': zip.length }).end(zip)
    }
  })

type Row = { country?: string; postcode: string; place: string; lat: number; lon: number }

/** One line of a postcode file. */
export const postalRow = ({ country = 'ES', postcode, place, lat, lon }: Row): string =>
  [country, postcode, place, 'Region', 'R', 'Province', 'P', '', '', lat, lon, 4].join('\t')

/** Real rows of Madrid, and enough other rows to pass the plausibility check of Spain's file. */
export function spanishRows(count = 18_000): string[] {
  const madrid = Object.entries(madridPoints).map(([postcode, [lat, lon]]) =>
    postalRow({ postcode, place: 'Madrid', lat, lon }),
  )
  const others = Array.from({ length: count - madrid.length }, (_, i) =>
    postalRow({
      postcode: String(50_100 + (i % 700)),
      place: `Lugar ${i}`,
      lat: 41 + (i % 100) / 100,
      lon: -1 + (i % 90) / 100,
    }),
  )
  return [...madrid, ...others]
}

/** Sol, Arganzuela, Barajas. */
const madridPoints: Record<string, [lat: number, lon: number]> = {
  '28013': [40.4187, -3.7099],
  '28045': [40.4008, -3.6941],
  '28042': [40.4727, -3.5766],
}

export const andorranRows = (): string[] =>
  ['AD100', 'AD200', 'AD300', 'AD400', 'AD500', 'AD600', 'AD700'].map((postcode, i) =>
    postalRow({ country: 'AD', postcode, place: `Parròquia ${i}`, lat: 42.5 + i / 100, lon: 1.5 }),
  )
