import path from 'node:path'
import type pg from 'pg'
import { loadSettings } from '../server/config/load-settings.ts'
import { type Config, readConfig } from '../server/config/read-config.ts'
import { closeDatabase, type Database, openDatabase } from '../server/db/database.ts'
import { OperatorError } from '../server/lib/operator-error.ts'
import { withChosenPort } from '../server/start/choose-port.ts'
import { connectDatabase, type DataHome } from '../server/start/connect-database.ts'
import { freePort } from '../test/support/free-port.ts'
import { urlOf } from '../test/support/postgres-url.ts'
import { ensureAccounts, people, type TestPartner } from './dev/accounts.ts'
import { buildAppFiles } from './dev/app-files.ts'
import { openFrontDoor } from './dev/front-door.ts'
import { startServerProcess } from './dev/server-process.ts'
import { createSignIn, signInPath } from './dev/sign-in.ts'

/**
 * `npm run dev`: the whole service for developers. Three parts: PostgreSQL, in the data folder `data-dev`; the server,
 * in a child process that restarts when a file of `server/`, `contract/` or `lib/` changes; and Vite, which serves the
 * web app with hot reload at the same address. Ctrl-C ends all three.
 */
// The server's mode, and Vite's: building the service worker would otherwise set it to `production` for this process.
process.env.NODE_ENV = 'development'
const env: NodeJS.ProcessEnv = {
  ...process.env,
  DATA_DIR: process.env.DATA_DIR || path.join(import.meta.dirname, '../data-dev'),
}

type Stopping = { stopRequest: Promise<string>; requestStop: (reason: string) => void }

async function develop(config: Config, { stopRequest, requestStop }: Stopping): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const home = await connectDatabase(config, 'server', () => {})
  opened.defer(home.stop)
  home.onExit((reason) => {
    console.error(`PostgreSQL has ended: ${reason}`)
    process.exitCode = 1
    requestStop(reason)
  })
  await buildAppFiles(path.join(config.dataDir, 'web'))
  const database = openDatabase({ connection: home.ownerConnection, maxConnections: 2, onError: () => {} })
  opened.defer(() => closeDatabase(database))
  const serverPort = await freePort()
  const { host, port, baseUrl } = config
  const signIn = createSignIn(() => database.kysely, baseUrl)
  const vite = await openFrontDoor({ host, port, serverPort, server: () => server, signIn })
  opened.defer(() => vite.close())
  let isDescribed = false
  const show = async (started: boolean) => {
    if (!started) console.log('The server has ended; it starts again when a file changes.')
    else if (!isDescribed) console.log(await describe(config, database, serverPort))
    isDescribed ||= started
  }
  const server = startServerProcess(serverEnv(config, home, serverPort), (started, ms) => {
    if (started) console.log(`Restarted in ${(ms / 1_000).toFixed(1)} s`)
    void show(started).catch(console.error)
  })
  opened.defer(server.stop)
  void server.ready().then(show).catch(console.error)
  await stopRequest
  console.log('\nStopping')
}

const draysUrl = (connection: pg.ClientConfig) => urlOf(connection).replace('/postgres?', '/dray?')

/** The server has its own port behind Vite, and the database that this process keeps running during its restarts. */
const serverEnv = (
  { dataDir, databaseUrl, logLevel, baseUrl }: Config,
  { connection, ownerConnection }: DataHome,
  serverPort: number,
): NodeJS.ProcessEnv => ({
  ...env,
  DATA_DIR: dataDir,
  LOG_LEVEL: logLevel,
  DATABASE_URL: databaseUrl ?? draysUrl(connection),
  ...(!databaseUrl && { DATABASE_OWNER_URL: draysUrl(ownerConnection) }),
  HOST: '127.0.0.1',
  PORT: String(serverPort),
  BASE_URL: baseUrl,
})

async function describe(config: Config, { kysely }: Database, serverPort: number): Promise<string> {
  const { baseUrl, dataDir, serviceName, rateLimitPerMinute } = config
  const url = `http://127.0.0.1:${serverPort}`
  const partner = await ensureAccounts({ kysely, dataDir, serviceName, rateLimitPerMinute, url })
  return [
    '',
    `  Dray for developers is ready at ${baseUrl}`,
    '  The server restarts when server/, contract/ or lib/ change; the app reloads by itself. Ctrl-C ends everything.',
    `  Guide and reference: ${baseUrl}/docs`,
    `  Data: ${dataDir}`,
    '',
    ...accountLines(baseUrl, partner),
    '',
    '  Codes and texts appear here and in the outbox:',
    `    DATA_DIR=${dataDir} npm run --silent dray -- sms list`,
    '',
  ].join('\n')
}

const accountLines = (baseUrl: string, { companyName, testKey, liveKey }: TestPartner): string[] => [
  `  Partner   ${companyName}`,
  `            test key ${testKey}`,
  `            live key ${liveKey}`,
  ...Object.entries(people).flatMap(([name, person]) => [
    `  ${name === 'customer' ? 'Customer' : 'Carrier '}  ${person.name}, ${person.phone}`,
    `            sign in: ${baseUrl}${signInPath}${name}`,
  ]),
]

try {
  const { promise: stopRequest, resolve: requestStop } = Promise.withResolvers<string>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => requestStop(signal))
  const { env: chosen } = await withChosenPort(loadSettings(env))
  await develop(readConfig(chosen), { stopRequest, requestStop })
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
process.exit()
