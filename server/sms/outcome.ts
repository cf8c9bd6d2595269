import { type RawBuilder, sql } from 'kysely'
import type { SmsStatus } from '#contract/vocabulary.ts'
import type { SmsStatus as RowStatus } from '../db/tables.ts'

/** The status of a draft's SMS for the partner (`X-SMS-Status`), from its row. `unknown` has no retry either. */
export function outcomeOf(status: RowStatus, reason: string | null): SmsStatus {
  if (status === 'sent') return 'sent'
  if (status === 'due' || status === 'running') return 'retrying'
  return reason === 'landline' ? 'unreachable' : 'refused'
}

/** SQL: the outcome over all texts of one draft, because staff may have sent it again. */
export const outcomeOfAll: RawBuilder<SmsStatus> = sql`case
  when bool_or(sms.status = 'sent') then 'sent'
  when bool_or(sms.status in ('due', 'running')) then 'retrying'
  when bool_or(sms.last_error = 'landline') then 'unreachable'
  else 'refused' end`
