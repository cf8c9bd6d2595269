import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

export type JobPhoto = { name: string; width: number; height: number }

/** Photos of the goods, in order, and of the collection and the delivery. */
export type JobPhotos = { items: JobPhoto[]; collection: JobPhoto | null; delivery: JobPhoto | null }

export const noPhotos = (): JobPhotos => ({ items: [], collection: null, delivery: null })

/** Photos by job id; a job without photos has an entry too. */
export async function readPhotos(
  kysely: Kysely<Tables>,
  jobIds: readonly string[],
): Promise<Map<string, JobPhotos>> {
  const photos = new Map<string, JobPhotos>(jobIds.map((id) => [id, noPhotos()]))
  if (jobIds.length === 0) return photos
  const rows = await kysely
    .selectFrom('photo')
    .select(['job_id', 'name', 'width', 'height', 'purpose'])
    .where('job_id', 'in', jobIds)
    .where('purpose', '<>', 'problem')
    .orderBy('job_id')
    .orderBy('position')
    .execute()
  for (const { job_id, purpose, ...photo } of rows) {
    const ofJob = photos.get(job_id ?? '')
    if (!ofJob) continue
    if (purpose === 'collection' || purpose === 'delivery') ofJob[purpose] = photo
    else ofJob.items.push(photo)
  }
  return photos
}
