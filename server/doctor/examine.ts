import { ConfigError } from '../config/config-error.ts'
import { loadSettings, type Settings } from '../config/load-settings.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import { readWithRecorded } from '../config/recorded-settings.ts'
import { type Connection, closeDatabase, type Database, openDatabase } from '../db/database.ts'
import { readSettings } from '../db/installation-settings.ts'
import type { Env } from '../lib/env.ts'
import { connectDatabase, type DataHome } from '../start/connect-database.ts'
import type { Examined } from '../start/connect-health.ts'
import { checkAuditLog } from './audit.ts'
import { checkCalls } from './calls.ts'
import { type Check, fail, ok, reasonOf, warn } from './check.ts'
import { checkCompany } from './company.ts'
import { checkDatabase } from './database.ts'
import { checkGeocoders, checkPrecision, checkRouters } from './geo.ts'
import { checkIdleSettings } from './idle-settings.ts'
import { checkInstallation } from './installation.ts'
import { checkInvoices } from './invoices.ts'
import { checkDataFolder, checkNode } from './machine.ts'
import { checkMail } from './mail.ts'
import { checkPayments } from './payments.ts'
import { checkPhotoDecoder, checkPhotoStorage, checkSharedFolder } from './photos.ts'
import { checkApps, checkLinks, checkMetrics, checkRedis, checkSms } from './reach.ts'
import { checkSecretKey } from './secret-key.ts'
import { checkTextLength } from './text-length.ts'

/**
 * Checks everything Dray needs, with or without a running server. Most checks run one after the other, so they do not
 * slow down each other. Sends no SMS and leaves no data behind.
 */
export async function examine(env: Env): Promise<Check[]> {
  const node = checkNode(process.versions.node)
  const read = readSafely(env)
  if (read instanceof ConfigError) return [node, ...read.faults.map(faultOf)]
  const { settings, config: own } = read
  const checks = [node, ...checkSettings(settings), await checkDataFolder(own)]
  // With a database, the other checks use the recorded settings of the installation for those not set in this shell.
  let config = own
  const atHome = await withHome(own, async (database) => {
    const installation = database ? await readInstallation(database, settings.env) : null
    config = installation?.config ?? own
    return [...(installation?.checks ?? []), ...(await gathered(checkWithDatabase(config, database)))]
  })
  return [...checks, ...atHome, ...(await gathered(checkTheRest(config, settings)))]
}

/** The checks of a running node, in steps: its settings are valid, and its database is connected. */
export async function* examineRunning({
  config,
  settings,
  database,
  connection,
  contradictions,
}: Examined): AsyncGenerator<Check[]> {
  yield [checkNode(process.versions.node), ...checkSettings(settings), await checkDataFolder(config)]
  yield await checkDatabase(database, connectionSettings(config, connection))
  yield [
    ...(await checkInstallation(database, { contradictions: contradictions(), isServing: true })),
    await checkSecretKey(config, database),
    ...(await checkAuditLog(database, config.dataDir)),
  ]
  yield* checkWithDatabase(config, database)
  yield* checkTheRest(config, settings)
}

const connectionSettings = ({ databaseDirectUrl }: Config, connection: Connection) => ({
  connection,
  hasDirect: databaseDirectUrl !== null,
})

async function* checkWithDatabase(config: Config, database: Database | null): AsyncGenerator<Check[]> {
  yield await checkGeocoders(config, database)
  yield notNull(await checkPrecision(config, database))
  yield await checkPayments(config, database)
  if (!database) return
  yield [...notNull(await checkSharedFolder(config, database)), await checkInvoices(database)]
}

async function* checkTheRest(config: Config, settings: Settings): AsyncGenerator<Check[]> {
  yield await checkRouters(config)
  yield [await checkPhotoStorage(config), await checkPhotoDecoder(config, settings)]
  yield await checkRedis(config)
  yield await Promise.all(config.smsProviders.map((chosen) => checkSms(chosen, config)))
  yield [await checkCalls(config), ...(await checkMail(config))]
  yield [checkTextLength(config), checkLinks(config, settings.env), checkApps(config)]
  yield [checkCompany(config), checkMetrics(config)]
}

async function gathered(steps: AsyncIterable<Check[]>): Promise<Check[]> {
  const all: Check[] = []
  for await (const checks of steps) all.push(...checks)
  return all
}

const notNull = (check: Check | null): Check[] => (check ? [check] : [])

type Own = { settings: Settings; config: Config }

function readSafely(env: Env): Own | ConfigError {
  try {
    const settings = loadSettings(env)
    return { settings, config: readConfig(settings.env) }
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

const checkSettings = ({ file, warnings, env }: Settings): Check[] => [
  ok(['configuration'], file ? ['settingsFineWith', file] : ['settingsFine']),
  ...warnings.map((warning) => warn(['configuration'], warning, ['correctFile'])),
  ...checkIdleSettings(env),
]

async function readInstallation(database: Database, env: Env) {
  const { config, contradictions } = readWithRecorded(env, await readSettings(database.kysely))
  const installation = await checkInstallation(database, { contradictions, isServing: false })
  const auditLog = await checkAuditLog(database, config.dataDir)
  return { config, checks: [...installation, await checkSecretKey(config, database), ...auditLog] }
}

const faultOf = (fault: string): Check => fail(['configuration'], ['quoted', fault], ['correctSetting'])

/** Runs the database checks, then `work`: with the database if its schema is up to date, else with null. */
async function withHome(
  config: Config,
  work: (database: Database | null) => Promise<Check[]>,
): Promise<Check[]> {
  let home: DataHome
  try {
    home = await connectDatabase(config, 'command', () => {})
  } catch (error) {
    const failed = fail(['database'], ['quoted', reasonOf(error)], ['doAsItSays'])
    return [failed, ...(await work(null))]
  }
  const { connection } = home
  const database = openDatabase({ connection, maxConnections: 2, onError: () => {} })
  try {
    const checks = await checkDatabase(database, connectionSettings(config, connection))
    const isUsable = checks.some(({ name: [code], status }) => code === 'schema' && status === 'ok')
    return [...checks, ...(await work(isUsable ? database : null))]
  } finally {
    await closeDatabase(database)
    await home.stop()
  }
}
