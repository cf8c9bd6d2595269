import type pg from 'pg'
import { type FunnelInput, readFunnel, type StageCount } from '../../../jobs/queries/read-funnel.ts'

const keptMs = 600_000

type Kept = { stages: Promise<StageCount[]>; until: number }

/**
 * Reads the funnel of all partners. It scans the jobs of up to a year, so each process reads it at most every ten minutes
 * for a mode and a first day.
 */
export function funnelOfAll(pool: pg.Pool) {
  const kept = new Map<string, Kept>()
  return ({ mode, from }: Omit<FunnelInput, 'partnerId'>): Promise<StageCount[]> => {
    const now = performance.now()
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
    const key = `${mode} ${from.getTime()}`
    const known = kept.get(key)
    if (known) return known.stages
    const stages = readFunnel(pool, { partnerId: null, mode, from })
    kept.set(key, { stages, until: now + keptMs })
    stages.catch(() => kept.delete(key))
    return stages
  }
}
