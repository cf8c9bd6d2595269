import type pg from 'pg'

export type StoredPhoto = { name: string; bytes: number; width: number; height: number }

/*
 * A photo's row stands before its file is stored and until its file is deleted. `position` tells two ages apart: from
 * -100 on the photo waits for its job, and the statement that inserts the job gives it to it with `position + 100`
 * (an upload waits with its account's id, and `attach.ts` gives it to a job); from 0 on it is a job's, or was, when the
 * job has been deleted.
 */

export async function insertPending(
  pool: pg.Pool,
  photos: StoredPhoto[],
  { accountId }: { accountId: string | null } = { accountId: null },
): Promise<void> {
  await pool.query(
    `insert into photo (name, bytes, width, height, position, account_id)
     select name, bytes, width, height, ordinal - 101, $5::uuid
     from unnest($1::text[], $2::int[], $3::int[], $4::int[]) with ordinality
       as given (name, bytes, width, height, ordinal)`,
    [
      photos.map(({ name }) => name),
      photos.map(({ bytes }) => bytes),
      photos.map(({ width }) => width),
      photos.map(({ height }) => height),
      accountId,
    ],
  )
}

/** How many uploads of an account wait for a job. */
export async function countUploads(pool: pg.Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) from photo where account_id = $1 and job_id is null and position < 0',
    [accountId],
  )
  return rows[0]?.count ?? 0
}

/** Forgets photos whose files are gone; never one that belongs to a job. */
export async function forgetPhotos(pool: pg.Pool, names: string[]): Promise<void> {
  await pool.query('delete from photo where name = any($1::text[]) and job_id is null', [names])
}

/**
 * A photo is shown as long as its job is: an expired draft's is not, swept or not, unless its customer is paying. An
 * upload that waits for a job is shown to whoever was told its name.
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

/**
 * Photos of deleted jobs at once; those that never got a job after an hour, when their call is surely over, and uploads
 * after a day, when their owner surely is.
 */
export async function findOrphans(pool: pg.Pool, after: Orphan, limit: number): Promise<Orphan[]> {
  const { rows } = await pool.query<Orphan>(
    `select name, created_at::text as "createdAt" from photo
     where job_id is null and (position >= 0
         or created_at < now() - case when account_id is null then interval '1 hour' else interval '24 hours' end)
       and (created_at, name) > ($1::timestamptz, $2)
     order by created_at, name limit $3`,
    [after.createdAt, after.name, limit],
  )
  return rows
}

/** Its time as PostgreSQL writes it: a `Date` would lose the microseconds that keep the order. */
export type Orphan = { createdAt: string; name: string }

export const beforeAllOrphans: Orphan = { createdAt: '-infinity', name: '' }
