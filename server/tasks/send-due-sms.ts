import { sql } from 'kysely'
import { dueIds, runDueRows } from '../db/leased-rows.ts'
import { retry, type SmsNeeds } from '../sms/send.ts'
import { smsRows } from '../sms/store.ts'

/** Texts of sandbox jobs are sent when a request moves their world. */
const isInRealTime = sql<boolean>`(mode = 'live' or job_id is null)`

/** Sends all due texts, also of crashed senders. */
export const sendDueSms = (needs: SmsNeeds, signal: AbortSignal): Promise<void> =>
  runDueRows(
    {
      together: 5,
      findIds: (limit) => dueIds(needs.kysely, smsRows, { limit, where: isInRealTime }),
      work: (id) => retry(needs, id),
    },
    signal,
  )
