import type pg from 'pg'

export type StoredPhoto = { name: string; bytes: number; width: number; height: number }

/*
 * A photo's row is inserted before its file is stored, and deleted after its file. `position` has two ranges. From -100
 * to -1 the photo waits for its job: the statement that inserts the job attaches it with `position + 100` (an upload
 * has the id of its account, and `attach.ts` attaches it). From 0 on it belongs to a job, to a document of a carrier
 * (`attach.ts`), or to a deleted one.
 */

/** @param index the position of the photo in its job. */
export async function insertPending(
  pool: pg.Pool,
  { name, bytes, width, height }: StoredPhoto,
  { accountId = null, index = 0 }: { accountId?: string | null; index?: number } = {},
): Promise<void> {
  await pool.query({
    name: 'insert-pending-photo',
    text: `insert into photo (name, bytes, width, height, position, account_id) values ($1, $2, $3, $4, $5, $6)`,
    values: [name, bytes, width, height, index - 100, accountId],
  })
}

/** Number of uploads of an account that are not attached to a job. */
export async function countUploads(pool: pg.Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) from photo where account_id = $1 and job_id is null and position < 0',
    [accountId],
  )
  return rows[0]?.count ?? 0
}

/**
 * Deletes the rows of photos whose files were deleted; never the row of a photo that belongs to a job or a document.
 */
export async function forgetPhotos(pool: pg.Pool, names: string[]): Promise<void> {
  await pool.query(
    'delete from photo where name = any($1::text[]) and job_id is null and document_id is null',
    [names],
  )
}

/**
 * Whether a photo may be served. Photos of an expired draft are not served, even before the sweeper has deleted them,
 * unless the customer is paying. An upload without a job is served for 24 hours to any caller that knows its name.
 */
export async function isServable(pool: pg.Pool, name: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'photo-is-servable',
    text: `select from photo left join job on job.id = photo.job_id
           where photo.name = $1 and (
             job.status <> 'draft' or job.expires_at > now() or exists (select from payment
               where payment.job_id = job.id and payment.status in ('authorizing', 'action_required'))
             or (photo.job_id is null and photo.account_id is not null and photo.position < 0
               and photo.created_at > now() - interval '24 hours'))`,
    values: [name],
  })
  return rowCount === 1
}

const isOrphanSql = `job_id is null and document_id is null and (position >= 0
  or created_at < now() - case when account_id is null then interval '1 hour' else interval '24 hours' end)`

/**
 * Whether the move may copy a photo. `young`: its request may still be running, and may delete it. `orphan`: the
 * collector deletes it, or is deleting it now.
 */
export type Fate = 'kept' | 'young' | 'orphan'

/** The photos with these names that have a row, with the size of the file in bytes. */
export async function findFates(
  pool: pg.Pool,
  names: string[],
): Promise<Map<string, { bytes: number; fate: Fate }>> {
  const { rows } = await pool.query<{ name: string; bytes: number; fate: Fate }>(
    `select name, bytes, case when ${isOrphanSql} then 'orphan'
       when job_id is null and document_id is null and created_at > now() - interval '10 minutes' then 'young'
       else 'kept' end as fate
     from photo where name = any($1::text[])`,
    [names],
  )
  return new Map(rows.map(({ name, ...found }) => [name, found]))
}

/**
 * Finds photos to delete: photos of deleted jobs and documents immediately, photos of a create request without a job
 * after an hour (the request has ended by then), and uploads after a day (their owner has given up by then).
 */
export async function findOrphans(pool: pg.Pool, after: Orphan, limit: number): Promise<Orphan[]> {
  const { rows } = await pool.query<Orphan>(
    `select name, created_at::text as "createdAt" from photo
     where ${isOrphanSql} and (created_at, name) > ($1::timestamptz, $2)
     order by created_at, name limit $3`,
    [after.createdAt, after.name, limit],
  )
  return rows
}

/** `createdAt` as PostgreSQL writes it: a `Date` would lose the microseconds that the paging order needs. */
export type Orphan = { createdAt: string; name: string }

/** Before the first orphan. */
export const orphansStart: Orphan = { createdAt: '-infinity', name: '' }
