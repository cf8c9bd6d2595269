import { randomInt } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { deliveryCodeDigits, type ProofRule } from '#contract/proof.ts'
import type { Tables } from '../../db/tables.ts'

/** What the operator asks of carriers. */
export type ProofSettings = { collection: ProofRule; delivery: ProofRule; hasCode: boolean }

export type AskedProofRow = Selectable<Tables['asked_proof']>

/** Limit of codes that one carrier can try for a job. */
export const maxCodeChecks = 5

/**
 * Stores what is asked of the carrier of a job, in the transaction in which the carrier gets it. So a later change of
 * the settings refuses no act that waits on a phone, and the next carrier has a new code.
 */
export async function askForProof(
  trx: Kysely<Tables>,
  { jobId, carrierId, asked }: { jobId: string; carrierId: string; asked: ProofSettings },
): Promise<void> {
  const row = {
    carrier_id: carrierId,
    collection: asked.collection,
    delivery: asked.delivery,
    code: asked.hasCode ? newCode() : null,
    code_checks: 0,
    wrong_code: null,
    code_result: null,
  }
  await trx
    .insertInto('asked_proof')
    .values({ job_id: jobId, ...row })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(row))
    .execute()
}

const newCode = (): string => String(randomInt(10 ** deliveryCodeDigits)).padStart(deliveryCodeDigits, '0')

/** What is asked of this carrier. A job that was accepted before there were settings asks for photos. */
export async function readAskedProof(
  kysely: Kysely<Tables>,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<Omit<AskedProofRow, 'job_id' | 'carrier_id'>> {
  const row = await kysely
    .selectFrom('asked_proof')
    .select(['collection', 'delivery', 'code', 'code_checks', 'wrong_code', 'code_result'])
    .where('job_id', '=', jobId)
    .where('carrier_id', '=', carrierId)
    .executeTakeFirst()
  return row ?? beforeSettings
}

const beforeSettings = {
  collection: 'asked',
  delivery: 'asked',
  code: null,
  code_checks: 0,
  wrong_code: null,
  code_result: null,
} as const

/** The code that the customer of an accepted, undelivered job tells; null if none is asked. */
export async function readDeliveryCode(kysely: Kysely<Tables>, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ code: string | null }>`
    select asked.code from asked_proof asked join job on job.id = asked.job_id and job.carrier_id = asked.carrier_id
    where job.id = ${jobId} and job.status = 'accepted' and job.delivered_at is null`.execute(kysely)
  return rows[0]?.code ?? null
}
