import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { randomAlphanumeric } from '../../lib/ids.ts'
import { attachUploads } from '../../photos/attach.ts'
import type { NewJob } from '../job.ts'
import { draftColumns } from './draft-columns.ts'
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
      if (!(await insertJob(trx, draft))) return 'id_taken'
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

/** Thrown to roll back the transaction. */
class PhotosUnusable extends Error {}

async function insertJob(trx: Kysely<Tables>, draft: AppDraft): Promise<boolean> {
  const { pickup, dropoff, route, price, ...columns } = draftColumns({
    ...draft,
    shortId: randomAlphanumeric(14),
    keyId: null,
    world: null,
    externalReference: null,
    origin: 'app',
  })
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('job')
    .values({
      ...columns,
      pickup: JSON.stringify(pickup),
      dropoff: JSON.stringify(dropoff),
      route: JSON.stringify(route),
      price: JSON.stringify(price),
      status: 'draft',
      expires_at: sql<Date>`now() + make_interval(secs => ${draft.lifetimeSeconds})`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
