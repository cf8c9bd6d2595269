import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { BackupError, type Manifest, memberOf, parseManifest } from './manifest.ts'
import { contentOf, hashing } from './spool.ts'

/** A table or a photo. The consumer need not read `body`. */
export type Member = { name: string; body: Readable }
export type Take = (member: Member) => Promise<void>

/**
 * Reads a whole backup, passes each table and photo to `take`, and verifies the checksums. The content is verified only
 * when this function returns.
 *
 * @throws {BackupError} when the file is damaged, truncated or not a backup. Errors of `take` are passed on.
 */
export async function readArchive(file: FileHandle, take: Take = async () => {}): Promise<Manifest> {
  const tar = extract()
  const unpacking = pipeline(contentOf(file), createGunzip(), tar)
  // Awaited below. Until then, a failure appears in the iteration.
  unpacking.catch(() => {})
  const found = nothingYet()
  let takeError: { error: unknown } | undefined
  const guarded: Take = (member) =>
    take(member).catch((error: unknown) => {
      takeError = { error }
      throw error
    })
  try {
    for await (const entry of tar) {
      await readMember({ name: entry.header.name, body: entry as unknown as Readable }, found, guarded)
    }
    await unpacking
  } catch (error) {
    tar.destroy()
    if (takeError) throw takeError.error
    if (error instanceof BackupError) throw error
    throw new BackupError('The file is damaged, cut short or no backup of Dray', { cause: error })
  }
  return verdict(found)
}

/** The state of the read. Of the checksums it keeps only a hash, so memory does not grow with the photos. */
type Found = {
  tables: string[]
  photos: number
  sums: Hash
  sumsMember: string | null
  manifest: string | null
}

const nothingYet = (): Found => ({
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
  if (name.startsWith('tables/')) found.tables.push(name)
  else if (name.startsWith('photos/')) found.photos += 1
  else if (name !== 'SHA256SUMS')
    throw new BackupError(`The file holds ${JSON.stringify(name)}, which no backup of Dray does`)
  if (name !== 'SHA256SUMS') await take({ name, body: seen })
  if (!seen.readableEnded) await drain(seen)
  const digest = hash.digest('hex')
  if (name === 'SHA256SUMS') found.sumsMember = digest
  else found.sums.update(`${digest}  ${name}\n`)
}

function verdict({ tables, photos, sums, sumsMember, manifest: text }: Found): Manifest {
  if (text === null) throw new BackupError('The file is not a backup of Dray: it has no manifest')
  const manifest = parseManifest(text)
  const sha256sums = sums.digest('hex')
  const whole =
    sha256sums === manifest.sha256sums &&
    sha256sums === sumsMember &&
    photos === manifest.photos &&
    tables.join() === manifest.tables.map(({ name }) => memberOf(name)).join()
  if (!whole) throw new BackupError('The backup is damaged: its content is not what its checksums say')
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
      throw new BackupError('The file is not a backup of Dray: its manifest is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
