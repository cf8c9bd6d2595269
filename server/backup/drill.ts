import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import type { MigrationText } from '../db/migration-files.ts'
import { type Catalog, readCatalog } from '../db/read-catalog.ts'
import type { JournalEntry } from '../journal/journal-file.ts'
import { checkAuditChain, checkLedger, checkPhotos, checkRows, checkSchema } from './drill-checks.ts'
import { type FaultList, faultBehind, listFaults } from './faults.ts'
import type { Manifest } from './manifest.ts'
import { type Restored, restore } from './restore.ts'
import { markDrill } from './scratch-contents.ts'
import { seePhotos } from './seen-photos.ts'

type DrillNeeds = {
  /** An empty database for this drill, as a role that owns what it makes there. */
  database: Database
  migrations?: MigrationText[]
}

type DrillOrder = {
  file: string
  signal: AbortSignal
  /** Acts recorded outside the database, which a restore repeats; null if there is no journal. */
  journal: JournalEntry[] | null
  /** An older backup is a fault. */
  newerThanHours: number | null
}

/** The parts of a drill, in their order. */
export type DrillPart = 'prepare' | 'verify' | 'fill' | 'count' | 'migrate' | 'check'

export type Drilled = FaultList & {
  /** Null if the file was too damaged to read it. */
  manifest: Manifest | null
  ageHours: number | null
  /** Null if it could not be restored. */
  restored: Restored | null
  /** How long each part took; a part that was not reached is missing. */
  seconds: Partial<Record<DrillPart, number>>
}

/**
 * Restores a backup into a scratch database with the code of a real restore, and checks what is there then. It sends
 * nothing and calls no provider: the background tasks of a server do that, and none runs on this database. The photos
 * are verified and not kept.
 *
 * @returns what is wrong with the backup; empty for a good one.
 * @throws an error that says nothing of the backup: of the database, the rights, the disk, or the reason of `signal`.
 */
export async function drill(needs: DrillNeeds, order: DrillOrder): Promise<Drilled> {
  const { database } = needs
  const drilled: Drilled = { ...listFaults(), manifest: null, ageHours: null, restored: null, seconds: {} }
  const done = stopwatch(drilled.seconds)
  const seen = seePhotos()
  const expected = await prepare(database)
  done('prepare')
  try {
    drilled.restored = await restoreWatched({ ...needs, storage: seen.storage }, order, { drilled, done })
    done('migrate')
    checkSchema(expected, await readCatalog(database.pool), drilled)
    await checkLedger(database, drilled)
    await checkPhotos(database, { seen, deleted: drilled.manifest?.photos_deleted ?? [] }, drilled)
    await checkAuditChain(database, drilled)
    done('check')
  } catch (error) {
    const fault = faultBehind(error)
    if (!fault) throw error
    drilled.add(fault.fault, fault.detail)
  }
  return drilled
}

/** Makes the schema as the migrations make it in an empty database. The restore replaces it. */
async function prepare(database: Database): Promise<Catalog> {
  await markDrill(database.pool)
  await migrate(database.kysely)
  return readCatalog(database.pool)
}

type Watch = { drilled: Drilled; done: (part: DrillPart) => void }

function restoreWatched(
  needs: Parameters<typeof restore>[0],
  { file, signal, journal, newerThanHours }: DrillOrder,
  { drilled, done }: Watch,
): Promise<Restored> {
  return restore(needs, {
    file,
    force: false,
    signal,
    journal,
    onVerified(manifest) {
      done('verify')
      drilled.manifest = manifest
      const ageHours = (Date.now() - Date.parse(manifest.created_at)) / 3_600_000
      drilled.ageHours = ageHours
      if (newerThanHours !== null && ageHours > newerThanHours)
        drilled.add('too_old', `${ageHours.toFixed(1)} hours old, and at most ${newerThanHours} are allowed`)
    },
    async onFilled(client, manifest) {
      done('fill')
      await markDrill(client)
      await checkRows(client, manifest, drilled)
      done('count')
    },
  })
}

/** Returns a function that stores the time since its last call as that of the part. */
function stopwatch(seconds: Drilled['seconds']): (part: DrillPart) => void {
  let from = performance.now()
  return (part) => {
    const now = performance.now()
    seconds[part] = Math.round(now - from) / 1_000
    from = now
  }
}
