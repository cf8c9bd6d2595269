import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { agreeToWindow } from '../jobs/windows/agree.ts'
import { proposeWindow } from '../jobs/windows/propose.ts'
import { type JobTime, readTime, type Side } from '../jobs/windows/read-time.ts'
import { saveWishes } from '../jobs/windows/save-wishes.ts'
import { newId } from '../lib/ids.ts'
import { zoneOf } from '../lib/place-zone.ts'
import { dayAt } from '../lib/zoned-time.ts'

type Sides = { jobId: string; carrierId: string; customerId: string }

const dayMs = 24 * 3_600_000

/** The customer of a world wishes the mornings of the day after tomorrow and of the next day. */
export async function wishTime(
  kysely: Kysely<Tables>,
  which: Pick<Sides, 'jobId' | 'customerId'>,
): Promise<void> {
  const timeZone = zoneOf((await readJob(kysely, which)).pickup)
  const wishes = [2, 3].map((days) => ({
    day: dayAt(new Date(Date.now() + days * dayMs), timeZone),
    part: 'morning' as const,
  }))
  await saveWishes({ kysely }, { ...which, wishes })
}

/**
 * The carrier of a world proposes 10 to 12, in the time of the pickup, on the day of the first wish, which needs no
 * answer, else tomorrow, and the customer agrees.
 */
export async function agreeTime(kysely: Kysely<Tables>, sides: Sides): Promise<void> {
  const time = await readTime(kysely, await readJob(kysely, sides), 'carrier')
  const tomorrow = new Date(Date.now() + dayMs)
  const wish = time.wishes.find(({ ends_at }) => ends_at > tomorrow)
  await settle(kysely, sides, { time, by: 'carrier', at: wish?.ends_at ?? tomorrow })
}

/** The customer of a world proposes the agreed hours a day later, and the carrier agrees. */
export async function moveTime(kysely: Kysely<Tables>, sides: Sides): Promise<void> {
  const time = await readTime(kysely, await readJob(kysely, sides), 'customer')
  const from = Math.max(time.agreed?.starts_at.getTime() ?? 0, Date.now())
  await settle(kysely, sides, { time, by: 'customer', at: new Date(from + dayMs) })
}

const readJob = (kysely: Kysely<Tables>, { jobId }: Pick<Sides, 'jobId'>) =>
  kysely.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()

type Proposed = { time: JobTime; by: Side; at: Date }

async function settle(
  kysely: Kysely<Tables>,
  { jobId, ...people }: Sides,
  { time: { timeZone, proposed, agreed }, by, at }: Proposed,
): Promise<void> {
  const windowId = newId()
  const party = (side: Side) => ({
    jobId,
    windowId,
    side,
    accountId: side === 'customer' ? people.customerId : people.carrierId,
  })
  const seenId = (proposed ?? agreed)?.id ?? null
  const hours = { from: '10:00', to: '12:00' }
  await proposeWindow({ kysely }, { ...party(by), seenId, day: dayAt(at, timeZone), ...hours })
  await agreeToWindow({ kysely }, party(by === 'customer' ? 'carrier' : 'customer'))
}
