import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { agreeToWindow } from '../jobs/windows/agree.ts'
import { proposeWindow } from '../jobs/windows/propose.ts'
import { readTime } from '../jobs/windows/read-time.ts'
import { newId } from '../lib/ids.ts'
import { dayAt } from '../lib/zoned-time.ts'

type Sides = { jobId: string; carrierId: string; customerId: string }

/** The carrier of a world proposes tomorrow from 10 to 12, in the time of the pickup, and the customer agrees. */
export async function agreeTime(kysely: Kysely<Tables>, { jobId, carrierId, customerId }: Sides) {
  const job = await kysely.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  const { timeZone, proposed, agreed } = await readTime(kysely, job, 'carrier')
  const windowId = newId()
  await proposeWindow(
    { kysely },
    {
      jobId,
      accountId: carrierId,
      side: 'carrier',
      windowId,
      seenId: (proposed ?? agreed)?.id ?? null,
      day: dayAt(new Date(Date.now() + 24 * 3_600_000), timeZone),
      from: '10:00',
      to: '12:00',
    },
  )
  await agreeToWindow({ kysely }, { jobId, accountId: customerId, side: 'customer', windowId })
}
