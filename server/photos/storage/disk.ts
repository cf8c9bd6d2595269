import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { ProviderError } from '../../lib/provider-error.ts'
import { isPhotoName } from '../name.ts'
import type { PhotoStorage, PhotoStorageProvider } from './storage.ts'

const env = Type.Object({
  PHOTO_DIR: Type.Optional(Type.String()),
})

/** Files on this machine (or a shared mount, for several nodes). */
export const disk: PhotoStorageProvider<typeof env> = {
  env,
  // Without a setting it is a folder of DATA_DIR, which may not exist.
  isNamed: () => true,
  connect: (settings, { dataDir }) => openFolder(folderOf(settings, dataDir)),
}

const folderOf = ({ PHOTO_DIR }: Static<typeof env>, dataDir: string): string =>
  path.resolve(PHOTO_DIR ?? path.join(dataDir, 'photos'))

/** The folder in which a process with this configuration stores photos; null if it stores them elsewhere. */
export const photoFolder = ({
  photoStorage: { name, settings },
  dataDir,
}: {
  photoStorage: { name: string; settings: unknown }
  dataDir: string
}): string | null => (name === 'disk' ? folderOf(settings ?? {}, dataDir) : null)

function openFolder(root: string): PhotoStorage {
  return {
    name: 'disk',
    put: (photo, bytes) => orProviderError(() => put(fileOf(root, photo), bytes)),
    read: (photo) => orProviderError(() => read(fileOf(root, photo))),
    remove: (photo) => orProviderError(() => remove(fileOf(root, photo))),
    list: () => list(root),
  }
}

/** Two levels of folders, by the first two characters: 3,844 folders keep listings short with millions of photos. */
function fileOf(root: string, photo: string): string {
  if (!isPhotoName(photo)) throw new Error('not the name of a photo')
  return path.join(root, photo.charAt(0), photo.charAt(1), photo)
}

/** Writes to a temporary file and renames it, so a photo is either complete or missing. */
async function put(file: string, bytes: Buffer): Promise<void> {
  const folder = path.dirname(file)
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await write(partOf(file), bytes)
    await rename(partOf(file), file)
  } catch (error) {
    await rm(partOf(file), { force: true }).catch(() => {})
    throw error
  }
  await syncFolders(folder, firstMade ? path.dirname(firstMade) : folder)
}

/** Derived from the photo's name, so removing the photo also removes a temporary file left by a crash. */
const partOf = (file: string): string => `${file}.part`

async function write(file: string, bytes: Buffer): Promise<void> {
  await using handle = await open(file, 'w', 0o600)
  await handle.writeFile(bytes)
  await handle.sync()
}

/** Syncs the folders: a new file survives a power failure only if its folder, and every new parent, is synced too. */
async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = path.dirname(folder)) {
    await using handle = await open(folder, 'r')
    await handle.sync()
    if (folder === upTo || folder === path.dirname(folder)) return
  }
}

async function read(file: string) {
  const handle = await open(file, 'r').catch(nullIfMissing)
  if (!handle) return null
  try {
    const { size } = await handle.stat()
    return { stream: handle.createReadStream(), size }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function remove(file: string): Promise<void> {
  await rm(partOf(file), { force: true })
  await rm(file, { force: true })
  // Syncs, because a deleted file must not return after a power failure: its row is deleted by then.
  const folder = path.dirname(file)
  await syncFolders(folder, folder).catch(nullIfMissing)
}

async function* list(root: string): AsyncGenerator<string> {
  for (const first of await namesIn(root)) {
    for (const second of await namesIn(path.join(root, first))) {
      yield* (await namesIn(path.join(root, first, second))).filter(isPhotoName)
    }
  }
}

/** A file in the place of a folder has no names. */
const namesIn = (folder: string): Promise<string[]> =>
  orProviderError(() =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
      throw error
    }),
  )

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Keeps only the error code (`ENOSPC`), because the message contains paths. */
async function orProviderError<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new ProviderError('photo disk', code, { retryable: true, outcome: 'refused' })
  }
}
