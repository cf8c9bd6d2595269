import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { forEachSettled } from '../lib/for-each-settled.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { findFates } from './store.ts'

type MoveNeeds = { pool: pg.Pool; from: PhotoStorage; to: PhotoStorage }

type MoveOptions = {
  /** Stops the move between two batches. */
  signal?: AbortSignal
  /** Also removes the files at the old place that have no row. */
  removesUnknown?: boolean
  onProgress?: (moved: Moved) => void
}

export type Moved = {
  photos: number
  bytes: number
  /** Removed instead of copied, because their job, document or request is gone. */
  deleted: number
  /** Left, because the request that stored them may still be running; another run moves them. */
  young: number
  /** Files without a row: they belong to another installation, or to an older state of the database. */
  unknown: number
  /** Names of the files that are left because their size is not that of their row. */
  damaged: string[]
}

/**
 * Moves all photos to another place, while servers that store new photos at `to` keep running. Each copy is read back
 * and compared before the photo is removed at `from`. So a stopped or killed move loses nothing, and the next run goes
 * on with what is left at `from`.
 *
 * @throws {ProviderError} a place failed, or gave back other bytes. What was moved stays moved.
 */
export async function movePhotos(needs: MoveNeeds, options: MoveOptions = {}): Promise<Moved> {
  const moved: Moved = { photos: 0, bytes: 0, deleted: 0, young: 0, unknown: 0, damaged: [] }
  const { signal = new AbortController().signal, onProgress = () => {} } = options
  for await (const names of batchesOf(needs.from.list())) {
    if (signal.aborted) break
    await moveBatch(needs, names, { moved, removesUnknown: options.removesUnknown ?? false })
    onProgress(moved)
  }
  return moved
}

const batchSize = 128
const atOnce = 16

async function* batchesOf(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const name of names) {
    batch.push(name)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type Batch = { moved: Moved; removesUnknown: boolean }

async function moveBatch(needs: MoveNeeds, names: string[], { moved, removesUnknown }: Batch): Promise<void> {
  const { pool, from, to } = needs
  const fates = await findFates(pool, names)
  const copied = new Map<string, number>()
  const copying = eachOf(names, async (name) => {
    const { fate, bytes } = fates.get(name) ?? { fate: 'unknown', bytes: 0 }
    if (fate === 'young') moved.young += 1
    if (fate === 'unknown' && !removesUnknown) moved.unknown += 1
    if (fate === 'orphan' || (fate === 'unknown' && removesUnknown)) {
      await from.remove(name)
      moved.deleted += 1
    }
    if (fate !== 'kept') return
    const copy = await copyPhoto(needs, name, bytes)
    if (copy === 'copied') copied.set(name, bytes)
    if (copy === 'damaged') moved.damaged.push(name)
  })
  // If one photo fails, the copies of the others are still finished below.
  await copying.catch(() => {})
  // The collector removes a photo at both places, but may have done so before the copy existed. It only removes
  // orphans, so a photo that is not one now is removed after this copy, if ever.
  const fatesNow = await findFates(pool, [...copied.keys()])
  await eachOf([...copied.keys()], async (name) => {
    const isKept = fatesNow.get(name)?.fate === 'kept'
    if (!isKept) await to.remove(name)
    await from.remove(name)
    if (!isKept) moved.deleted += 1
    else {
      moved.photos += 1
      moved.bytes += copied.get(name) ?? 0
    }
  })
  await copying
}

const eachOf = (names: string[], work: (name: string) => Promise<void>): Promise<void> =>
  forEachSettled(names, new AbortController().signal, work, atOnce)

/** @throws {ProviderError} a place failed, or gave back other bytes. */
async function copyPhoto(
  { from, to }: MoveNeeds,
  name: string,
  bytes: number,
): Promise<'copied' | 'damaged' | 'gone'> {
  const photo = await readAll(from, name)
  if (!photo) return 'gone'
  if (photo.length !== bytes) return 'damaged'
  await to.put(name, photo)
  const copy = await readAll(to, name)
  if (!copy || copy.length !== bytes || hashOf(copy) !== hashOf(photo)) {
    throw new ProviderError(`photo ${to.name}`, 'gave back other bytes', {
      retryable: true,
      outcome: 'unknown',
    })
  }
  return 'copied'
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function readAll(place: PhotoStorage, name: string): Promise<Buffer | null> {
  const found = await place.read(name)
  return found && buffer(found.stream)
}
