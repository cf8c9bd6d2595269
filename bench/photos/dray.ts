import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { readConfig } from '../../server/config/read-config.ts'
import { doctor } from '../../server/doctor/doctor.ts'
import { compose } from '../../server/start/compose.ts'
import { createLog } from '../../server/start/log.ts'

/** Dray with the log level and settings of production, which may download from the bench's photo host. */
const connectionString = process.env.DATABASE_URL ?? ''
const env = {
  DATABASE_URL: connectionString,
  DATA_DIR: process.env.DATA_DIR,
  BASE_URL: 'http://127.0.0.1:8080',
  NODE_ENV: 'production',
  PHOTO_SOURCES_ALLOWED: process.env.PHOTO_SOURCES_ALLOWED,
}
const dray = await compose(readConfig(env), {
  connection: { connectionString },
  log: createLog('info'),
  secretKey: randomBytes(32),
  settings: { env, file: null, fromFile: [], warnings: [] },
  doctor,
  showOutbox: null,
})
await dray.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => 'listening' })
process.send?.({ port: (dray.app.server.address() as AddressInfo).port })
process.on('SIGTERM', () => process.exit(0))
