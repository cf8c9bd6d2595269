import type { Kysely } from 'kysely'
import type { Tables } from '../../server/db/tables.ts'
import { cancelByStaff } from '../../server/jobs/actions/cancel-by-staff.ts'
import { withdrawDraft } from '../../server/jobs/drafts/withdraw-draft.ts'
import { revokeKeyBy, rotateKeyBy, updateKey } from '../../server/keys/administer.ts'
import { Problem } from '../../server/lib/problem.ts'
import { byOperator } from '../support/by-operator.ts'
import type { KeyAct, OperatorAct } from './acts.ts'
import type { Outcome } from './history.ts'

type Db = { kysely: Kysely<Tables> }

const done: Outcome = { is: 'acknowledged', status: 200, body: null }
const refused = (error: string): Outcome => ({ is: 'refused', error })

/** The acts of the operator on a job, as of `dray` and the panel. */
export async function actOnJob({ kysely }: Db, act: OperatorAct, jobId: string): Promise<Outcome> {
  const order = { jobId, by: byOperator() }
  try {
    if (act.do === 'cancelByStaff')
      return (await cancelByStaff({ kysely }, order)) ? done : refused('wrong_state')
    const withdrawn = await withdrawDraft({ kysely }, order)
    if (withdrawn.outcome === 'withdrawn') return done
    if (withdrawn.outcome === 'unknown') return refused('not_found')
    return refused(withdrawn.isPaying ? 'is_paying' : 'wrong_state')
  } catch (error) {
    return failureOf(error)
  }
}

type WatchedKey = { keyId: string; values: string[] }

/** The acts of the operator on the watched key; a new value is added to its values. */
export async function actOnKey(
  { kysely }: Db,
  key: WatchedKey,
  act: Exclude<KeyAct, { do: 'use' }>,
): Promise<Outcome> {
  const { keyId } = key
  const by = byOperator()
  try {
    if (act.do === 'revoke') await revokeKeyBy({ kysely }, { keyId, by })
    else if (act.do === 'limit')
      await updateKey({ kysely }, { keyId, settings: { rate_limit_per_minute: act.limit }, by })
    else {
      const rotated = await rotateKeyBy({ kysely, service: 'dray' }, { keyId, overlap: '0', by })
      if (rotated) key.values.push(rotated.apiKey)
    }
    return done
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): Outcome {
  if (error instanceof Problem) return refused(error.code)
  return { is: 'unknown', why: String(error) }
}
