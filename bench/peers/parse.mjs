import http from 'node:http'
import { createRequire } from 'node:module'

/** Parse Server on PostgreSQL, with a REST key and without its log files. */
const require = createRequire(import.meta.url)
const { ParseServer } = require('parse-server')
const adapters = './node_modules/parse-server/lib/Adapters/Storage/Postgres'
const { PostgresStorageAdapter } = require(`${adapters}/PostgresStorageAdapter.js`)

const url = new URL(process.env.DATABASE_URL)
const databaseOptions = {
  host: url.searchParams.get('host'),
  port: Number(url.searchParams.get('port')),
  max: 20,
}
const server = new ParseServer({
  databaseAdapter: new PostgresStorageAdapter({ uri: url.href, collectionPrefix: '', databaseOptions }),
  // Asked for together with a database adapter; no file is stored.
  filesAdapter: '@parse/fs-files-adapter',
  appId: 'bench',
  masterKey: 'bench-master-key',
  restAPIKey: process.env.PEER_KEY,
  serverURL: 'http://127.0.0.1/parse',
  allowClientClassCreation: true,
  logsFolder: null,
})
await server.start()
const listening = http.createServer(server.app)
listening.listen(0, '127.0.0.1', () => process.send({ port: listening.address().port }))
