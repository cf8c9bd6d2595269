import type pg from 'pg'
import { isDatabaseUnavailable } from '../../db/errors.ts'
import { batchCalls } from '../../lib/batch-calls.ts'
import { Problem } from '../../lib/problem.ts'
import { type Inserted, insertDrafts, type NewDraft } from './insert-drafts.ts'

export type WriteDraft = (draft: NewDraft) => Promise<Inserted | null>

// Limits the queue, so a hanging database does not collect requests without bound.
const maxHeld = 500

/**
 * Inserts drafts in batches: drafts that arrive while a statement runs share the next one. A single draft is inserted
 * immediately. More concurrent statements would make smaller batches (decision 43).
 *
 * @throws Problem `service_unavailable` (503) when the queue is full.
 */
export function createDraftWriter({ pool }: { pool: pg.Pool }): WriteDraft {
  const write = batchCalls({
    work: (drafts: readonly NewDraft[]) => insertAll(pool, drafts),
    maxRunning: 1,
    // A statement waits for a lock while the clock of a sandbox moves or a key changes, and seconds for a lost
    // connection.
    slowAfterMs: 250,
    maxBatchSize: 100,
    // While the database hangs, a draft must not wait for several batches.
    maxWaitMs: 2_000,
  })
  let held = 0
  return async (draft) => {
    if (held >= maxHeld) throw overloaded()
    held++
    try {
      return await write(draft)
    } finally {
      held--
    }
  }
}

const overloaded = () =>
  new Problem('service_unavailable', (t) => t.partners.tooManyDrafts, { retryAfterSeconds: 2 })

/**
 * If the batch fails, inserts each draft alone, so one bad draft does not fail the others. No retry after a lost
 * connection, because the outcome is unknown.
 */
async function insertAll(pool: pg.Pool, drafts: readonly NewDraft[]): Promise<(Inserted | null | Error)[]> {
  try {
    return await insertDrafts(pool, drafts)
  } catch (error) {
    if (drafts.length === 1 || isDatabaseUnavailable(error)) throw error
    const settled = await Promise.allSettled(drafts.map((draft) => insertDrafts(pool, [draft])))
    return settled.map((outcome) =>
      outcome.status === 'fulfilled' ? (outcome.value[0] ?? null) : (outcome.reason as Error),
    )
  }
}
