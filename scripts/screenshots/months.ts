import { closeMonth } from '#contract/admin/months.ts'
import { newId } from '../../server/lib/ids.ts'
import { bookMovement, monthAgo } from '../../test/support/booked-months.ts'
import type { TestDray } from '../../test/support/dray.ts'
import { because, type Staff } from '../../test/support/staff.ts'

/** Books two months of delivered jobs, and closes the older one. */
export async function keepMonths({ db }: TestDray, owner: Staff): Promise<void> {
  const captured = `captured:${newId()}`
  const moves = [
    { kind: 'hold', debit: 'processor:sandbox', credit: `held:${captured}`, cents: 1_284_150 },
    { kind: 'capture', debit: `held:${captured}`, credit: captured, cents: 1_284_150 },
    { kind: 'share', debit: captured, credit: `carrier:${newId()}`, cents: 1_116_700 },
    { kind: 'fee', debit: captured, credit: 'platform:fees', cents: 167_450 },
  ]
  for (const month of [monthAgo(3), monthAgo(2)])
    for (const move of moves) await bookMovement(db, { month, ...move })
  await owner.ok(closeMonth, { params: { month: monthAgo(3) }, body: because })
}
