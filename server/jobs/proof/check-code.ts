import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { CodeResult } from '#contract/proof.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { sameText } from '../../lib/same-text.ts'
import { maxCodeChecks, readAskedProof } from './asked-proof.ts'

export type GivenCode = {
  jobId: string
  carrierId: string
  code: string | null
  /** The carrier says that there is no code, and sends a photo instead. */
  isWithoutCode: boolean
  hasPhoto: boolean
}

/**
 * `wrong`: the check was counted, unless `isCounted` is false, so the caller reports it after its transaction.
 */
export type Checked = { result: CodeResult | null } | { wrong: Problem; isCounted: boolean }

/**
 * Checks the code of the customer. The caller holds the job's lock, and changes no row if the code is wrong. A check is
 * counted before the comparison. The same wrong code is counted once, because a request may be repeated.
 *
 * @throws Problem `validation_error` without a code, and without a photo to deliver without it.
 */
export async function checkCode(trx: Kysely<Tables>, given: GivenCode): Promise<Checked> {
  const { jobId, code } = given
  const asked = await readAskedProof(trx, given)
  if (asked.code === null) return { result: null }
  if (given.isWithoutCode && given.hasPhoto) return { result: 'bypassed' }
  if (given.isWithoutCode) throw photoInstead
  if (code === null) throw codeMissing
  if (code === asked.wrong_code) return { wrong: wrongCode(asked.code_checks), isCounted: false }
  const counted = await trx
    .updateTable('asked_proof')
    .set({ code_checks: sql<number>`code_checks + 1` })
    .where('job_id', '=', jobId)
    .where('code_checks', '<', maxCodeChecks)
    .returning('code_checks')
    .executeTakeFirst()
  if (!counted) return { wrong: noTriesLeft, isCounted: false }
  if (sameText(code, asked.code)) return { result: 'used' }
  await trx.updateTable('asked_proof').set({ wrong_code: code }).where('job_id', '=', jobId).execute()
  return { wrong: wrongCode(counted.code_checks), isCounted: true }
}

/** Deletes the code, which is of no more use. */
export async function endCode(
  trx: Kysely<Tables>,
  { jobId, result }: { jobId: string; result: CodeResult },
): Promise<void> {
  await trx
    .updateTable('asked_proof')
    .set({ code: null, wrong_code: null, code_result: result })
    .where('job_id', '=', jobId)
    .execute()
}

const wrongCode = (checks: number): Problem => {
  const left = maxCodeChecks - checks
  if (left <= 0) return noTriesLeft
  return new Problem('code_wrong', (t) => t.jobs.deliveryCodeWrong(left), {
    details: { code: (t) => t.fields.deliveryCodeWrong },
  })
}

const noTriesLeft = new Problem('code_expired', (t) => t.jobs.noCodeTriesLeft, {
  details: { code: (t) => t.fields.photoInsteadOfCode },
})

const codeMissing = new Problem('validation_error', (t) => t.jobs.deliveryCodeMissing, {
  details: { code: (t) => t.fields.deliveryCodeMissing },
})

const photoInstead = new Problem('validation_error', (t) => t.jobs.proofMissing, {
  details: { photo_id: (t) => t.fields.photoInsteadOfCode },
})
