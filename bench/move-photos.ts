import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readEnv } from '../server/lib/env.ts'
import { newId } from '../server/lib/ids.ts'
import { newPhotoName } from '../server/photos/name.ts'
import { disk } from '../server/photos/storage/disk.ts'
import { s3 } from '../server/photos/storage/s3.ts'
import type { PhotoStorage } from '../server/photos/storage/storage.ts'
import { withPostgres } from '../test/runner/with-postgres.ts'
import { createDatabase, type TestDatabase } from '../test/support/database.ts'
import { startFakeS3 } from '../test/support/fake-s3.ts'
import { radosgwMissing, startRadosgw } from '../test/support/radosgw.ts'
import { bytesAt } from '../test/support/storage-suite.ts'

/**
 * Moves small photos from a folder to a bucket and back with `dray photos move`, which is killed several times on each
 * way, and compares every photo after each way. The bucket is Ceph's if it is installed, else a server in this process
 * (`--bucket process`), which takes a fraction of the time.
 */
const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '3' },
    bucket: { type: 'string', default: radosgwMissing ? 'process' : 'ceph' },
  },
})
const isCeph = values.bucket === 'ceph'
const [count, kills] = [Number(values.photos), Number(values.kills)]
const root = path.join(import.meta.dirname, '..')

await withPostgres(async (env) => {
  Object.assign(process.env, env)
  await using db = await createDatabase()
  await using bucket = await (isCeph ? startRadosgw() : startFakeS3())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dray-bench-'))
  try {
    const photos = await storeOnDisk(db, path.join(dataDir, 'photos'))
    const settings = { DATABASE_URL: db.url, DATA_DIR: dataDir, ...bucket.env }
    const read = readEnv(s3.env, bucket.env)
    if (!read.ok) throw new Error(read.faults.join())
    const places = { disk: disk.connect({}, { dataDir }), s3: s3.connect(read.value, { dataDir }) }
    console.log(`${count} photos; the bucket is ${isCeph ? "Ceph's" : 'a server in this process'}`)
    for (const to of ['s3', 'disk'] as const) {
      const seconds = await moveWithKills({ ...settings, PHOTO_STORAGE: to }, to, places[to])
      await compare(photos, places[to])
      console.log(`moved to ${to} in ${seconds.toFixed(0)} s with ${kills} kills; all bytes are the same`)
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Writes the files and their rows. @returns the hash of each photo by its name. */
async function storeOnDisk({ pool, kysely }: TestDatabase, folder: string): Promise<Map<string, string>> {
  const photos = new Map<string, string>()
  const account = { id: newId(), phone: '+34655100000' }
  await kysely.insertInto('account').values(account).execute()
  for (let index = 0; index < count; index++) {
    const [name, bytes] = [newPhotoName(), Buffer.from(`photo ${index} ${'x'.repeat(index % 500)}`)]
    const place = path.join(folder, name.charAt(0), name.charAt(1))
    await mkdir(place, { recursive: true })
    await writeFile(path.join(place, name), bytes)
    photos.set(name, hashOf(bytes))
    // Older than a running request. The collector deletes uploads of a person after a day.
    await pool.query(
      `insert into photo (name, bytes, width, height, position, account_id, created_at)
       values ($1, $2, 1, 1, -100, $3, now() - interval '11 minutes')`,
      [name, bytes.length, account.id],
    )
  }
  return photos
}

function startMove(env: Record<string, string>, to: string): ChildProcess {
  return spawn(process.execPath, [path.join(root, 'bin/dray.mjs'), 'photos', 'move', '--to', to], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** @returns the time of all runs together, in seconds. */
async function moveWithKills(env: Record<string, string>, to: string, place: PhotoStorage): Promise<number> {
  const startedAt = performance.now()
  for (let killed = 1; killed <= kills; killed++) {
    const child = startMove(env, to)
    const ended = once(child, 'close')
    while (child.exitCode === null && (await countAt(place)) < (count * killed) / (kills + 1))
      await sleep(2_000)
    child.kill('SIGKILL')
    await ended
    console.log(`killed with ${await countAt(place)} at ${to}`)
  }
  const [code] = await once(startMove(env, to), 'close')
  if (code !== 0) throw new Error(`the move ended with ${code}`)
  return (performance.now() - startedAt) / 1_000
}

async function countAt(place: PhotoStorage): Promise<number> {
  let found = 0
  for await (const _ of place.list()) found++
  return found
}

async function compare(photos: Map<string, string>, place: PhotoStorage): Promise<void> {
  if ((await countAt(place)) !== photos.size) throw new Error('photos are missing')
  for (const [name, hash] of photos) {
    const bytes = await bytesAt(place, name)
    if (!bytes || hashOf(bytes) !== hash) throw new Error(`${name} has other bytes`)
  }
}
