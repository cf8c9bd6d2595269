import { type Kysely, sql } from 'kysely'
import type { ProofRule, ProofStep } from '#contract/proof.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { attachUploads } from '../../photos/attach.ts'
import { unusableUpload } from '../refusals.ts'

export type Place = { lat: number; lon: number; accuracyM: number }

/** What a carrier sends with a collection or a delivery. */
export type SentProof = {
  photoName: string | null
  place: Place | null
  /** From the phone's clock. */
  tappedAt: Date | null
}

/** A step that a phone sends without a proof. */
export const noProof: SentProof = { photoName: null, place: null, tappedAt: null }

/** @throws Problem `validation_error` when the photo that is required is missing. */
export function requirePhoto(rule: ProofRule, { photoName }: SentProof): void {
  if (rule === 'required' && photoName === null) throw photoMissing
}

const photoMissing = new Problem('validation_error', (t) => t.jobs.proofMissing, {
  details: { photo_id: (t) => t.fields.proofPhoto },
})

/**
 * Stores the proof of a step, in the transaction of the step.
 *
 * @throws Problem `validation_error` on `photo_id`.
 */
export async function recordProof(
  trx: Kysely<Tables>,
  { jobId, carrierId, step }: { jobId: string; carrierId: string; step: ProofStep },
  { photoName, place, tappedAt }: SentProof,
): Promise<void> {
  const names = photoName === null ? [] : [photoName]
  if (!(await attachUploads(trx, { jobId, accountId: carrierId, names, purpose: step })))
    throw unusableUpload('photo_id')
  await trx
    .insertInto('job_proof')
    .values({
      job_id: jobId,
      step,
      carrier_id: carrierId,
      tapped_at: tappedAt,
      received_at: sql<Date>`now()`,
      lat: place?.lat ?? null,
      lon: place?.lon ?? null,
      accuracy_m: place?.accuracyM ?? null,
    })
    .execute()
}
