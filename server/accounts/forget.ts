import type pg from 'pg'

const batch = 1_000

/**
 * Deletes data of sign-ins that is no longer needed: the texts of ended codes immediately, codes and ended sessions
 * after a day.
 */
export async function forgetSignIns(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  for (const statement of [blankTexts, deleteChallenges, deleteSessions, deleteStops]) {
    let changed: number
    do {
      changed = (await pool.query(statement, [batch])).rowCount ?? 0
    } while (changed === batch && !signal?.aborted)
    if (signal?.aborted) return
  }
}

/** An SMS that still waits is no longer sent; an SMS that is being sent is left to the next run. */
const blankTexts = `
  update sms set body = '', sealed_body = null, status = case status when 'due' then 'failed' else status end
  where status <> 'running' and id = any(array(
    select s.id from sms s join phone_challenge c on c.id = s.challenge_id
    where (s.body <> '' or s.sealed_body is not null) and s.status <> 'running' and (c.used_at is not null or c.expires_at <= now())
    limit $1))`

/** After a day, because the codes of a number are counted that far back. Their SMS are deleted with them. */
const deleteChallenges = `
  delete from phone_challenge where id = any(array(
    select id from phone_challenge where created_at < now() - interval '24 hours'
    order by created_at limit $1 for update skip locked))`

/** Ended sessions are kept for a day, so ending a session twice is not an error. */
const deleteSessions = `
  delete from session where id = any(array(
    select id from session where ended_at < now() - interval '24 hours' or expires_at <= now()
    limit $1 for update skip locked))`

const deleteStops = `
  delete from code_stop where country = any(array(
    select country from code_stop where until < now() - interval '24 hours' limit $1))`
