import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../config/read-config.ts'
import type { ConfinementLevel } from '../photos/confinement.ts'
import { createPhotoDecoder } from '../photos/decoder.ts'
import { newPhotoName } from '../photos/name.ts'
import { storageProviders } from '../photos/storage/index.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { connectChosen } from '../start/connect-chosen.ts'
import { privatePlaces } from '../start/connect-providers.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

/** Stores a small object under a new name, reads it back and removes it. */
export function checkPhotoStorage({ photoStorage, dataDir }: Config): Promise<Check> {
  const name = `photo storage ${photoStorage.name}`
  const remedy = 'See that the storage can be written to, has space, and that its settings are right'
  return attempt({ name, remedy }, async () => {
    const storage = connectChosen<PhotoStorage>(storageProviders, photoStorage, { dataDir })
    const [photo, bytes] = [newPhotoName(), randomBytes(64)]
    try {
      await storage.put(photo, bytes)
      const found = await storage.read(photo)
      if (!found || !(await buffer(found.stream)).equals(bytes))
        return fail(name, 'gave back other bytes', remedy)
    } finally {
      await storage.remove(photo)
    }
    if (await storage.read(photo)) return fail(name, 'still has what was removed', remedy)
    return ok(name, 'stores, reads and removes')
  })
}

/** Decodes the smallest image with the decoder process, and checks how well that process is confined. */
export function checkPhotoDecoder(config: Config, settingsFile: string | null): Promise<Check> {
  const name = 'photo decoder'
  const remedy = 'Install the packages again with `npm ci`, optional ones included, on this machine'
  return attempt({ name, remedy }, async () => {
    let level: ConfinementLevel = 'none'
    const decoder = createPhotoDecoder({
      processes: 1,
      hidden: privatePlaces(config, settingsFile),
      onConfined: (found) => (level = found),
    })
    try {
      const { width, height } = await decoder.decode(onePixel, { source: 'partner' })
      return judgeConfinement(name, level, `decoded ${width} x ${height}`)
    } finally {
      await decoder.stop()
    }
  })
}

export function judgeConfinement(name: string, level: ConfinementLevel, decoded: string): Check {
  if (level === 'full') return ok(name, `${decoded}; without network, without sight of the data`)
  const has =
    level === 'network'
      ? 'without network, but in sight of the data'
      : 'with network and in sight of the data'
  return warn(
    name,
    `${decoded}; ${has} (this system allows no more)`,
    'On Linux, let this user make user namespaces (util-linux `unshare`), or run Dray as root, so that a hostile photo finds nothing to reach',
  )
}

const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
