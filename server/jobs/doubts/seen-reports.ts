import { Problem } from '../../lib/problem.ts'

/** A report as its reader saw it. */
export type SeenReport = { id: string; status: string }

/**
 * Staff decide only on what they have seen: another member may have decided meanwhile, or the customer reported more.
 * The caller must hold the job's lock.
 *
 * @param seen undefined for commands, which decide on what is there.
 * @throws Problem `wrong_state` if the reports are others now, or have another status.
 */
export function assertSeen(seen: SeenReport[] | undefined, now: SeenReport[]): void {
  if (seen && listOf(seen) !== listOf(now)) throw new Problem('wrong_state', (t) => t.jobs.reportsChanged)
}

const listOf = (reports: SeenReport[]): string =>
  reports
    .map(({ id, status }) => `${id} ${status}`)
    .sort()
    .join()
