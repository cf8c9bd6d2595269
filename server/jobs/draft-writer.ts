import type pg from 'pg'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { batchCalls } from '../lib/batch-calls.ts'
import { Problem } from '../lib/problem.ts'
import { type Inserted, insertDrafts, type NewDraft } from './insert-drafts.ts'

export type WriteDraft = (draft: NewDraft) => Promise<Inserted | null>

// Two statements at a time keep the database busy while the next drafts gather; more would make them smaller.
const mostStatements = 2

// A database that stands still must not gather callers without end.
const mostHeld = 500

/**
 * Writes drafts with as few statements and commits as the moment allows: those that arrive while two statements run go
 * together in the next. A draft alone goes at once.
 */
export function createDraftWriter({ pool }: { pool: pg.Pool }): WriteDraft {
  const write = batchCalls({
    work: (drafts: readonly NewDraft[]) => insertAll(pool, drafts),
    mostRunning: mostStatements,
    largest: 100,
  })
  let held = 0
  return async (draft) => {
    if (held >= mostHeld) throw overloaded()
    held++
    try {
      return await write(draft)
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
      es: 'Ahora mismo se están creando demasiados encargos. No se ha guardado nada; vuelve a intentarlo.',
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
