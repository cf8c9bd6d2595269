import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { ProofStep } from '#contract/proof.ts'
import type { Tables } from '../db/tables.ts'
import { readAskedProof } from '../jobs/proof/asked-proof.ts'
import type { SentProof } from '../jobs/proof/record-proof.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { type UploadNeeds, uploadPhoto } from '../photos/upload.ts'
import { samplePicture } from './sample-picture.ts'

export type ProveNeeds = {
  kysely: Kysely<Tables>
  pool: pg.Pool
  photos: Pick<UploadNeeds, 'decoder' | 'storage'>
}

type Which = { jobId: string; carrierId: string; step: ProofStep }

/** The proof that the carrier of a world sends: a sample picture, taken some metres from the address. */
export async function prove(needs: ProveNeeds, { jobId, carrierId, step }: Which): Promise<SentProof> {
  const { kysely } = needs
  const asked = await readAskedProof(kysely, { jobId, carrierId })
  const { pickup, dropoff } = await kysely
    .selectFrom('job')
    .select(['pickup', 'dropoff'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow()
  const { lat, lon } = step === 'collection' ? pickup : dropoff
  const photoName = asked[step] === 'off' ? null : await takePhoto(needs, { accountId: carrierId, step })
  return { photoName, place: { lat: lat + 0.000_2, lon, accuracyM: 12 }, tappedAt: null }
}

/** Null while the storage is down: a step that does not require a photo goes on without it. */
async function takePhoto(
  { pool, photos }: ProveNeeds,
  { accountId, step }: { accountId: string; step: ProofStep },
): Promise<string | null> {
  const signal = AbortSignal.timeout(10_000)
  try {
    const photo = await uploadPhoto({ pool, ...photos }, { accountId, bytes: samplePicture(step), signal })
    return photo?.name ?? null
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}
