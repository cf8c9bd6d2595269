import type pg from 'pg'
import { Problem } from '../../lib/problem.ts'
import { comparedReference } from '../draft-columns.ts'
import { isAliveSql } from '../is-alive.ts'
import { freeReference } from './delete-drafts.ts'

/** One for the draft that has expired, and one more for a draft that took its reference and expired meanwhile. */
const maxFreed = 2

/**
 * Id of the job that holds a key's reference. An expired draft holds no reference: it is freed here if the background
 * task has not deleted it yet, so it is free at `expires_at` and not seconds later. The reference is read again,
 * because the task or another request may have deleted the draft meanwhile.
 *
 * @throws Problem `service_unavailable` (503) when concurrent requests keep taking the reference.
 */
export async function findReferenceHolder(
  pool: pg.Pool,
  { keyId, reference, world }: { keyId: string; reference: string; world: string | null },
): Promise<string | null> {
  for (let freed = 0; freed <= maxFreed; freed++) {
    const { rows } = await pool.query<{ id: string; isAlive: boolean }>({
      name: 'find-reference-holder',
      text: `select id, ${isAliveSql} as "isAlive" from job where key_id = $1 and external_reference_nfc = $2`,
      values: [keyId, comparedReference(reference, world)],
    })
    const [holder] = rows
    if (!holder) return null
    if (holder.isAlive) return holder.id
    await freeReference(pool, holder.id)
  }
  throw lostToAnother()
}

/** A concurrent request with the same reference or key was first; the retry finds its job. */
export const lostToAnother = (): Problem =>
  new Problem('service_unavailable', (t) => t.partners.sameKeys, { retryAfterSeconds: 1 })

/** Spec part 7: a taken `external_reference` has its own response body; `jobId` goes into the `Location` header. */
export class DuplicateReference extends Error {
  readonly jobId: string

  constructor(jobId: string) {
    super('external_reference is taken')
    this.jobId = jobId
  }
}
