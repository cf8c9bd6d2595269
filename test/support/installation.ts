import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId } from '../../server/lib/ids.ts'
import { insertPartner } from '../../server/partners/store.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { caller, newPartner, type PartnerOptions, type TestPartner, wideCodeCaps } from './dray.ts'
import { freePort } from './free-port.ts'
import { type GeocoderEngine, startGeocoderEngine } from './geocoder-engine.ts'
import { type PhotoHost, startPhotoHost } from './photo-host.ts'
import { type DrayProcess, type Start, startProcess } from './process.ts'
import { type SmsProviderStub, startSmsProvider } from './sms-provider.ts'

/** A database, a data folder and external services, which outlive the processes that use them. */
export type Installation = AsyncDisposable & {
  db: TestDatabase
  dataDir: string
  photos: PhotoHost
  /** Used only by processes that get its `env`. */
  geocoder: GeocoderEngine
  sms: SmsProviderStub
  port: number
  /** Environment of every process. */
  env: Record<string, string>
  /** Starts a process on `port`; another node needs a different port in `more`. */
  start: (role: Start['role'], more?: Partial<Start>) => Promise<DrayProcess>
  /** Creates a partner whose requests go to `port`, or to `node` if given. */
  partner: (options?: PartnerOptions, node?: { url: string }) => Promise<TestPartner>
}

export async function createInstallation(): Promise<Installation> {
  await using opened = new AsyncDisposableStack()
  const db = opened.use(await createDatabase())
  // Without a partner in the database, the first start creates one and prints its key.
  await insertPartner(db.kysely, { id: newId(), companyName: 'Sample Partner', smsLanguage: null })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dray-fault-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const photos = opened.use(await startPhotoHost())
  const geocoder = opened.use(await startGeocoderEngine())
  const sms = opened.use(await startSmsProvider())
  const port = await freePort()
  const env = {
    ...db.connections.env,
    DATABASE_OWNER_URL: db.url,
    DATA_DIR: dataDir,
    SMS_DAILY_CAP_PER_NUMBER: '10000',
    ...wideCodeCaps,
    ...photos.env,
    ...sms.env,
  }
  const all = opened.move()
  return {
    db,
    dataDir,
    photos,
    geocoder,
    sms,
    port,
    env,
    start: (role, more = {}) => startProcess({ port, ...more, role, env: { ...env, ...more.env } }),
    partner: (options = {}, node = { url: `http://127.0.0.1:${port}` }) =>
      newPartner(db, 'dray', { options, call: caller(node.url) }),
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}
