import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { type LocalServer, serveLocally } from './local-server.ts'

const folder = path.join(import.meta.dirname, '../third-party/valhalla')
const installed = path.join(folder, 'node_modules/@valhallajs/valhallajs')

/** Whether `npm run check:valhalla` has installed the engine. */
export const hasValhalla = (): boolean => existsSync(installed)

type Actor = { route: (query: string) => Promise<string> }
type Package = {
  Actor: new (config: string) => Actor
  getConfig: (options: object) => Promise<{ mjolnir: object; logging?: object }>
}

/** Codes of the error texts, which the HTTP server of Valhalla adds and its package for Node.js does not. */
const codes: Record<string, number> = {
  'No suitable edges near location': 171,
  'No path could be found for input': 442,
  'Locations are in unconnected regions. Go check/edit the map at osm.org': 170,
}

/** Builds the tiles of the map, and serves `POST /route` with the real engine. */
export async function startValhalla(extract: Buffer): Promise<LocalServer> {
  const work = mkdtempSync(path.join(os.tmpdir(), 'dray-valhalla-'))
  const { Actor, getConfig }: Package = createRequire(path.join(folder, 'package.json'))(
    '@valhallajs/valhallajs',
  )
  const config = await getConfig({ tileDir: path.join(work, 'tiles'), tileExtract: '' })
  const file = path.join(work, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  writeFileSync(path.join(work, 'map.osm.pbf'), extract)
  const build = [path.join(installed, 'bin/valhalla-cli.js'), 'build_tiles', '-c', file]
  execFileSync(process.execPath, [...build, path.join(work, 'map.osm.pbf')], { stdio: 'pipe' })
  const actor = new Actor(JSON.stringify(config))
  const server = await serveLocally((_request, response, body) => {
    const send = (status: number, answer: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
    actor.route(body).then(
      (answer) => send(200, answer),
      (error: Error) => send(400, errorBody(error)),
    )
  })
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      rmSync(work, { recursive: true, force: true })
    },
  }
}

function errorBody({ message }: Error): string {
  const error = message.replace(/^Route error: /, '')
  return JSON.stringify({ error_code: codes[error] ?? 499, error, status_code: 400, status: 'Bad Request' })
}
