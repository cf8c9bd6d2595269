import type { Kysely, Transaction } from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { sumDayAgain } from './sum-days.ts'

/**
 * Writes the sums of a day again, and records who asked for it.
 *
 * @returns false if the day has not ended.
 */
export const sumDayBy = (
  { kysely }: { kysely: Kysely<Tables> },
  { day, by }: { day: string; by: By },
): Promise<boolean> =>
  kysely.transaction().execute(async (trx) => {
    if (!(await sumDayAgain(trx, day))) return false
    await recordSummed(trx, { day, by })
    return true
  })

export const recordSummed = (trx: Transaction<Tables>, { day, by }: { day: string; by: By }): Promise<void> =>
  recordAudit(trx, {
    ...by,
    act: 'ledger.sum_day',
    targets: [{ type: 'money', id: 'ledger' }],
    changes: { day: { from: null, to: day } },
  })
