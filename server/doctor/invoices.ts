import type { Database } from '../db/database.ts'
import { readHold } from '../invoices/hold.ts'
import { type Check, ok, warn } from './check.ts'

/** Whether receipts of real money wait since a restore. */
export async function checkInvoices({ kysely }: Database): Promise<Check> {
  const hold = await readHold(kysely)
  return hold
    ? warn(['invoices'], ['numbersUnknown', hold.backupOf.toISOString()], ['continueInvoices'])
    : ok(['invoices'], ['numbersGoOn'])
}
