import type { PhotoStorage } from '../photos/storage/storage.ts'

/**
 * A photo's bytes never change under its name, so one that is there already stays: it may serve others too.
 *
 * @returns whether it was stored now.
 */
export async function putPhoto(storage: PhotoStorage, name: string, bytes: Buffer): Promise<boolean> {
  const found = await storage.read(name)
  found?.stream.destroy()
  if (found?.size === bytes.length) return false
  await storage.put(name, bytes)
  return !found
}
