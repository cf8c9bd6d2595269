import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isPhotoName } from './name.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { isServable } from './store.ts'

/** A photo for whoever knows its name, while its job is visible; null otherwise. Read the stream or destroy it. */
export async function openPhoto(
  { kysely, storage }: { kysely: Kysely<Tables>; storage: PhotoStorage },
  name: string,
): Promise<{ stream: Readable; bytes: number } | null> {
  if (!isPhotoName(name) || !(await isServable(kysely, name))) return null
  const file = await storage.read(name)
  return file && { stream: file.stream, bytes: file.size }
}
