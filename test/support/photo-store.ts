import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { newId } from '../../server/lib/ids.ts'
import { ProviderError } from '../../server/lib/provider-error.ts'
import { createPhotoDecoder } from '../../server/photos/decoder.ts'
import { createPhotoIngest, type PhotoNeeds } from '../../server/photos/ingest.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import type { PhotoStorage } from '../../server/photos/storage/storage.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { type LocalServer, serveLocally } from './local-server.ts'
import { redImage } from './pictures.ts'

/** A separate database and folder for photos, with what `createPhotoIngest` needs. */
export type PhotoStore = Omit<PhotoNeeds, 'pool'> &
  AsyncDisposable & { db: TestDatabase; pool: TestDatabase['pool']; files(): Promise<string[]> }

/** A photo host, and decoders that all stores of a test file share. */
export type PhotoSetup = AsyncDisposable & {
  /** Host and port of the photo host. */
  place: string
  /** `WIDTHxHEIGHT` is a photo, `WIDTHxHEIGHT/200` comes 200 ms later, `text` is not a photo, `stall` never ends. */
  url: (rest: string) => string
  /** `GET /path` of each request to the photo host. */
  asked: string[]
  /** `change` replaces methods of the storage. */
  open: (change?: (storage: PhotoStorage) => Partial<PhotoStorage>) => Promise<PhotoStore>
}

export async function startPhotoSetup(): Promise<PhotoSetup> {
  const host = await startSizedPhotoHost()
  const decoder = createPhotoDecoder({ processes: 2 })
  return {
    place: host.host,
    asked: host.asked,
    url: (rest) => `${host.url}/${rest}`,
    async open(change = () => ({})) {
      const db = await createDatabase()
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dray-photos-'))
      const storage = disk.connect({}, { dataDir })
      return {
        db,
        pool: db.pool,
        guard: { allowed: [host.host] },
        decoder,
        storage: { ...storage, ...change(storage) },
        async files() {
          const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
          return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
        },
        async [Symbol.asyncDispose]() {
          await db[Symbol.asyncDispose]()
          await rm(dataDir, { recursive: true, force: true })
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await decoder.stop()
      await host[Symbol.asyncDispose]()
    },
  }
}

const startSizedPhotoHost = (): Promise<LocalServer> =>
  serveLocally((request, response) => void respond(request.url ?? '', response))

async function respond(url: string, response: ServerResponse): Promise<void> {
  const [, size = '', delayMs = '0'] = url.split('/')
  const [width, height] = size.split('x').map(Number)
  if (size === 'stall') return void response.write('a')
  if (!width || !height) return void response.writeHead(size === 'missing' ? 404 : 200).end('<html>')
  const photo = await redImage(width, height).jpeg().toBuffer()
  setTimeout(() => response.end(photo), Number(delayMs))
}

export async function photoRows({ pool }: PhotoStore) {
  const { rows } = await pool.query<{ name: string; job_id: string | null; bytes: number }>(
    'select name, job_id, bytes, width, height from photo order by position',
  )
  return rows
}

export async function assertEmpty(store: PhotoStore): Promise<void> {
  assert.deepEqual(await photoRows(store), [])
  assert.deepEqual(await store.files(), [])
}

/** Stores one photo without a job. @returns its name. */
export async function storePhoto(store: PhotoStore, url: string): Promise<string> {
  const result = await createPhotoIngest(store)([url])
  assert.ok(result.ok)
  return result.photos[0]?.name ?? ''
}

/** A call to a storage that is down. */
export const failing = () =>
  Promise.reject(new ProviderError('test', 'down', { retryable: true, outcome: 'refused' }))

/** A job as `insertDraft` creates it, with these photos. */
export async function insertJob(
  { pool }: PhotoStore,
  names: string[],
  job: { status?: string; lifetimeSeconds?: number } = {},
) {
  const id = newId()
  await pool.query(
    `with new_tariff as (insert into tariff (id, starts_at, terms) values ($1, now(), '{}') returning id),
     new_job as (
       insert into job (id, short_id, mode, status, title, size, customer_phone, pickup, dropoff, route, duration_minutes,
         tariff_id, price, expires_at)
       select $1, $1::text, 'test', $2, 'Sofa', 'M', '+34600111222', '{}', '{}', '{}', 30, new_tariff.id, '{}',
         now() + make_interval(secs => $3)
       from new_tariff returning id
     ), new_photos as (
       update photo set job_id = new_job.id, position = position + 100 from new_job where name = any($4)
     ) select`,
    [id, job.status ?? 'draft', job.lifetimeSeconds ?? 3_600, names],
  )
  return id
}
