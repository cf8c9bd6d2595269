import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { listTables } from '../../server/backup/catalogue.ts'
import type { Database } from '../../server/db/database.ts'
import { issueKey } from '../../server/keys/issue.ts'
import { newId } from '../../server/lib/ids.ts'
import { newPhotoName } from '../../server/photos/name.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import type { PhotoStorage } from '../../server/photos/storage/storage.ts'

export type Folder = { path: string; file: string; storage: (name: string) => PhotoStorage } & Disposable

/** `using folder = tempFolder()`: a folder for the backup, and photo storages by name. */
export function tempFolder(): Folder {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-backup-'))
  return {
    path: folder,
    file: path.join(folder, 'backup.tar.gz'),
    storage: (name) => disk.connect({ PHOTO_DIR: path.join(folder, name) }, { dataDir: folder }),
    [Symbol.dispose]: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

export type Seeded = { apiKey: string; keyId: string; tariffId: string; partnerId: string }

/** Creates a partner with a key, a tariff, and rows of the tables that do not refer to a job. */
export async function seedPartner({ kysely }: Database): Promise<Seeded> {
  const [partnerId, tariffId] = [newId(), newId()] as const
  await kysely.insertInto('partner').values({ id: partnerId, company_name: 'Loft & Söhne "Ñ"' }).execute()
  const order = { partnerId, mode: 'live', rateLimitPerMinute: 100 } as const
  const { keyId, apiKey } = await issueKey({ kysely, service: 'dray' }, order)
  await kysely
    .insertInto('tariff')
    .values({
      id: tariffId,
      partner_id: partnerId,
      starts_at: new Date(0),
      terms: JSON.stringify({ a: [1.5, null] }),
    })
    .execute()
  const row = { country: 'ES', postcode: '28001', place: 'Madrid', province: '28', lat: 40.4, lon: -3.7 }
  await kysely
    .insertInto('postcode')
    .values([row, { ...row, lat: 0.1 + 0.2 }])
    .execute()
  const key = randomBytes(32)
  const expires_at = new Date(Date.now() + 3_600_000)
  await kysely.insertInto('geocode_cache').values({ key, outcome: '{}', expires_at }).execute()
  return { apiKey, keyId, tariffId, partnerId }
}

type JobOptions = { lifeMs?: number; sms?: 'sent' | 'due' | 'running' | 'failed' }

/** Creates a draft with an event, an SMS and two photos. Its texts contain all characters with a meaning in COPY. */
export async function seedJob(
  { kysely }: Database,
  storage: PhotoStorage,
  { keyId, tariffId }: Seeded,
  { lifeMs = 172_800_000, sms = 'sent' }: JobOptions = {},
): Promise<{ id: string; photos: string[] }> {
  const id = newId()
  const expiresAt = new Date(Date.now() + lifeMs)
  const job = {
    id,
    short_id: id,
    key_id: keyId,
    mode: 'live' as const,
    status: 'draft' as const,
    external_reference: id,
    external_reference_nfc: id,
    title: 'Sofá \\N \\. \t tab 🛋 "quoted"',
    description: 'first\nsecond\r\nthird\\n',
    size: 'M' as const,
    customer_phone: '+34600111222',
    pickup: JSON.stringify({ address: 'Calle Mayor 1\\' }),
    dropoff: '{}',
    route: JSON.stringify({ distanceKm: 12.3 }),
    duration_minutes: 60,
    tariff_id: tariffId,
    price: '{}',
    expires_at: expiresAt,
  }
  await kysely.transaction().execute(async (trx) => {
    await trx.insertInto('job').values(job).execute()
    const event = { job_id: id, actor: 'partner' as const, actor_id: keyId, to_status: 'draft' as const }
    await trx
      .insertInto('job_event')
      .values({ ...event, reason: 'created' })
      .execute()
    await trx.insertInto('sms').values(smsOf(job, sms)).execute()
  })
  const photos = [newPhotoName(), newPhotoName()]
  for (const [position, name] of photos.entries()) {
    const size = { bytes: 3_000, width: 40, height: 30 }
    await kysely
      .insertInto('photo')
      .values({ name, job_id: id, position, ...size })
      .execute()
    await storage.put(name, randomBytes(size.bytes))
  }
  return { id, photos }
}

/** Creates a carrier with a document. Returns the name of its picture. */
export async function seedDocument({ kysely }: Database, storage: PhotoStorage): Promise<string> {
  const [accountId, documentId] = [newId(), newId()] as const
  await kysely
    .insertInto('account')
    .values({ id: accountId, phone: '+34600111333', language: 'es' })
    .execute()
  const base = { base_address: 'Calle Mayor 1', base_lat: 40.4, base_lon: -3.7, radius_km: 50 }
  await kysely
    .insertInto('carrier')
    .values({ account_id: accountId, vehicle_size: 'M', vehicle: 'van', ...base })
    .execute()
  const document = {
    id: documentId,
    account_id: accountId,
    kind: 'licence' as const,
    expires_on: '2027-03-31',
  }
  await kysely.insertInto('carrier_document').values(document).execute()
  const photo = { name: newPhotoName(), bytes: 3_000, width: 40, height: 30, position: 0 }
  await kysely
    .insertInto('photo')
    .values({ ...photo, document_id: documentId })
    .execute()
  await storage.put(photo.name, randomBytes(photo.bytes))
  return photo.name
}

const smsOf = (
  job: { id: string; key_id: string; expires_at: Date },
  status: NonNullable<JobOptions['sms']>,
) => ({
  id: newId(),
  kind: 'draft' as const,
  job_id: job.id,
  key_id: job.key_id,
  mode: 'live' as const,
  to_phone: '+34600111222',
  body: 'Loft: tu envío',
  provider: 'twilio',
  status,
  claim_id: status === 'running' ? newId() : null,
  due_at: new Date(0),
  give_up_at: job.expires_at,
})

/** Returns every row of every table in a fixed order. `with` includes the migrator's tables. */
export async function rowsOf({ pool }: Database): Promise<Record<string, string[]>> {
  const client = await pool.connect()
  try {
    const all: Record<string, string[]> = {}
    for (const { name, isUnlogged } of await listTables(client)) {
      // No backup has the positions of carriers (decision 74).
      if (isUnlogged) continue
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t order by 1`,
      )
      // A restore writes the hold of receipts.
      all[name] = name === 'invoice_hold' ? [] : rows.map(({ row }) => row)
    }
    return all
  } finally {
    client.release()
  }
}

export async function photoBytes(storage: PhotoStorage, name: string): Promise<Buffer | null> {
  const found = await storage.read(name)
  return found && buffer(found.stream)
}

export type Members = Map<string, Buffer>

/** Reads a backup as an independent program would. */
export async function membersOf(file: string): Promise<Members> {
  const members: Members = new Map()
  const tar = extract()
  tar.end(gunzipSync(fs.readFileSync(file)))
  for await (const entry of tar) members.set(entry.header.name, await buffer(entry))
  return members
}

/** Writes a backup from members that the test may have changed. */
export async function writeMembers(file: string, members: Members): Promise<void> {
  const tar = pack()
  for (const [name, content] of members) tar.entry({ name }, content)
  tar.finalize()
  fs.writeFileSync(file, gzipSync(await buffer(tar)))
}
