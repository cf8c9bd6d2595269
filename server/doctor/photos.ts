import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Settings } from '../config/load-settings.ts'
import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { listRecentNodes } from '../db/nodes.ts'
import { drayVersion } from '../lib/version.ts'
import type { ConfinementLevel } from '../photos/confinement.ts'
import { createPhotoDecoder } from '../photos/decoder.ts'
import { newPhotoName } from '../photos/name.ts'
import { findUnmarked } from '../photos/shared-folder.ts'
import { photoFolder } from '../photos/storage/disk.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { connectPhotoPlaces, privatePlaces } from '../start/connect-providers.ts'
import type { CheckName, Remedy } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

type Places = Pick<Config, 'photoStorage' | 'otherPhotoStorage' | 'dataDir'>

/** Stores a small object under a new name, reads it back and removes it; and looks for photos at the other place. */
export function checkPhotoStorage(config: Places): Promise<Check> {
  const name: CheckName = ['photoStorage', config.photoStorage.name]
  const remedy: Remedy = [config.photoStorage.name === 's3' ? 'seeBucket' : 'seeStorage']
  return attempt({ name, remedy }, async () => {
    const { main: storage, other } = connectPhotoPlaces(config)
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
    if (other && (await hasPhotos(other)))
      return warn(name, ['photosElsewhere', other.name], ['movePhotos', storage.name])
    return ok(name, ['storageFine'])
  })
}

/** Checks that all nodes of this version store their photos in the folder of this one; null where that says nothing. */
export async function checkSharedFolder(config: Places, { kysely }: Database): Promise<Check | null> {
  const folder = photoFolder(config)
  const version = drayVersion()
  const nodes = (await listRecentNodes(kysely)).filter((node) => node.is_alive && node.version === version)
  if (folder === null || nodes.length < 2) return null
  const name: CheckName = ['sharedFolder']
  return attempt({ name, remedy: ['shareFolder'] }, async () => {
    const ids = nodes.filter(({ started_at }) => Date.now() - started_at.getTime() > settledMs)
    const unmarked = await findUnmarked(
      folder,
      ids.map(({ node_id }) => node_id),
    )
    const hosts = nodes.flatMap(({ node_id, host }) => (unmarked.includes(node_id) ? host : []))
    if (hosts.length > 0) return fail(name, ['otherFolder', hosts.join(', ')], ['shareFolder'])
    return ok(name, ['folderShared', nodes.length])
  })
}

/** A node marks the folder a moment after its first beat. */
const settledMs = 10_000

async function hasPhotos(place: PhotoStorage): Promise<boolean> {
  for await (const _ of place.list()) return true
  return false
}

/** Decodes the smallest image with the decoder process, and checks how well that process is confined. */
export function checkPhotoDecoder(config: Config, settings: Settings): Promise<Check> {
  return attempt({ name: ['photoDecoder'], remedy: ['installAgain'] }, async () => {
    let level: ConfinementLevel = 'none'
    const decoder = createPhotoDecoder({
      processes: 1,
      hidden: privatePlaces(config, settings),
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
