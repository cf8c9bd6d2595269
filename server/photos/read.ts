import type { Readable } from 'node:stream'
import type pg from 'pg'
import { isPhotoName } from './name.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { isServable } from './store.ts'

export type ReadNeeds = { pool: pg.Pool; storage: PhotoStorage }

/**
 * Opens a photo by its name while it may be served (`isServable`); null otherwise. The caller must read or destroy the
 * stream.
 *
 * @throws {ProviderError} the storage failed.
 */
export async function openPhoto(
  { pool, storage }: ReadNeeds,
  name: string,
): Promise<{ stream: Readable; bytes: number } | null> {
  if (!isPhotoName(name) || !(await isServable(pool, name))) return null
  const file = await storage.read(name)
  return file && { stream: file.stream, bytes: file.size }
}
