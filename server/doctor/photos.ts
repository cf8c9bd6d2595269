import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../config/read-config.ts'
import type { ConfinementLevel } from '../photos/confinement.ts'
import { createPhotoDecoder } from '../photos/decoder.ts'
import { newPhotoName } from '../photos/name.ts'
import { storageProviders } from '../photos/storage/index.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { connectChosen, privatePlaces } from '../start/connect-providers.ts'
import type { CheckName, Remedy } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

/** Stores a small object under a new name, reads it back and removes it. */
export function checkPhotoStorage({ photoStorage, dataDir }: Config): Promise<Check> {
  const name: CheckName = ['photoStorage', photoStorage.name]
  const remedy: Remedy = ['seeStorage']
  return attempt({ name, remedy }, async () => {
    const storage = connectChosen<PhotoStorage>(storageProviders, photoStorage, { dataDir })
    const [photo, bytes] = [newPhotoName(), randomBytes(64)]
    try {
      await storage.put(photo, bytes)
      const found = await storage.read(photo)
      if (!found || !(await buffer(found.stream)).equals(bytes)) return fail(name, ['otherBytes'], remedy)
    } finally {
      await storage.remove(photo)
    }
    const left = await storage.read(photo)
    left?.stream.destroy()
    if (left) return fail(name, ['notRemoved'], remedy)
    return ok(name, ['storageFine'])
  })
}

/** Decodes the smallest image with the decoder process, and checks how well that process is confined. */
export function checkPhotoDecoder(config: Config, settingsFile: string | null): Promise<Check> {
  return attempt({ name: ['photoDecoder'], remedy: ['installAgain'] }, async () => {
    let level: ConfinementLevel = 'none'
    const decoder = createPhotoDecoder({
      processes: 1,
      hidden: privatePlaces(config, settingsFile),
      onConfined: (found) => (level = found),
    })
    try {
      const picture = await decoder.decode(onePixel, { source: 'partner' })
      return judgeConfinement(level, picture)
    } finally {
      await decoder.stop()
    }
  })
}

/** `width` and `height` describe the decoded picture, in pixels. */
export function judgeConfinement(
  level: ConfinementLevel,
  { width, height }: { width: number; height: number },
): Check {
  const name: CheckName = ['photoDecoder']
  if (level === 'full') return ok(name, ['confined', width, height])
  return warn(name, [level === 'network' ? 'seesData' : 'unconfined', width, height], ['confine'])
}

const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
