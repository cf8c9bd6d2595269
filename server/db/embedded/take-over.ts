import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { knock, noSuchDatabase, startingOrStopping } from './client.ts'
import { adoptPostmaster, type Launch, type Postmaster } from './postmaster.ts'
import { runningPostmaster } from './postmaster-file.ts'

/**
 * An orphan of a server that was killed is ours now if it runs the way we would run it and answers; else it is stopped.
 * Call it with the lock held.
 *
 * @returns null when nothing runs on this cluster (any more).
 */
export async function takeOver(launch: Launch, connection: ClientConfig): Promise<Postmaster | null> {
  const found = runningPostmaster(launch.cluster)
  if (!found) return null
  const orphan = adoptPostmaster(found)
  // After an update of the package an orphan would go on with files that are gone.
  const asOurs = !found.replaced && found.command === [launch.program, ...launch.args].join(' ')
  if (asOurs && (await comesToAnswer(launch.cluster, connection))) return orphan
  await orphan.stop()
  return null
}

/** Recovery takes as long as it takes; one that is silent for 5 s is not coming back. */
async function comesToAnswer(cluster: string, connection: ClientConfig): Promise<boolean> {
  let heardAt = Date.now()
  while (runningPostmaster(cluster) && Date.now() - heardAt < 5_000) {
    const answer = await knock(connection)
    if (answer === 'ok' || answer === noSuchDatabase) return true
    if (answer === startingOrStopping) heardAt = Date.now()
    else if (!silent(answer)) return false
    await sleep(50)
  }
  return false
}

/** Nobody listens (yet), or the connection hung; anything else is an answer, and not the one we need. */
const silent = (answer: string): boolean =>
  /^(ECONNREFUSED|ENOENT|ECONNRESET|EPIPE)$|timeout|terminated/i.test(answer)
