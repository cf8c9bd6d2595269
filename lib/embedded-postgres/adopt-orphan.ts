import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { noSuchDatabase, probe, startingOrStopping } from './client.ts'
import { adoptPostmaster, type Launch, type Postmaster } from './postmaster.ts'
import { runningPostmaster } from './postmaster-file.ts'

/**
 * Adopts the orphaned PostgreSQL of a server that was killed, if it runs with our program and arguments and accepts
 * connections. Otherwise stops it. The caller must hold the lock.
 *
 * @returns null when no PostgreSQL runs on this cluster, or no longer.
 */
export async function adoptOrphan(launch: Launch, connection: ClientConfig): Promise<Postmaster | null> {
  const found = runningPostmaster(launch.cluster)
  if (!found) return null
  const orphan = adoptPostmaster(found)
  // After an update of the package, an orphan would keep running on deleted files.
  const asOurs = !found.replaced && found.command === [launch.program, ...launch.args].join(' ')
  if (asOurs && (await comesToAnswer(launch.cluster, connection))) return orphan
  await orphan.stop()
  return null
}

/** Waits until PostgreSQL accepts connections. Recovery may take any time, but 5 s without a response are an error. */
async function comesToAnswer(cluster: string, connection: ClientConfig): Promise<boolean> {
  let heardAt = Date.now()
  while (runningPostmaster(cluster) && Date.now() - heardAt < 5_000) {
    const answer = await probe(connection)
    if (answer === 'ok' || answer === noSuchDatabase) return true
    if (answer === startingOrStopping) heardAt = Date.now()
    else if (!silent(answer)) return false
    await sleep(50)
  }
  return false
}

/** True if no process listens (yet) or the connection timed out. Any other error is a definite response. */
const silent = (answer: string): boolean =>
  /^(ECONNREFUSED|ENOENT|ECONNRESET|EPIPE)$|timeout|terminated/i.test(answer)
