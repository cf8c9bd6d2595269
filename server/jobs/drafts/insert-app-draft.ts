import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { randomAlphanumeric } from '../../lib/ids.ts'
import { attachUploads } from '../../photos/attach.ts'
import { insertJob } from '../insert-job.ts'
import type { NewJob } from '../job.ts'
import { hasRoomForDraft } from './draft-limit.ts'

/** A draft made in the app, so it has no key, no reference and no SMS. */
export type AppDraft = Omit<NewJob, 'shortId' | 'keyId' | 'world' | 'externalReference' | 'origin'> & {
  customerId: string
  /** The customer's uploads, in order. */
  photoNames: readonly string[]
  lifetimeSeconds: number
  reason: string
}

export type AppDraftOutcome = 'written' | 'id_taken' | 'photos_unusable' | 'too_many'

/** Inserts the draft with its photos and first event, all or no rows. */
export async function insertAppDraft(kysely: Kysely<Tables>, draft: AppDraft): Promise<AppDraftOutcome> {
  const { id: jobId, customerId, photoNames } = draft
  return kysely
    .transaction()
    .execute(async (trx) => {
      if (!(await hasRoomForDraft(trx, customerId))) return 'too_many'
      if (!(await insertJob(trx, { ...draft, ...ofApp() }))) return 'id_taken'
      const uploads = { jobId, accountId: customerId, names: photoNames, purpose: 'item' as const }
      if (!(await attachUploads(trx, uploads))) throw new PhotosUnusable()
      const first = {
        job_id: jobId,
        actor: 'customer' as const,
        actor_id: customerId,
        to_status: 'draft' as const,
      }
      await trx
        .insertInto('job_event')
        .values({ ...first, reason: draft.reason })
        .execute()
      return 'written'
    })
    .catch((error: unknown) => {
      if (error instanceof PhotosUnusable) return 'photos_unusable'
      throw error
    })
}

const ofApp = () => ({
  shortId: randomAlphanumeric(14),
  keyId: null,
  world: null,
  externalReference: null,
  origin: 'app' as const,
})

/** Thrown to roll back the transaction. */
class PhotosUnusable extends Error {}
