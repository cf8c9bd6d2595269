import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { connectChosen } from '../connect-chosen.ts'
import { createPhotoDecoder } from '../photos/decoder.ts'
import { newPhotoName } from '../photos/name.ts'
import { storageProviders } from '../photos/storage/index.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { attempt, type Check, fail, ok } from './check.ts'

/** A small object put, read back and removed again, under a name of its own. */
export function checkPhotoStorage({ photoStorage, dataDir }: Config): Promise<Check> {
  const name = `photo storage ${photoStorage.name}`
  const mend = 'See that the storage can be written to, has space, and that its settings are right'
  return attempt({ name, mend }, async () => {
    const storage = connectChosen<PhotoStorage>(storageProviders, photoStorage, { dataDir })
    const [photo, bytes] = [newPhotoName(), randomBytes(64)]
    try {
      await storage.put(photo, bytes)
      const found = await storage.read(photo)
      if (!found || !(await buffer(found.stream)).equals(bytes))
        return fail(name, 'gave back other bytes', mend)
    } finally {
      await storage.remove(photo)
    }
    if (await storage.read(photo)) return fail(name, 'still has what was removed', mend)
    return ok(name, 'stores, reads and removes')
  })
}

/** The smallest image through the process that reads partners' photos. */
export function checkPhotoDecoder(): Promise<Check> {
  const name = 'photo decoder'
  const mend = 'Install the packages again with `npm ci`, optional ones included, on this machine'
  return attempt({ name, mend }, async () => {
    const decoder = createPhotoDecoder({ processes: 1 })
    try {
      const { width, height } = await decoder.decode(onePixel)
      return ok(name, `decoded ${width} x ${height}`)
    } finally {
      await decoder.stop()
    }
  })
}

const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
