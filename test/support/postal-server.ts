import type { ServerResponse } from 'node:http'
import { type LocalServer, serveLocally } from './local-server.ts'
import { zipOf } from './zip.ts'

/** Rows, the bytes of a zip, or what the server does instead. */
export type PostalFile = string[] | Buffer | ((response: ServerResponse) => void)

/** By country, such as `ES`. */
export type PostalFiles = Record<string, PostalFile>

/** Serves `ES.zip` and so on, as download.geonames.org does; what is not named is 404. `files` may change meanwhile. */
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

/** One line of a postal file. */
export const postalRow = ({ country = 'ES', postcode, place, lat, lon }: Row): string =>
  [country, postcode, place, 'Region', 'R', 'Province', 'P', '', '', lat, lon, 4].join('\t')

/** Madrid as it is, and as many other rows as make the file of Spain a plausible one. */
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
