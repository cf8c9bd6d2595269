import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import {
  BackupError,
  DamagedBackup,
  foreignMember,
  type Manifest,
  memberOf,
  parseManifest,
} from './manifest.ts'
import { contentOf, hashing } from './spool.ts'

/** A table or a photo. The consumer need not read `body`. */
export type Member = { name: string; body: Readable }
export type Take = (member: Member) => Promise<void>

/**
 * Reads a whole backup, passes each table and photo to `take`, and verifies the checksums. The content is verified only
 * when this function returns.
 *
 * @throws {DamagedBackup} when the file is damaged, truncated or not a backup. Any error of `take` is rethrown, also a
 *   stream error that it got from a damaged `body`.
 */
export async function readArchive(file: FileHandle, take: Take = async () => {}): Promise<Manifest> {
  const tar = extract()
  const unpacking = pipeline(contentOf(file), createGunzip(), tar)
  // `unpacking` is awaited after the loop. A failure before that rejects the loop too, so it must not count as unhandled
  // here.
  unpacking.catch(() => {})
  const found = emptyFound()
  let takeError: { error: unknown } | undefined
  const takeAndRecordError: Take = (member) =>
    take(member).catch((error: unknown) => {
      takeError = { error }
      throw error
    })
  try {
    for await (const entry of tar) {
      const member = { name: entry.header.name, body: entry as unknown as Readable }
      await readMember(member, found, takeAndRecordError)
    }
    await unpacking
  } catch (error) {
    tar.destroy()
    if (takeError) throw takeError.error
    if (error instanceof BackupError) throw error
    throw new DamagedBackup('The file is damaged, truncated, or not a backup of Dray', { cause: error })
  }
  return checkManifest(found)
}

/**
 * What was read so far. `sums` hashes the list of checksums while it is computed, so memory does not grow with the
 * number of photos. `sumsMember` is the hash of the list that is in the file.
 */
type Found = {
  tables: string[]
  photos: number
  sums: Hash
  sumsMember: string | null
  manifest: string | null
}

const emptyFound = (): Found => ({
  tables: [],
  photos: 0,
  sums: createHash('sha256'),
  sumsMember: null,
  manifest: null,
})

async function readMember({ name, body }: Member, found: Found, take: Take): Promise<void> {
  if (name === 'manifest.json') {
    found.manifest = await textOf(body)
    return
  }
  const hash = createHash('sha256')
  const seen = Readable.from(hashing(body, hash), { objectMode: false })
  const isSums = name === 'SHA256SUMS'
  if (name.startsWith('tables/')) found.tables.push(name)
  else if (name.startsWith('photos/')) found.photos += 1
  else if (!isSums) throw foreignMember(name)
  if (!isSums) await take({ name, body: seen })
  if (!seen.readableEnded) await drain(seen)
  const digest = hash.digest('hex')
  if (isSums) found.sumsMember = digest
  else found.sums.update(`${digest}  ${name}\n`)
}

/** @throws {DamagedBackup} unless the file has exactly the members and checksums of its manifest. */
function checkManifest({ tables, photos, sums, sumsMember, manifest: text }: Found): Manifest {
  if (text === null) throw new DamagedBackup('The file is not a backup of Dray: it has no manifest')
  const manifest = parseManifest(text)
  const sha256sums = sums.digest('hex')
  const isIntact =
    sha256sums === manifest.sha256sums &&
    sha256sums === sumsMember &&
    photos === manifest.photos &&
    tables.join() === manifest.tables.map(({ name }) => memberOf(name)).join()
  if (!isIntact) throw new DamagedBackup('The backup is damaged: its content is not what its checksums say')
  return manifest
}

async function drain(body: Readable): Promise<void> {
  for await (const _ of body);
}

/** Limits the size: a manifest is small, but a file that is not a backup may contain anything. */
async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > 16 * 1024 * 1024)
      throw new DamagedBackup('The file is not a backup of Dray: its manifest is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
