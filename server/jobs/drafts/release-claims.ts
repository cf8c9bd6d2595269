import type pg from 'pg'
import { leaseSeconds, type ReleaseClaim } from './idempotency.ts'

const retryMs = 500

/**
 * Releases claims, again and again while the database is away: else a create that is repeated after a failover would
 * be refused as `in_progress` until the lease ends. A claim whose draft was committed after all stays.
 */
export function createClaimRelease({ pool }: { pool: pg.Pool }): ReleaseClaim {
  /** Claims that could not be released yet, with the end of their lease. */
  const left = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const retryLater = () => {
    timer ??= setTimeout(() => void retry(), retryMs).unref()
  }
  async function retry(): Promise<void> {
    timer = undefined
    const nowMs = performance.now()
    for (const [claimId, endsAtMs] of left) if (endsAtMs < nowMs) left.delete(claimId)
    if (left.size === 0) return
    const claimIds = [...left.keys()]
    await release(pool, claimIds).then(
      () => claimIds.forEach((claimId) => left.delete(claimId)),
      () => {},
    )
    if (left.size > 0) retryLater()
  }
  return async (claimId) => {
    try {
      await release(pool, [claimId])
    } catch {
      left.set(claimId, performance.now() + leaseSeconds * 1_000)
      retryLater()
    }
  }
}

async function release(pool: pg.Pool, claimIds: string[]): Promise<void> {
  await pool.query('delete from idempotency_key where claim_id = any($1) and job_id is null', [claimIds])
}
