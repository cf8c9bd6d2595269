import type { PhotoStorage } from '../photos/storage/storage.ts'

/**
 * Stores a photo unless it already exists with the same size. The bytes of a photo's name never change, and an existing
 * file may be used by other jobs.
 *
 * @returns whether no file of this name existed before.
 */
export async function putPhoto(storage: PhotoStorage, name: string, bytes: Buffer): Promise<boolean> {
  const found = await storage.read(name)
  found?.stream.destroy()
  if (found?.size === bytes.length) return false
  await storage.put(name, bytes)
  return !found
}
