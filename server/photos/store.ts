import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { ProviderError } from '../lib/provider-error.ts'

/*
 * A photo's row stands before its file is stored and until its file is deleted. `position` tells the ages apart:
 * below zero (-1 for the first, -2 for the second ...) no job has it yet; from zero on it is or was a job's.
 */
export type StoredPhoto = { name: string; bytes: number; width: number; height: number }

export async function insertPending(kysely: Kysely<Tables>, photos: StoredPhoto[]): Promise<void> {
  await kysely
    .insertInto('photo')
    .values(photos.map((photo, index) => ({ ...photo, job_id: null, position: -1 - index })))
    .execute()
}

/**
 * Gives stored photos to the job that is being created; call it in the transaction that inserts the job.
 *
 * @throws {ProviderError} when one of them is no longer waiting, so that no job promises a photo that was collected.
 */
export async function attachPhotos(kysely: Kysely<Tables>, jobId: string, names: string[]): Promise<void> {
  if (names.length === 0) return
  const { numUpdatedRows } = await kysely
    .updateTable('photo')
    .set({ job_id: jobId, position: sql<number>`-1 - position` })
    .where('name', 'in', names)
    .where('job_id', 'is', null)
    .where('position', '<', 0)
    // Half of what the collector waits, both by the database's clock: the two can never meet.
    .where('created_at', '>', sql<Date>`now() - interval '30 minutes'`)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === names.length) return
  throw new ProviderError('photos', 'waited too long for their job', { retryable: true, outcome: 'refused' })
}

/** Forgets photos whose files are gone; never one that belongs to a job. */
export async function forgetPhotos(kysely: Kysely<Tables>, names: string[]): Promise<void> {
  if (names.length === 0) return
  await kysely.deleteFrom('photo').where('name', 'in', names).where('job_id', 'is', null).execute()
}

/** A photo is shown as long as its job is: an expired draft's is not, swept or not. */
export async function isServable(kysely: Kysely<Tables>, name: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('photo')
    .innerJoin('job', 'job.id', 'photo.job_id')
    .select('photo.name')
    .where('photo.name', '=', name)
    .where((eb) => eb.or([eb('job.status', '<>', 'draft'), eb('job.expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Photos of deleted jobs at once; those that never got a job after an hour, when their call is surely over. */
export async function findOrphans(kysely: Kysely<Tables>, limit: number): Promise<string[]> {
  const rows = await kysely
    .selectFrom('photo')
    .select('name')
    .where('job_id', 'is', null)
    .where((eb) =>
      eb.or([eb('position', '>=', 0), eb('created_at', '<', sql<Date>`now() - interval '1 hour'`)]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.name)
}
