import { setTimeout as sleep } from 'node:timers/promises'
import { remindOfWindows } from '../../server/jobs/windows/reminders.ts'
import type { TestDatabase } from '../support/database.ts'

type Db = Pick<TestDatabase, 'pool' | 'kysely'>
type Unfinished = {
  queue: string
  id: string
  claim_id: string | null
  phone: string | null
  last_error: string | null
}

/**
 * Waits until the background has done everything. The work of a killed process is claimed until its lease ends; here
 * that is when nothing came of a claim for some seconds.
 *
 * @returns the numbers to which a text may go twice, because its lease was ended here; and what was never finished.
 */
export async function recover(db: Db): Promise<{ lostLeases: string[]; unfinished: string[] }> {
  const seenAt = new Map<string, number>()
  const lostLeases: string[] = []
  const givingUpAt = performance.now() + 45_000
  for (;;) {
    const { rows } = await db.pool.query<Unfinished>(unfinished)
    const isLate = performance.now() > givingUpAt
    if (rows.length === 0 || isLate)
      return { lostLeases, unfinished: rows.map((row) => `never finished: ${row.queue}, ${row.last_error}`) }
    await makeDue(db)
    for (const { queue, id, claim_id, phone } of rows) {
      if (!claim_id) continue
      const since = seenAt.get(claim_id) ?? performance.now()
      seenAt.set(claim_id, since)
      if (performance.now() - since < longestWorkMs) continue
      if (phone) lostLeases.push(phone)
      const isSame = `id = '${id}' and claim_id = '${claim_id}' and status = 'running'`
      await setNow(db, { table: queue, column: 'due_at', isMeant: isSame })
    }
    await sleep(100)
  }
}

/**
 * Work takes less than this, except with the test card that answers after three seconds: then another worker repeats
 * the call, as after a real lease.
 */
const longestWorkMs = 2_000

const unfinished = `
  select 'sms' as queue, id, case status when 'running' then claim_id end as claim_id, to_phone as phone, last_error
  from sms where status in ('due', 'running')
  union all
  select 'payment_effect', id, case status when 'running' then claim_id end, null, last_error
  from payment_effect where status in ('due', 'running') and due_at < 'infinity'
  union all
  select 'window_reminder', window_id, null, null, null from window_reminder`

/** Makes retries due while a history runs, which is shorter than their pauses. */
export function hurryRetries(db: Db): AsyncDisposable {
  const stopped = new AbortController()
  const hurrying = (async () => {
    for (; !stopped.signal.aborted; await sleep(300)) await makeDue(db)
  })()
  return {
    [Symbol.asyncDispose]() {
      stopped.abort()
      return hurrying
    },
  }
}

async function makeDue(db: Db): Promise<void> {
  const isMeant = `status = 'due' and due_at > now() and due_at < 'infinity'`
  for (const table of ['sms', 'payment_effect']) await setNow(db, { table, column: 'due_at', isMeant })
  await setNow(db, { table: 'window_reminder', column: 'due_at', isMeant: 'due_at > now()' })
  // Beside the worker, whose task has longer pauses; two at once.
  await Promise.all([1, 2].map(() => remindOfWindows(db, new AbortController().signal)))
}

/** Lets leases end, as if it were some time later. */
export async function endLeases(db: Db): Promise<void> {
  for (const table of ['sms', 'payment_effect'])
    await setNow(db, { table, column: 'due_at', isMeant: `status = 'running'` })
  await setNow(db, { table: 'idempotency_key', column: 'lease_until', isMeant: 'job_id is null' })
}

/** Leaves out rows on which a process has a transaction: it may sleep. */
const setNow = (
  { pool }: Db,
  { table, column, isMeant }: { table: string; column: string; isMeant: string },
) =>
  pool.query(`update ${table} set ${column} = now()
    where ctid = any(array(select ctid from ${table} where ${isMeant} for update skip locked))`)
