import { sql } from 'kysely'
import { dueIds, runDueRows } from '../db/leased-rows.ts'
import { belongsToRealTimeSql } from '../db/worlds.ts'
import { retry, type SmsNeeds } from '../sms/send.ts'
import { smsRows } from '../sms/store.ts'

/** Those of the jobs of the sandbox are sent when a call moves their world. */
const isInRealTime = sql<boolean>`${sql.raw(belongsToRealTimeSql('sms.job_id'))}`

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
