import DataLoader from 'dataloader'
import type pg from 'pg'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { Problem } from '../lib/problem.ts'
import { type Inserted, insertDrafts, type NewDraft } from './insert-drafts.ts'

export type WriteDraft = (draft: NewDraft) => Promise<Inserted | null>

// Two statements at a time keep the database busy while the next drafts gather; more would make them smaller.
const mostUnderWay = 2

// A database that stands still must not gather callers without end.
const mostHeld = 500

/**
 * Writes drafts with as few statements and commits as the moment allows: those that arrive while two statements run go
 * together in the next. A draft alone goes at once.
 */
export function createDraftWriter({ pool }: { pool: pg.Pool }): WriteDraft {
  let underWay = 0
  const waiting: (() => void)[] = []
  const loader = new DataLoader(
    async (drafts: readonly NewDraft[]) => {
      underWay++
      try {
        return await insertAll(pool, drafts)
      } finally {
        underWay--
        waiting.shift()?.()
      }
    },
    {
      cache: false,
      maxBatchSize: 100,
      batchScheduleFn: (dispatch) =>
        underWay < mostUnderWay ? setImmediate(dispatch) : waiting.push(dispatch),
    },
  )
  let held = 0
  return async (draft) => {
    if (held >= mostHeld) throw overloaded()
    held++
    try {
      return await loader.load(draft)
    } finally {
      held--
    }
  }
}

const overloaded = () =>
  new Problem(
    'service_unavailable',
    {
      en: 'Too many jobs are being created right now. Nothing was stored; please try again.',
      es: 'Ahora mismo se están creando demasiados trabajos. No se ha guardado nada; vuelve a intentarlo.',
    },
    { retryAfterSeconds: 2 },
  )

/** One draft the database cannot take must not take the others with it. A lost connection tells nothing: no second try. */
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
