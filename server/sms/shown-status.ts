import { sql } from 'kysely'
import type { SmsStatus as RowStatus } from '../db/tables.ts'

export type ShownStatus = Exclude<RowStatus, 'due' | 'running'> | 'pending' | 'sending'

/** The status of a text in the words of commands and of data exports, which are independent of the table's. */
export const shownStatus = sql<ShownStatus>`
  case sms.status when 'due' then 'pending' when 'running' then 'sending' else sms.status end`
